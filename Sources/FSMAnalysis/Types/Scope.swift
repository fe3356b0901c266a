import FSMModel

/// What an expression may name.
struct Scope {
  /// What kind of place it is, for `in(…)` and for reads of any state's data.
  enum Place {
    /// Guards and the conditions of `if` effects.
    case condition
    /// Arguments, assigned values, delays.
    case value
    /// `assert` and `expect`: data of every state, by path.
    case assertion
    /// The value or range of a declaration, the body of a function.
    case declaration
  }

  var place: Place
  /// Whose data, and those of the states around it, are in scope.
  var state: StateID = .root
  /// Where paths of states are looked up from.
  var holder: StateID = .root
  var parameters: [Parameter] = []
  /// Parameters that not all events of the trigger share, with the event that has it.
  var hidden: [String: String] = [:]
  /// Only variables before this one are set yet.
  var variableLimit: VariableID?
  /// Only constants: the bounds of a range.
  var constantsOnly = false
  /// No constants, variables or data: the body of a function.
  var parametersOnly = false

  func at(_ place: Place) -> Scope {
    var copy = self
    copy.place = place
    return copy
  }
}
