import FSMDiagnostics
import FSMModel
import FSMSyntax

/// The work on one machine: first what it declares, then what its bodies mean.
struct MachineResolver {
  /// A state with the part of the syntax it came from; at the index of the state's ID.
  enum StateSource {
    case machine(MachineSyntax)
    case state(StateSyntax)
    case choice(ChoiceSyntax)
    case history(HistorySyntax)
  }

  let syntax: MachineSyntax
  var machine: Machine
  var names = NameTables()
  var reporter = Reporter()
  var sources: [StateSource] = []
  var variableSyntax: [VariableSyntax] = []
  /// All machines of the chart, by name; set before `declare`.
  var machineNames: [String: MachineID] = [:]
  /// All machines as declared; set by `resolveBodies`.
  var machines: [Machine] = []
  /// Constants and variables that `start` may leave out: a simulation has their values already.
  var knownAtStart: Set<VariableID> = []

  init(id: MachineID, syntax: MachineSyntax) {
    self.syntax = syntax
    machine = Machine(
      id: id, name: syntax.name.text, label: syntax.label?.value, doc: syntax.doc, nameSpan: syntax.name.span, span: syntax.span,
      conformances: syntax.conformances.isEmpty ? nil : syntax.conformances.map(\.text))
  }

  /// Everything that has a name: types first, since the rest is declared with them.
  mutating func declare() {
    declareEnumerations()
    declareVariables()
    declareEvents()
    declareCallables()
    declareStates()
  }

  /// The values of the machine's own constants and variables: others are told by them what must be passed.
  mutating func resolveValues() {
    resolveFunctionBodies()
    resolveVariableValues()
  }

  /// Everything else that uses names. `machines` are all machines of the chart, with their values.
  mutating func resolveBodies(machines: [Machine]) {
    self.machines = machines
    resolveStateData()
    declareActivityUses()
    resolveStates()
    resolveEventSources()
    resolveAssertions()
    self.machines = []
  }
}

/// The names of one machine, by namespace.
struct NameTables {
  /// A name inside a state.
  struct MemberKey: Hashable {
    var state: StateID
    var name: String
  }

  // Types.
  var enumerations: [String: EnumerationID] = [:]
  /// A case of an enum.
  struct CaseKey: Hashable {
    var enumeration: EnumerationID
    var name: String
  }
  var cases: [CaseKey: Int] = [:]
  // Events.
  var events: [String: EventID] = [:]
  // Values and callables.
  var variables: [String: VariableID] = [:]
  var callables: [String: CallableID] = [:]
  var data: [MemberKey: VariableID] = [:]
  /// A state that has a datum of the name, for hints.
  var dataOwners: [String: StateID] = [:]
  // States.
  var children: [MemberKey: StateID] = [:]
  var statesNamed: [String: [StateID]] = [:]
  /// What a path means where nothing nearer is found, by its text: the answer does not depend on the place.
  var distantPaths: [String: [StateID]] = [:]
  // Activities in use.
  var runs: [MemberKey: ActivityUseID] = [:]
  var runsNamed: [String: [ActivityUseID]] = [:]
  // What is deferred or ignored, with the place that says so.
  struct HoldKey: Hashable {
    var state: StateID
    var event: EventID?
  }
  var holds: [HoldKey: Span] = [:]
}
