import FSMDiagnostics
import FSMModel
import FSMSyntax
import Testing

@testable import FSMAnalysis

/// The reasoner agrees with trying every assignment: a proof is right, and so is every witness.
struct BruteForceGuardTests {

  /// Guards as conditions of one resolved machine, asked in the state `left.up`.
  private struct Subject {
    let machine: Machine
    let conditions: [Expr]
    let state: StateID

    init(_ sketches: [GuardSketch]) throws {
      let branches = sketches.map { "[\($0.source)] -> two" }.joined(separator: "\n")
      let text = """
        machine M {
        \(GuardMaker.declarations)
          event e
          initial state one { on e { \(branches) } }
          state two
          parallel state four {
            state left { initial state up  state down }
            state right { initial state up  state down }
          }
        }
        """
      var sources = SourceMap()
      let file = sources.add(path: "guards.fsm", bytes: Array(text.utf8))
      let syntax = SyntaxFile(parsing: sources[file])
      let resolution = Resolution.resolve([syntax])
      let errors = (syntax.diagnostics + resolution.diagnostics).filter { $0.severity == .error }
      try #require(errors.isEmpty, "\(errors.prefix(3).map { TextRenderer().render($0, in: sources) }.joined())")
      let machine = resolution.chart.machines[0]
      self.machine = machine
      conditions = machine.transitions.prefix(sketches.count).compactMap(\.condition)
      state = try #require(machine.states.first { machine.pathName(of: $0.id) == "four.left.up" }).id
    }
  }

  /// What the reasoner gets wrong, and what it cannot tell, one line each.
  private struct Outcome {
    var wrong: [String] = []
    var unknown: [String] = []

    init(_ theme: GuardMaker.Theme, count: Int, _ reasoner: (Machine) -> GuardReasoner = { GuardReasoner(machine: $0) }) throws {
      var maker = GuardMaker(theme, seed: 7)
      let sketches = (0..<2 * count).map { _ in maker.make(depth: theme == .integers || theme == .products ? 2 : 3) }
      let assignments = GuardMaker.assignments(theme)
      let subject = try Subject(sketches)
      let reasoner = reasoner(subject.machine)
      for index in 0..<count {
        let guards = [2 * index, 2 * index + 1].map { GuardReasoner.Guard(condition: subject.conditions[$0], parameters: []) }
        for wanted in [true, false] {
          let question = GuardReasoner.Question(
            oneOf: wanted ? [[guards[0]], [guards[1]]] : [[guards[0]]], none: wanted ? [] : [guards[1]], state: subject.state)
          judge(reasoner.answer(question), sketches[2 * index], sketches[2 * index + 1], wanted, assignments)
        }
      }
    }

    private mutating func judge(
      _ answer: GuardReasoner.Answer, _ first: GuardSketch, _ second: GuardSketch, _ wanted: Bool, _ assignments: [SketchValues]
    ) {
      let what = "\(first.source)  \(wanted ? "and" : "and not")  \(second.source)"
      let fitting = assignments.filter { first.value($0) == true && second.value($0) == wanted }
      switch answer {
      case .impossible: if let values = fitting.first { wrong.append("\(what) is called impossible; it holds for \(values)") }
      case .unknown: unknown.append(what)
      case .possible(let witness):
        if fitting.isEmpty { wrong.append("\(what) is called possible when \(witness); it never holds") }
        let failing = assignments.first { values in
          guard let values = values.taking(witness) else { return true }
          return first.value(values) != true || second.value(values) != wanted
        }
        if let failing { wrong.append("\(what) does not hold when \(witness): \(failing)") }
      }
    }
  }

  @Test(arguments: GuardMaker.Theme.allCases)
  func agrees(_ theme: GuardMaker.Theme) throws {
    let count = theme == .integers || theme == .products ? 500 : 2_500
    let outcome = try Outcome(theme, count: count)
    #expect(outcome.wrong.isEmpty, "\(outcome.wrong.prefix(10).joined(separator: "\n"))")
    // Products of variables are computed for some values only; everything else is decided, within the reasoner's budget.
    let most = theme == .products ? count / 5 : count / 100
    #expect(outcome.unknown.count <= most, "\(outcome.unknown.count) of \(theme) were not decided: \(outcome.unknown.prefix(5))")
  }

  /// A reasoner that takes a variable for smaller than it is, and one that takes a variable for a constant, are found out.
  @Test func findsPlantedMistakes() throws {
    func named(_ name: String, _ machine: Machine) -> VariableID { machine.variables.first { $0.name == name }?.id ?? VariableID(0) }
    let small = try Outcome(.integers, count: 200) { GuardReasoner(machine: $0, extents: [named("i", $0): 0...3]) }
    #expect(!small.wrong.isEmpty)
    let constant = try Outcome(.mixed, count: 200) { GuardReasoner(machine: $0, extents: [named("a", $0): 1...1]) }
    #expect(!constant.wrong.isEmpty)
  }
}

extension SketchValues {
  /// The assignment with the values that a witness names instead of its own; nil where they are not to be had.
  fileprivate func taking(_ witness: [String]) -> SketchValues? {
    var copy = self
    for text in witness {
      if text.hasPrefix("in(") || text.hasPrefix("!in(") {
        let isActive = text.hasPrefix("in(")
        let state = String(text.drop { $0 != "(" }.dropFirst().dropLast().replacing("four.", with: ""))
        copy.active = copy.active.contains(state) == isActive ? copy.active : copy.activeInOtherRegion
        if copy.active.contains(state) != isActive { return nil }
        continue
      }
      let (name, value) = (String(text.prefix(1)), String(text.dropFirst(4)))
      switch name {
      case "a", "b": copy.booleans[name] = value == "true"
      case "i", "j": copy.integers[name] = Int(value).flatMap { (0...4).contains($0) ? $0 : nil }
      case "k": copy.integers[name] = Int(value).flatMap { (-2...2).contains($0) ? $0 : nil }
      case "c", "d": copy.enums[name] = GuardSketch.cases.firstIndex(of: String(value.dropFirst()))
      case "x", "y": copy.reals[name] = text.hasSuffix("is not a number") ? .nan : Double(value)
      case "s", "t": copy.texts[name] = String(value.dropFirst().dropLast())
      default: return nil
      }
      if copy.integers[name] == nil, copy.booleans[name] == nil, copy.enums[name] == nil, copy.reals[name] == nil, copy.texts[name] == nil {
        return nil
      }
    }
    return copy
  }

  private var activeInOtherRegion: Set<String> {
    ["four", "left.up", active.contains("right.up") ? "right.down" : "right.up"]
  }
}
