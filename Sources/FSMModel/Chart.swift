import FSMDiagnostics

/// What one chart file means, together with the files it uses: every name replaced by a number, every expression typed.
public struct Chart: Sendable {
  /// The `import` declarations, as they go to the top of the generated Swift.
  public var imports: [String]
  /// Machines of the file itself first, in the order written, then those of used files.
  public var machines: [Machine]
  /// How many of `machines` the file itself declares: those are what an output is made for.
  public var ownMachineCount: Int

  public init(imports: [String] = [], machines: [Machine] = [], ownMachineCount: Int = 0) {
    self.imports = imports
    self.machines = machines
    self.ownMachineCount = ownMachineCount
  }

  @inlinable public subscript(id: MachineID) -> Machine { _read { yield machines[id.index] } }
}

/// One machine: flat arrays, addressed by IDs.
public struct Machine: Sendable {
  public var id: MachineID
  public var name: String
  public var label: String?
  public var doc: String?
  public var nameSpan: Span
  public var span: Span
  /// What the generated type conforms to instead of `Sendable, Hashable`; nil when the chart does not say.
  public var conformances: [String]?
  public var enumerations: [Enumeration] = []
  /// Constants and variables of the machine, then the data of each state; `Variable.owner` tells whose they are.
  public var variables: [Variable] = []
  public var events: [Event] = []
  /// Actions, functions and activities, in the order declared.
  public var callables: [Callable] = []
  /// All states in document order, parents before children; the first is the machine itself.
  public var states: [State] = []
  public var reactions: [Reaction] = []
  public var transitions: [Transition] = []
  public var activityUses: [ActivityUse] = []
  public var assertions: [Assertion] = []
  public var scenarios: [Scenario] = []

  public init(id: MachineID, name: String, label: String?, doc: String?, nameSpan: Span, span: Span, conformances: [String]?) {
    self.id = id
    self.name = name
    self.label = label
    self.doc = doc
    self.nameSpan = nameSpan
    self.span = span
    self.conformances = conformances
  }

  // These records hold a dozen arrays each and are looked at everywhere: they are lent, not copied, and changed where they stand.
  @inlinable public subscript(id: StateID) -> State {
    _read { yield states[id.index] }
    _modify { yield &states[id.index] }
  }
  @inlinable public subscript(id: EventID) -> Event { _read { yield events[id.index] } }
  @inlinable public subscript(id: VariableID) -> Variable { _read { yield variables[id.index] } }
  @inlinable public subscript(id: CallableID) -> Callable { _read { yield callables[id.index] } }
  @inlinable public subscript(id: EnumerationID) -> Enumeration { _read { yield enumerations[id.index] } }
  @inlinable public subscript(id: ReactionID) -> Reaction { _read { yield reactions[id.index] } }
  @inlinable public subscript(id: TransitionID) -> Transition { _read { yield transitions[id.index] } }
  @inlinable public subscript(id: ActivityUseID) -> ActivityUse { _read { yield activityUses[id.index] } }
}
