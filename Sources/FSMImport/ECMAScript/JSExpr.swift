import FSMDiagnostics

/// An expression of the part of ECMAScript that fsmc reads, as written.
///
/// Source: ECMA-262, clauses 12 and 13; what charts do not need is left out.
struct JSExpr: Sendable {
  indirect enum Kind: Sendable {
    /// The text as written.
    case number(String)
    case string(String)
    case boolean(Bool)
    /// `undefined` or `null`
    case undefined
    case name(String)
    case member(JSExpr, String)
    case call(JSExpr, [JSExpr])
    /// `!`, `-`, `+` or `typeof`
    case prefix(JSPrefix, JSExpr)
    case binary(JSExpr, JSBinary, JSExpr)
    case ternary(JSExpr, JSExpr, JSExpr)
    /// `++x` or `--x`: the value after the step.
    case step(JSExpr, by: Int)
  }

  var kind: Kind
  var span: Span
  /// Levels of expressions inside, this one included.
  var height = 1

  /// The parts, in the order evaluated.
  var parts: [JSExpr] {
    switch kind {
    case .number, .string, .boolean, .undefined, .name: []
    case .member(let part, _), .prefix(_, let part), .step(let part, _): [part]
    case .call(let callee, let arguments): [callee] + arguments
    case .binary(let lhs, _, let rhs): [lhs, rhs]
    case .ternary(let condition, let then, let otherwise): [condition, then, otherwise]
    }
  }

  /// True when a part, or the expression itself, fits; the stack is explicit, so depth costs no call stack.
  func contains(_ fits: (JSExpr) -> Bool) -> Bool {
    var stack = [self]
    while let next = stack.popLast() {
      if fits(next) { return true }
      stack.append(contentsOf: next.parts)
    }
    return false
  }

  /// The names it reads, members and functions aside.
  var names: Set<String> {
    var found: Set<String> = []
    _ = contains {
      if case .name(let name) = $0.kind { found.insert(name) }
      return false
    }
    return found
  }

  /// `a.b.c` as `["a", "b", "c"]`; nil for anything else.
  var path: [String]? {
    var names: [String] = []
    var current = self
    while true {
      switch current.kind {
      case .name(let name): return (names + [name]).reversed()
      case .member(let base, let name):
        names.append(name)
        current = base
      default: return nil
      }
    }
  }

  /// The text of a string literal.
  var literalString: String? { if case .string(let text) = kind { text } else { nil } }
}

enum JSPrefix: Sendable {
  case not, negate, plus, typeof
}

/// Binary operators; `===` counts as `==` where both sides have one type.
enum JSBinary: String, Sendable {
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case add = "+"
  case subtract = "-"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="
  case strictEqual = "==="
  case strictNotEqual = "!=="
  case and = "&&"
  case or = "||"

  /// Larger binds tighter, as in ECMAScript.
  var precedence: Int {
    switch self {
    case .multiply, .divide, .remainder: 6
    case .add, .subtract: 5
    case .less, .lessOrEqual, .greater, .greaterOrEqual: 4
    case .equal, .notEqual, .strictEqual, .strictNotEqual: 3
    case .and: 2
    case .or: 1
    }
  }
}

/// One statement of a script: `x = value`, or one of its shorter forms spelled out.
struct JSAssignment: Sendable {
  var name: String
  var nameSpan: Span
  var value: JSExpr
  /// `var x = 1`
  var isDeclaration: Bool
  var span: Span
}
