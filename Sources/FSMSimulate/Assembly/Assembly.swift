import FSMDiagnostics
import FSMModel

/// A machine with the bodies of the machines it uses set into their places: one tree of nodes, one table of events.
///
/// A state `clip: ClipEditor` and the root of `ClipEditor` are one node, with two layers. Each place has its own variables, actions and
/// activities; events of equal name are one event.
public struct Assembly: Sendable {
  /// Machines are copied at every call, with their assembly: one reference is cheaper than a dozen.
  private final class Parts: Sendable {
    let chart: Chart
    let scopes: [Scope]
    let nodes: [Node]
    let events: [AssembledEvent]
    let slotCount: Int
    let concerns: Concerns

    init(_ assembler: Assembler) {
      chart = assembler.chart
      scopes = assembler.scopes
      nodes = assembler.nodes
      events = assembler.events
      slotCount = assembler.slotCount
      concerns = Concerns(assembler.nodes)
    }
  }

  private let parts: Parts

  public var chart: Chart { _read { yield parts.chart } }
  /// The machine itself first, then one scope a use, in document order of the places.
  public var scopes: [Scope] { _read { yield parts.scopes } }
  /// In document order, parents before children; the first is the machine itself.
  public var nodes: [Node] { _read { yield parts.nodes } }
  public var events: [AssembledEvent] { _read { yield parts.events } }
  /// How many variables and data all scopes have together.
  public var slotCount: Int { parts.slotCount }

  var concerns: Concerns { _read { yield parts.concerns } }

  /// Greatest number of nodes and of variables: machines that use each other can multiply without bound.
  public static let mostNodes = 1 << 17

  /// Nil when the machine uses itself, or is larger than `mostNodes` with all that it uses.
  public init?(_ chart: Chart, machine: MachineID) {
    var assembler = Assembler(chart: chart)
    guard assembler.assemble(machine) else { return nil }
    parts = Parts(assembler)
  }

  public subscript(id: NodeID) -> Node { _read { yield parts.nodes[id.index] } }
  public subscript(id: ScopeID) -> Scope { _read { yield parts.scopes[id.index] } }
  public subscript(id: AssembledEventID) -> AssembledEvent { _read { yield parts.events[id.index] } }

  public func machine(of scope: ScopeID) -> Machine { chart[scopes[scope.index].machine] }
}

/// Parts of machines, reached without a copy of the machine.
extension Assembly {
  private func index(of scope: ScopeID) -> Int { parts.scopes[scope.index].machine.index }

  public func state(_ layer: Node.Layer) -> State { parts.chart.machines[index(of: layer.scope)].states[layer.state.index] }
  public func reaction(_ place: ReactionPlace) -> Reaction { parts.chart.machines[index(of: place.scope)].reactions[place.reaction.index] }
  public func transition(_ place: TransitionPlace) -> Transition {
    parts.chart.machines[index(of: place.scope)].transitions[place.transition.index]
  }
  public func variable(_ id: VariableID, _ scope: ScopeID) -> Variable { parts.chart.machines[index(of: scope)].variables[id.index] }
  public func callable(_ id: CallableID, _ scope: ScopeID) -> Callable { parts.chart.machines[index(of: scope)].callables[id.index] }
  public func enumeration(_ id: EnumerationID, _ scope: ScopeID) -> Enumeration {
    parts.chart.machines[index(of: scope)].enumerations[id.index]
  }
  public func activity(_ place: ActivityPlace) -> ActivityUse { parts.chart.machines[index(of: place.scope)].activityUses[place.use.index] }
}

public typealias NodeID = ID<Node>
public typealias ScopeID = ID<Scope>
public typealias AssembledEventID = ID<AssembledEvent>

extension NodeID {
  /// The machine itself.
  public static var machine: NodeID { NodeID(0) }
}

extension ScopeID {
  /// The scope of the machine itself, as against those of the machines it uses.
  public static var machine: ScopeID { ScopeID(0) }
}

/// One use of a machine: what its numbers mean here.
public struct Scope: Sendable {
  public var machine: MachineID
  /// The node that is the machine's root.
  public var place: NodeID
  /// The slot of the machine's first variable; the others follow in order.
  public var firstSlot: Int
  /// The node of each state.
  public var nodes: [NodeID]
  /// The event of the assembly for each of the machine's events.
  public var events: [AssembledEventID]
}

/// An event, whichever machines declare it.
public struct AssembledEvent: Sendable {
  public var name: String
  public var parameters: [Parameter]
  public var isPrivate: Bool
}

/// A reaction with the scope its numbers are in.
public struct ReactionPlace: Sendable, Hashable {
  public var scope: ScopeID
  public var reaction: ReactionID
}

/// A transition with the scope its numbers are in.
public struct TransitionPlace: Sendable, Hashable {
  public var scope: ScopeID
  public var transition: TransitionID

  public init(scope: ScopeID = .machine, transition: TransitionID) {
    self.scope = scope
    self.transition = transition
  }
}

/// An activity of a state, in one place.
public struct ActivityPlace: Sendable, Hashable {
  public var scope: ScopeID
  public var use: ActivityUseID

  public init(scope: ScopeID = .machine, use: ActivityUseID) {
    self.scope = scope
    self.use = use
  }
}
