import FSMModel

/// What names mean at one place of a step.
struct SwiftScope {
  /// Where in the chart the machine is, as far as it is known when the code runs.
  enum Location: Hashable {
    /// Exactly this state and what contains it is active.
    case exactly(StateID)
    /// This state is active, and something inside it.
    case inside(StateID)
  }

  var location: Location
  /// Locals that hold the parameters of the reaction's trigger.
  var parameters: [String] = []
  /// The same by the parameter's name, for branches of several reactions to one event.
  var parametersByName: [String: String] = [:]
  /// Locals that hold data of active states, as they are now.
  var data: [VariableID: String] = [:]
  /// Data whose locals are `var`.
  var mutable: Set<VariableID> = []
  /// Data changed in their locals and not yet in `state`.
  var changed: Set<VariableID> = []
  /// Locals that hold the inner value of a composite.
  var inner: [StateID: String] = [:]
  /// Every local in sight, the parameters that steps have included.
  var names = SwiftScope.ownNames
  /// What a function returns when the state is not what its caller saw: never, in truth.
  var bail = "return"
  /// A choice may be waiting to be left, so that what stands in `state` for it is not active.
  var seesPending = false
  /// Where in a microstep the code runs; nil where nothing is being left or entered.
  var moment: SwiftVacancies.Moment?

  private static let ownNames = SwiftNames(taken: ["actions", "call", "event", "functions"])
}

extension Expr {
  /// True where swiftc can find an error that fsmc cannot.
  var isOpaque: Bool {
    contains {
      switch $0.kind {
      case .implicitMember, .swiftName, .member, .forced, .apply, .subscripted, .array, .dictionary, .nil: true
      default: !$0.type.isKnown
      }
    }
  }

  /// A variable or parameter by its name alone.
  var isPlainName: Bool {
    switch kind {
    case .variable, .parameter: true
    default: false
    }
  }

  /// True where swiftc may refuse the value for something of a type: not for a plain name of that very type.
  func mayMismatch(_ type: ValueType) -> Bool {
    isOpaque && !(isPlainName && self.type == type)
  }

  /// The variable at the root of a place.
  var rootVariable: VariableID? {
    var place = self
    while true {
      switch place.kind {
      case .variable(let id): return id
      case .member(let base, _, _), .forced(let base), .subscripted(let base, _), .apply(let base, _): place = base
      default: return nil
      }
    }
  }
}

extension Effect {
  /// The variable it changes, if it changes one.
  var written: VariableID? {
    switch self {
    case .assign(let place, _, _, _): place.rootVariable
    case .mutate(let call, _): call.rootVariable
    default: nil
    }
  }
}

extension [Effect] {
  /// Every variable and datum read or written.
  var variables: Set<VariableID> {
    var result: Set<VariableID> = []
    forEachEffect { effect in for expression in effect.expressions { result.formUnion(expression.variables) } }
    return result
  }

  /// Every variable and datum written.
  var written: Set<VariableID> {
    var result: Set<VariableID> = []
    forEachEffect { if let id = $0.written { result.insert(id) } }
    return result
  }

  /// True when one of them, or one inside them, satisfies the condition.
  func contains(deep condition: (Effect) -> Bool) -> Bool {
    var found = false
    forEachEffect { if condition($0) { found = true } }
    return found
  }
}
