import FSMModel

/// A state or pseudo-state of an assembly.
public struct Node: Sendable {
  public enum Kind: Sendable, Hashable {
    case simple, composite, parallel, final, choice
    case history(isDeep: Bool)
  }

  /// A state as one machine sees it.
  public struct Layer: Sendable, Hashable {
    public var scope: ScopeID
    public var state: StateID
  }

  /// What can trigger a reaction, as a key.
  enum Trigger: Sendable, Hashable {
    case event(AssembledEventID)
    case any, always, choice
    /// The node's timer of that number.
    case after(Int)
    case done(NodeID)
    case activity(ActivityPlace, failed: Bool)
  }

  /// Reactions of one state with equal `after` share a timer.
  struct TimerPlace: Sendable {
    var scope: ScopeID
    var delay: Expr
  }

  public var id: NodeID
  public var name: String
  public var kind: Kind
  /// Nil for the machine itself.
  public var parent: NodeID?
  /// One more than the highest index inside.
  public var end: Int
  /// In document order, pseudo-states included.
  public var children: [NodeID] = []
  /// The histories among the children.
  public var histories: [NodeID] = []
  /// One; of a place two: the state itself, then the root of the machine it uses.
  public var layers: [Layer]
  /// In the order tried: of a place, those of the machine's body before those that the braces add.
  var reactions: [Trigger: [ReactionPlace]] = [:]
  /// Events that it reacts to by name, defers or ignores, in the order declared.
  var named: [AssembledEventID] = []
  /// Whether it reacts to, defers or ignores whatever comes.
  var takesAll = false
  var timers: [TimerPlace] = []
  var holds = Holds()

  /// What a state defers and ignores.
  struct Holds: Sendable {
    var deferred: Set<AssembledEventID> = []
    var ignored: Set<AssembledEventID> = []
    var defersAll = false
    var ignoresAll = false
  }

  public var isHistory: Bool { if case .history = kind { true } else { false } }
  public var isPseudo: Bool { isHistory || kind == .choice }

  func defers(_ event: AssembledEventID) -> Bool { holds.defersAll || holds.deferred.contains(event) }
  func ignores(_ event: AssembledEventID) -> Bool { holds.ignoresAll || holds.ignored.contains(event) }
}
