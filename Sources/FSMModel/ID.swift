/// The place of an element in its machine's flat array, typed by what it addresses so that numbers cannot be mixed up.
public struct ID<Element>: Sendable, Hashable, Comparable {
  public let index: Int

  @inlinable public init(_ index: Int) { self.index = index }

  @inlinable public static func < (lhs: ID, rhs: ID) -> Bool { lhs.index < rhs.index }
}

public typealias MachineID = ID<Machine>
public typealias StateID = ID<State>
public typealias EventID = ID<Event>
public typealias VariableID = ID<Variable>
public typealias CallableID = ID<Callable>
public typealias EnumerationID = ID<Enumeration>
public typealias ReactionID = ID<Reaction>
public typealias TransitionID = ID<Transition>
public typealias ActivityUseID = ID<ActivityUse>

extension StateID {
  /// The machine itself, as the state that contains all others.
  @inlinable public static var root: StateID { StateID(0) }
}
