import FSMDiagnostics
import FSMModel
import FSMSyntax
import Testing

@testable import FSMAnalysis

/// The reasoner agrees with trying every assignment: a proof is right, and so is every witness.
struct BruteForceGuardTests {

  /// Guards as conditions of one resolved machine, asked in the state `left.up`.
  private struct Subject {
    let reasoner: GuardReasoner
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
      reasoner = GuardReasoner(machine: machine)
      conditions = machine.transitions.prefix(sketches.count).compactMap(\.condition)
      state = try #require(machine.states.first { machine.pathName(of: $0.id) == "four.left.up" }).id
    }
  }

  @Test(arguments: GuardMaker.Theme.allCases)
  func agrees(_ theme: GuardMaker.Theme) throws {
    var maker = GuardMaker(theme, seed: 7)
    let count = theme == .integers || theme == .products ? 500 : 2_500
    let sketches = (0..<2 * count).map { _ in maker.make(depth: theme == .integers || theme == .products ? 2 : 3) }
    let assignments = GuardMaker.assignments(theme)
    let subject = try Subject(sketches)
    var unknown: [String] = []
    for index in 0..<count {
      let (first, second) = (sketches[2 * index], sketches[2 * index + 1])
      let guards = [2 * index, 2 * index + 1].map { GuardReasoner.Guard(condition: subject.conditions[$0], parameters: []) }
      for wanted in [true, false] {
        let question = GuardReasoner.Question(
          oneOf: wanted ? [[guards[0]], [guards[1]]] : [[guards[0]]], none: wanted ? [] : [guards[1]], state: subject.state)
        let fitting = assignments.filter { first.value($0) == true && second.value($0) == wanted }
        let what = "\(first.source)  \(wanted ? "and" : "and not")  \(second.source)"
        switch subject.reasoner.answer(question) {
        case .impossible: #expect(fitting.isEmpty, "\(what) is called impossible; it holds for \(fitting[0])")
        case .unknown: unknown.append(what)
        case .possible(let witness):
          #expect(!fitting.isEmpty, "\(what) is called possible when \(witness); it never holds")
          let wrong = assignments.first { values in
            guard let values = values.taking(witness) else { return true }
            return first.value(values) != true || second.value(values) != wanted
          }
          #expect(wrong == nil, "\(what) does not hold when \(witness): \(wrong.map { "\($0)" } ?? "")")
        }
      }
    }
    // Products of variables are computed for some values only; everything else is decided, within the reasoner's budget.
    let most = theme == .products ? count / 5 : count / 100
    #expect(unknown.count <= most, "\(unknown.count) questions of \(theme) were not decided: \(unknown.prefix(5))")
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
