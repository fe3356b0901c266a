import FSMModel

/// The scenarios of one machine as a suite, with what they need beside the machine.
struct SwiftTestSuite {
  let machine: SwiftMachine
  let scenarios: [Scenario]
  /// What the scenarios are: `Scenarios`.
  let kind: String
  let started: (Scenario) -> [[ActivityUseID]]

  private var context: SwiftContext { machine.context }
  private var name: String { context.naming.machine }

  init(_ machine: SwiftMachine, _ scenarios: [Scenario], kind: String, started: @escaping (Scenario) -> [[ActivityUseID]]) {
    (self.machine, self.scenarios, self.kind, self.started) = (machine, scenarios, kind, started)
  }

  func render() -> [SwiftLine] {
    let tests = scenarios.enumerated().map { number, scenario -> [SwiftLine] in
      let test = SwiftTest(machine, scenario, started(scenario))
      let (attribute, name) = Self.name(of: scenario, number: number + 1)
      let effects = test.isThrowing ? " throws" : ""
      return [.block("\(attribute) func \(name)()\(effects)", test.body)]
    }
    var lines: [SwiftLine] = [.text("/// The \(kind.lowercased()) of `\(name.withoutBackticks)`.")]
    let suite = SwiftIdentifier(escaping: name.withoutBackticks + kind).text
    lines.append(.block("struct \(suite)", Array(tests.joined(separator: [.blank]))))
    let helpers = SwiftTestHelpers(machine, scenarios).render()
    return helpers.isEmpty ? lines : lines + [.blank, .block("extension \(name)", helpers)]
  }

  /// The scenario's name as that of a function; as the test's title where no function can have it.
  private static func name(of scenario: Scenario, number: Int) -> (attribute: String, name: String) {
    let isName = scenario.name.unicodeScalars.contains { $0.properties.isAlphabetic }
    let isPlain = scenario.name.unicodeScalars.allSatisfy { " ,'-".unicodeScalars.contains($0) || $0.properties.isXIDContinue }
    guard isName, isPlain, scenario.name.utf8.count <= 100, scenario.name.last != " ", scenario.name.first != " " else {
      return ("@Test(\(SwiftText.literal(scenario.name)))", "scenario\(number)")
    }
    let isIdentifier = scenario.name.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
    return ("@Test", isIdentifier ? SwiftIdentifier(escaping: scenario.name).text : "`\(scenario.name)`")
  }
}
