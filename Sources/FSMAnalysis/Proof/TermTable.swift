import FSMModel

/// The values that guards ask about, each once: the same text counts as the same value inside one evaluation.
struct TermTable {
  struct Term {
    enum Kind: Hashable {
      case boolean
      case isIn(StateID)
      /// Integers, durations in attoseconds, enums by the number of their case.
      case integer
      case ordered(OrderDomain)
    }

    enum Origin {
      /// A variable, a datum or a parameter.
      case leaf
      /// What a function of the caller answers: anything, but the same for the same arguments.
      case call
      /// Only swiftc knows how it comes about.
      case opaque
      /// Arithmetic beyond sums, which is computed once its operands have values.
      case computed
      /// A literal, or a number that only the reasoning itself uses.
      case own
    }

    var expr: Expr
    var kind: Kind
    var origin: Origin
    /// Of an integer, where its type or range says so.
    var lower: Int128?
    var upper: Int128?
    /// Of a literal in an order.
    var literal: OrderValue?
    /// Variables and parameters that the value is made of.
    var leaves: [Expr] = []
  }

  private struct Key: Hashable {
    var expr: Expr
    var kind: Term.Kind
  }

  private(set) var terms: [Term] = []
  private var indices: [Key: Int] = [:]

  subscript(index: Int) -> Term { terms[index] }

  /// The term of that expression and kind, made where it is new.
  mutating func index(of expr: Expr, _ kind: Term.Kind, _ make: () -> Term) -> Int {
    let key = Key(expr: expr, kind: kind)
    if let known = indices[key] { return known }
    indices[key] = terms.count
    terms.append(make())
    return terms.count - 1
  }

  /// One more term, which no expression leads to.
  mutating func add(_ term: Term) -> Int {
    terms.append(term)
    return terms.count - 1
  }

  func find(_ expr: Expr, _ kind: Term.Kind) -> Int? { indices[Key(expr: expr, kind: kind)] }
}

/// Types whose values are compared but not added up. Between any two floating-point numbers or strings lies another.
enum OrderDomain: Hashable {
  case double, float, string
  /// Of a type only swiftc knows.
  case opaque

  /// True where a value may stand in no order, as a NaN does.
  var mayBeUnordered: Bool { self != .string }
}

/// A value in an order.
enum OrderValue: Hashable {
  case real(Double)
  case string(String)
  /// A literal that differs from every other literal: `nil`, `.left`.
  case opaque(Expr)
  case notANumber
  /// Some value; equal numbers stand for equal values.
  case abstract(Int)

  /// Nil where the two cannot be compared.
  static func isLess(_ first: OrderValue, _ second: OrderValue) -> Bool? {
    switch (first, second) {
    case (.real(let a), .real(let b)): a < b
    case (.string(let a), .string(let b)): a < b
    default: nil
    }
  }
}
