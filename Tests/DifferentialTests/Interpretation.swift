import FSMModel

@testable import FSMSimulate

/// The interpreter's account of a script: a line for each call, in the form that the driver of generated machines prints.
struct Interpretation {
  private let specimen: Specimen
  private var interpreter: Interpreter
  private(set) var lines: [String] = []
  /// The start was rejected: there is no machine.
  private(set) var hasFailed = false
  /// How many runs of each name have started.
  private var counts: [Int: Int] = [:]
  /// For each place the number of its last run.
  private var numbers: [ActivityPlace: Int] = [:]

  init(_ specimen: Specimen) {
    self.specimen = specimen
    var options = Interpreter.Options()
    options.mostMicrosteps = 300
    options.mostWork = 3_000
    options.recordsSteps = specimen.isObserved
    interpreter = Interpreter(specimen.assembly, options: options)
  }

  /// The lines of a whole script; nil where a call traps or does not end.
  static func lines(_ specimen: Specimen, _ script: Script) -> [String]? {
    var run = Interpretation(specimen)
    guard run.start(script.start) else { return nil }
    for call in script.calls where !run.hasFailed {
      guard run.perform(call) else { return nil }
    }
    return run.lines
  }

  /// Names of events that are accepted now.
  var accepted: [String] { interpreter.acceptedEvents.map { specimen.assembly[$0].name } }

  /// Places whose activity has run, with the number of its last run.
  var started: [(place: Int, run: Int)] {
    specimen.runs.places.indices.compactMap { index in numbers[specimen.runs.places[index]].map { (index, $0) } }
  }

  /// False where the start traps or does not end.
  mutating func start(_ values: [Value]) -> Bool {
    let pairs = zip(specimen.machine.passedVariables.map(\.id), values).map { ($0, $1) }
    let call = interpreter.start(Dictionary(uniqueKeysWithValues: pairs), environment: Answers.environment)
    guard let outcome = Self.text(call.outcome) else { return false }
    hasFailed = call.outcome.isUndone
    lines.append("start: \(outcome)" + (hasFailed ? "" : rest(call)))
    return true
  }

  /// False, and nothing happens, where the call traps or does not end.
  mutating func perform(_ call: Script.Call) -> Bool {
    if hasFailed { return false }
    var next = interpreter
    switch call {
    case .event(let name, let values):
      guard let event = specimen.assembly.event(named: name) else { return false }
      let can = interpreter.canHandle(event, values, environment: Answers.environment)
      let done = next.send(event, values, environment: Answers.environment)
      guard let outcome = Self.text(done.outcome) else { return false }
      interpreter = next
      lines.append("\(Script.text(call)): can=\(can) \(outcome)" + rest(done))
    case .advance(let time):
      let done = next.advance(by: .milliseconds(time), environment: Answers.environment)
      guard let outcome = Self.text(done.outcome) else { return false }
      interpreter = next
      lines.append("\(Script.text(call)): \(outcome)" + rest(done))
    case .completion(let index, let number, let failed, let value):
      guard specimen.runs.places.indices.contains(index) else { return false }
      let place = specimen.runs.places[index]
      // The end of a run that does not go on comes too late.
      guard numbers[place] == number, let run = interpreter.run(of: place) else {
        lines.append("\(Script.text(call)): can=true ignored" + rest(nil))
        return true
      }
      let done = next.complete(place, run: run, failed: failed, value, environment: Answers.environment)
      guard let outcome = done.outcome == .dropped ? "ignored" : Self.text(done.outcome) else { return false }
      interpreter = next
      lines.append("\(Script.text(call)): can=true \(outcome)" + rest(done))
    }
    return true
  }

  /// Nil for outcomes that scripts avoid.
  private static func text(_ outcome: Outcome) -> String? {
    switch outcome {
    case .taken: "taken"
    case .deferred: "deferred"
    case .ignored: "ignored"
    case .rejected(.endless), .dropped, .trapped, .unanswered, .tooLong: nil
    case .rejected(.outOfRange(let variable)): "rejected(outOfRange(\(variable.filter { $0 != "." }.lowercased())))"
    case .rejected(let reason): "rejected(\(reason))"
    }
  }

  private mutating func rest(_ call: Call?) -> String {
    let machine = specimen.machine
    let effects = (call?.effects ?? []).map { text($0) } + (call.map(seen) ?? [])
    let active = interpreter.activeNodes.filter { $0 != .machine }.map { specimen.assembly.pathName(of: $0) }
    let values = machine.variables.filter { $0.owner == .root }.map { "\($0.name)=\(value(of: $0.id))" }
    return " do[\(effects.joined(separator: "; "))] in[\(active.joined(separator: " "))] state[\(text(of: .root))]"
      + " vars[\(values.joined(separator: " "))]"
  }

  /// What an observer sees: of each microstep the states left, the transitions taken, the states entered.
  private func seen(_ call: Call) -> [String] {
    guard specimen.isObserved, !call.outcome.isUndone else { return [] }
    let assembly = specimen.assembly
    // Nobody hears of choices, which no configuration has.
    func path(_ node: NodeID) -> [String] {
      node == .machine || specimen.machine[StateID(node.index)].isPseudo ? [] : [assembly.pathName(of: node)]
    }
    // What ends the machine stays, whatever exits run.
    func isEnd(_ node: NodeID) -> Bool {
      let state = specimen.machine[StateID(node.index)]
      return state.kind == .final && state.parent == .root
    }
    var seen: [String] = []
    for step in call.steps {
      for case .leave(let node) in step.happenings where !isEnd(node) { seen += path(node).map { "-" + $0 } }
      seen += step.taken.map { "(" + specimen.place(of: assembly.transition($0).span) + ")" }
      for case .enter(let node) in step.happenings { seen += path(node).map { "+" + $0 } }
    }
    return seen.isEmpty ? [] : ["saw " + seen.joined(separator: " ")]
  }

  private mutating func text(_ effect: PerformedEffect) -> String {
    let values = effect.arguments.map { Self.text($0.value) }
    switch effect.kind {
    case .action: return Self.text(effect.name, values)
    case .startActivity(let place, _):
      guard let runner = specimen.runs.runners[place] else { return "?" }
      counts[runner, default: 0] += 1
      numbers[place] = counts[runner]
      return Self.text(specimen.runs.names[runner].start, values + ["\(counts[runner] ?? 0)"])
    case .cancelActivity(let place, _):
      guard let runner = specimen.runs.runners[place] else { return "?" }
      return Self.text(specimen.runs.names[runner].cancel, ["\(numbers[place] ?? 0)"])
    }
  }

  /// Variables have the numbers of the slots that the interpreter keeps them in.
  private func value(of id: VariableID) -> String { interpreter.store.slots[id.index].map(Self.text) ?? "?" }

  /// The active part of a state's inside: `s1(s3(true) 4)`, regions beside each other.
  private func text(of parent: StateID) -> String {
    let machine = specimen.machine
    if machine[parent].kind == .parallel {
      // A struct: what is inside each region, then the data of regions.
      let regions = machine[parent].children.filter { !machine[$0].isPseudo }
      let data = regions.flatMap { machine[$0].data }.map { value(of: $0) }
      return (regions.map { text(of: $0) }.filter { !$0.isEmpty } + data).joined(separator: " ")
    }
    let active = machine[parent].children.filter { !machine[$0].isPseudo && interpreter.isIn(NodeID($0.index)) }
    return active.map { child in
      let inner = text(of: child)
      let data = machine[child].data.map { value(of: $0) }
      let parts = (inner.isEmpty ? [] : [inner]) + data
      return Self.text(machine[child].name, parts)
    }.joined(separator: " ")
  }

  private static func text(_ name: String, _ parts: [String]) -> String {
    parts.isEmpty ? name : "\(name)(\(parts.joined(separator: " ")))"
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .enumCase(_, let name): name
    case .string(let text): text.debugDescription
    default: value.description
    }
  }
}
