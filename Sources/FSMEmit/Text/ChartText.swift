import FSMModel

/// Parts of a chart as its own text: what pictures and documents show where the chart's words are meant.
///
/// The text is rendered from the resolved chart, so a chart read from JSON or SCXML shows the same words as one written by hand. Spacing
/// and parentheses are canonical; a name stands bare, without backticks. States and events that carry a label are shown by it.
///
/// Recursion follows the nesting of expressions and effects, which the parser bounds.
///
/// For example: `putMoney [credit >= price] / credit -= price, release()`.
public struct ChartText: Sendable {
  /// The machine whose parts are shown.
  public let machine: Machine
  /// All machines of the chart, by `MachineID`: what states that are machines name.
  private let machines: [Machine]
  /// How many states bear a name: a unique one needs no path.
  private let nameCounts: [String: Int]

  /// Text for the parts of one machine of the chart.
  public init(chart: Chart, machine: MachineID) {
    self.init(machine: chart[machine], among: chart.machines)
  }

  /// Text for the parts of a machine; `machines` are all of its chart, and may be left out when no state of it is a machine.
  public init(machine: Machine, among machines: [Machine] = []) {
    self.machine = machine
    self.machines = machines
    var counts: [String: Int] = [:]
    for state in machine.states.dropFirst() { counts[state.name, default: 0] += 1 }
    nameCounts = counts
  }

  /// The state as a chart refers to it: its name where no other state has that name, else its path; the machine's name for the root.
  public func reference(to state: StateID) -> String {
    let name = machine[state].name
    return state == .root || nameCounts[name, default: 0] <= 1 ? name : machine.pathName(of: state)
  }

  /// What a picture calls the state: its label, else its name.
  public func title(of state: StateID) -> String { machine[state].label ?? machine[state].name }

  /// What a picture calls the event: its label, else its name.
  public func title(of event: EventID) -> String { machine[event].label ?? machine[event].name }

  /// The data of a state with their types: `(opacity: Float, color: Int)`; empty where it has none.
  public func data(of state: StateID) -> String {
    let data = machine[state].data.map { "\(machine[$0].name): \(machine[$0].typeText)" }
    return data.isEmpty ? "" : "(\(data.joined(separator: ", ")))"
  }

  /// A declaration of a constant, variable or datum: `var stock: Int in 0...20 = 3`.
  public func declaration(of variable: VariableID) -> String {
    let variable = machine[variable]
    var text = "\(variable.isConstant ? "let" : "var") \(variable.name): \(variable.typeText)"
    if let range = variable.range {
      let bounds = (range.lower.map { expression($0) } ?? "", range.upper.map { expression($0) } ?? "")
      text += " in \(bounds.0)\(range.includesUpper ? "..." : "..<")\(bounds.1)"
    }
    if let value = variable.value { text += " = \(expression(value))" }
    return text
  }

  /// What a state that is a machine is: `ClipEditor(asset: current)`; nil for other states.
  public func machineUse(of state: StateID) -> String? {
    guard case .machine(let id) = machine[state].kind, machines.indices.contains(id.index) else { return nil }
    let used = machines[id.index]
    let arguments = machine[state].machineArguments.map { "\(used[$0.variable].name): \(expression($0.value))" }
    return used.name + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
  }

  /// An activity as the state starts it: `do load(url: address)`, or `do first = load(url: a)` where the run has a name of its own.
  public func activity(_ use: ActivityUseID) -> String {
    let use = machine[use]
    let callable = machine[use.activity]
    let call = callable.name + arguments(use.arguments, for: callable.parameters, [])
    return use.name == callable.name ? "do \(call)" : "do \(use.name) = \(call)"
  }

  /// The names of `defer` or `ignore` in the order written: `putMoney, ejectMoney`, or `*`.
  public func holds(_ holds: [State.Hold]) -> String {
    holds.map { $0.event.map { title(of: $0) } ?? "*" }.joined(separator: ", ")
  }
}
