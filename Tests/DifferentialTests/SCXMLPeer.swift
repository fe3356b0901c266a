import FSMDiagnostics
import FSMModel
import FSMSimulate
import FSMTestSupport
import Foundation
import Testing

@testable import FSMEmit

/// The program that runs SCXML in another engine (`Tests/Peers/qt-scxml.cpp`), and how many charts `make conformance-peers` wants.
private let engine = ProcessInfo.processInfo.environment["FSMC_SCXML_ENGINE"]
private let wanted = ProcessInfo.processInfo.environment["FSMC_PEER_CHARTS"].flatMap { Int($0) } ?? 60
private let firstSeed = ProcessInfo.processInfo.environment["FSMC_SEED"].flatMap { UInt64($0) } ?? 1

/// Charts made by chance, written as SCXML, do in another engine what the interpreter does: the same states and effects, call after call.
struct SCXMLPeer {
  @Test(.enabled(if: engine != nil))
  func writtenChartsDoTheSameElsewhere() throws {
    let tool = Tool(path: try #require(engine))
    var (seed, compared, calls, seeds) = (firstSeed, 0, 0, 0)
    while compared < wanted, seeds < wanted * 40 {
      defer { (seed, seeds) = (seed + 1, seeds + 1) }
      guard let trial = WrittenTrial(seed: seed) else { continue }
      let result = try tool.run([try trial.folder.write(trial.document, to: "chart.scxml").path, "20"], input: Array(trial.input.utf8))
      compared += 1
      calls += trial.expected.count
      let found = result.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      guard result.status == 0, found == trial.expected else {
        let place =
          zip(found, trial.expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(found.count, trial.expected.count)
        Issue.record("seed \(seed), status \(result.status), call \(place)\n\(trial.story(found))\n\(trial.text)\n\(trial.document)")
        continue
      }
    }
    FileHandle.standardError.write(Data("\(compared) charts in another engine, \(calls) calls; \(seeds) seeds tried\n".utf8))
    #expect(compared == wanted)
  }
}

/// One chart with its calls, as SCXML and as the lines that the other engine is to print.
private struct WrittenTrial {
  let text: String
  let document: String
  let input: String
  let expected: [String]
  let folder: TemporaryFolder

  /// Nil where the seed gives no chart that SCXML carries.
  init?(seed: UInt64) {
    let raw = ChartMaker.make(seed: seed, features: [.regions, .history, .sending]).withoutStateData
    guard let (_, specimen) = Specimen.mended(raw), !specimen.hasClock else { return nil }
    let (written, _) = SCXMLOutput.render(specimen.chart, machine: MachineID(0))
    var random = RandomSource(seed: seed ^ 0x5CA1_AB1E)
    guard let written, let script = Script.random(for: specimen, &random), let folder = try? TemporaryFolder(),
      let account = PeerAccount(specimen, script)
    else { return nil }
    // Qt puts what is sent to the internal queue behind completions that are raised later.
    if written.contains("#_internal"), written.contains("done.state") { return nil }
    (text, document, self.folder) = (specimen.text, written, folder)
    (input, expected) = (account.input, account.lines)
  }

  func story(_ found: [String]) -> String {
    let calls = input.split(separator: "\n")
    return expected.indices.map { index in
      let other = found.indices.contains(index) ? found[index] : "nothing"
      let sign = other == expected[index] ? "  " : "! "
      return sign + (calls.indices.contains(index) ? calls[index] : "") + "\n    " + expected[index]
        + (other == expected[index] ? "" : "\n    " + other)
    }.joined(separator: "\n")
  }
}

/// What the interpreter does with a script, in the words of the other engine.
private struct PeerAccount {
  private(set) var input = ""
  private(set) var lines: [String] = []

  /// Nil where the start is rejected. The script ends where a call is undone for a reason that SCXML does not know.
  init?(_ specimen: Specimen, _ script: Script) {
    let machine = specimen.machine
    let ids = SCXMLLowering(machine).ids
    var interpreter = Interpreter(specimen.assembly)
    let passed = zip(machine.passedVariables, script.start)
    let start = interpreter.start(Dictionary(uniqueKeysWithValues: passed.map { ($0.id, $1) }), environment: Answers.environment)
    guard start.outcome == .taken else { return nil }
    input = "{\"start\": {\(passed.map { "\"\($0.name)\": \(Self.json($1))" }.joined(separator: ", "))}}\n"
    func add(_ call: Call) {
      let active = machine.states.filter { $0.id != .root && interpreter.isIn($0.id) && $0.children.allSatisfy { !interpreter.isIn($0) } }
      let names = active.isEmpty ? [ids[0]] : active.map { ids[$0.id.index] }
      let effects = call.effects.map { "\($0.name): \($0.arguments.map { Self.script($0.value) }.joined(separator: ", "))" }
      let line = (call.hasEnded ? "ended" : names.sorted().joined(separator: " ")) + " | " + effects.joined(separator: "; ")
      lines.append(line.replacing("\\", with: "\\\\").replacing("\n", with: "\\n"))
    }
    add(start)
    for case .event(let name, let values) in script.calls {
      guard let id = specimen.assembly.event(named: name), let event = machine.events.first(where: { $0.name == name }) else { continue }
      let call = interpreter.send(id, values, environment: Answers.environment)
      if case .rejected(.outOfRange) = call.outcome { break }
      // Of reactions of a state and of one inside it that both run, Qt runs the inner one first, whatever the order of the regions.
      if call.steps.contains(where: { Self.isNested($0.taken, machine) }) { break }
      let data = zip(event.parameters, values).map { "\"\($0.name)\": \(Self.json($1))" }.joined(separator: ", ")
      input += "{\"event\": \"\(event.title)\", \"data\": {\(data)}}\n"
      add(call)
    }
  }

  private static func isNested(_ taken: [TransitionPlace], _ machine: Machine) -> Bool {
    let sources = taken.map { machine[$0.transition].source }
    return sources.contains { outer in sources.contains { $0 != outer && machine.contains(outer, $0) } }
  }

  private static func json(_ value: Value) -> String {
    switch value {
    case .string, .enumCase: "\"\(script(value))\""
    default: script(value)
    }
  }

  private static func script(_ value: Value) -> String {
    switch value {
    case .string(let text): text
    case .enumCase(_, let name): name
    default: value.description
    }
  }
}

extension ChartPiece {
  /// The same without data of states, and with bodies for the functions that callers supply: what SCXML has.
  fileprivate var withoutStateData: ChartPiece {
    var piece = self
    if let word = head.firstRange(of: "state "), let open = head[word.upperBound...].firstIndex(of: "(") {
      piece.head = String(head[..<open])
    }
    if let body = Self.bodies.first(where: { head.hasPrefix($0.key) })?.value { piece.head += body }
    piece.target = target.map { Self.withoutParentheses($0) }
    piece.members = members?.map(\.withoutStateData)
    return piece
  }

  /// What `Answers` says, in the language.
  private static let bodies: [(key: String, value: String)] = [
    ("func ask(", " = ((n < 0 ? -n : n) % 7 + (flag ? 1 : 0)) % 3 == 0"), ("func pick(", " = (n < 0 ? -n : n) % 7 * 2 - 5"),
    ("func mood(", " = (n < 0 ? -n : n) % 7 % 3 == 0 ? .slow : (n < 0 ? -n : n) % 7 % 3 == 1 ? .fast : .off"),
  ]

  private static func withoutParentheses(_ text: String) -> String {
    var (result, depth) = ("", 0)
    for character in text {
      if character == "(" { depth += 1 }
      if depth == 0 { result.append(character) }
      if character == ")" { depth -= 1 }
    }
    return result
  }
}
