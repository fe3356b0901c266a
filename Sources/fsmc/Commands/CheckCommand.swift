import FSMCompiler
import FSMModel

/// `fsmc check machine.fsm`: everything that compiling finds, without an output.
struct CheckCommand {
  static let description = CommandDescription(
    name: "check", summary: "Check charts and write nothing.", usage: "check FILE... [options]",
    notes: "`-` as FILE reads standard input.", options: [.planned("bound", value: "N")] + .common)

  private let inputs: [String]
  private let arguments: Arguments

  init(_ arguments: Arguments) throws(UsageError) {
    inputs = try arguments.files(for: "check")
    self.arguments = arguments
  }

  func run() -> ExitStatus {
    var reporter = Reporter(arguments)
    var reader = ChartReader(arguments)
    for input in inputs {
      guard let compilation = reader.compile(input, reporter: &reporter) else { continue }
      let hasErrors = reporter.report(compilation.diagnostics, in: compilation.sources)
      if !hasErrors { reporter.say(done: Self.account(of: compilation)) }
    }
    return reporter.finish()
  }

  /// What was checked: "door.fsm: Door has 2 states and 4 transitions".
  private static func account(of compilation: Compilation) -> String {
    let machines = compilation.ownMachines.map { machine in
      let states = machine.states.count - 1
      let transitions = machine.transitions.count
      return "\(machine.name) has \(states) state\(states == 1 ? "" : "s") and \(transitions) transition\(transitions == 1 ? "" : "s")"
    }
    return compilation.sources.files[0].path + ": " + machines.joined(separator: ", ")
  }
}

extension Arguments {
  /// The charts given; at least one, and standard input at most once.
  func files(for command: String) throws(UsageError) -> [String] {
    guard !operands.isEmpty else {
      throw UsageError("no chart is given", hint: "write `fsmc \(command) machine.fsm`", command: command)
    }
    guard operands.count(where: { $0 == "-" }) <= 1 else {
      throw UsageError("standard input is given twice", command: command)
    }
    if let empty = operands.first(where: \.isEmpty) { throw UsageError("a file has no name: `\(empty)`", command: command) }
    return operands
  }
}
