import FSMCompiler
import FSMDiagnostics
import FSMModel

/// What commands about charts have in common: which files, which machine, how far.
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

  /// The one chart given.
  ///
  /// - Parameter verb: What the command does with it: "draws".
  func file(for command: String, which verb: String) throws(UsageError) -> String {
    let inputs = try files(for: command)
    guard inputs.count == 1 else { throw UsageError("`\(command)` \(verb) one chart at a time", command: command) }
    return inputs[0]
  }

  /// The machine asked for; else the only one, or the only one that no other uses.
  func machineToRun(in compilation: Compilation, command: String) throws(UsageError) -> MachineID {
    let wanted = value("machine")
    if let machine = compilation.machineToRun(wanted) { return machine }
    if let wanted { throw UsageError(unknownMachine: wanted, in: compilation, command: command) }
    throw UsageError(unclearMachineIn: compilation, command: command)
  }

  /// What `--bound` says.
  func bound(otherwise standard: Int, for command: String) throws(UsageError) -> Int {
    let greatest = 100_000_000
    guard let number = Int(value("bound") ?? "\(standard)"), (1...greatest).contains(number) else {
      throw UsageError("`--bound` takes a number from 1 to \(greatest)", command: command)
    }
    return number
  }
}

extension UsageError {
  /// The chart has no machine of that name.
  init(unknownMachine name: String, in compilation: Compilation, command: String) {
    let names = compilation.ownMachines.map(\.name)
    let near = Suggestions.closest(to: name, among: names).map { "did you mean `\($0)`? " } ?? ""
    self.init("the chart has no machine `\(name)`", hint: near + "it has " + names.joined(separator: ", "), command: command)
  }

  /// Any of several machines could be meant.
  init(unclearMachineIn compilation: Compilation, command: String) {
    let machines = compilation.ownMachines
    self.init(
      "the chart has \(machines.count) machines", hint: "say which is meant: `--machine \(machines.first?.name ?? "")`", command: command)
  }
}
