/// The types that charts made by chance use.
enum Sort: CaseIterable, Sendable {
  case int, bool, mode, double, string

  /// As the chart writes it.
  var typeName: String {
    switch self {
    case .int: "Int"
    case .bool: "Bool"
    case .mode: "Mode"
    case .double: "Double"
    case .string: "String"
    }
  }

  /// How names of this sort begin.
  var letter: String {
    switch self {
    case .int: "n"
    case .bool: "b"
    case .mode: "m"
    case .double: "d"
    case .string: "t"
    }
  }

  /// Integers and truth values more often than the others.
  static let weighted: [Sort] = [.int, .int, .int, .bool, .bool, .mode, .mode, .double, .string]
}

/// A variable, a datum of a state or a parameter, as expressions see it.
struct SketchValue: Sendable {
  var name: String
  var sort: Sort
  /// False for constants and parameters.
  var isAssignable = true
  /// The default or initial value's text.
  var initial: String?
  var range: String?
  var isLabelled = true

  /// The declaration: `_ n0: Int in 0...9 = 3`.
  var declaration: String {
    (isLabelled ? "" : "_ ") + "\(name): \(sort.typeName)" + (range.map { " in \($0)" } ?? "") + (initial.map { " = \($0)" } ?? "")
  }
}

/// An event as reactions see it.
struct SketchEvent: Sendable {
  var name: String
  var isPrivate = false
  var parameters: [SketchValue] = []
}

/// A state or pseudo-state as targets see it.
struct SketchState: Sendable {
  enum Kind: Sendable {
    case simple, composite, parallel, final, choice, history
    /// Acts as the other machine.
    case used
  }

  var name: String
  var parent: Int?
  var kind = Kind.simple
  var isInitial = false
  var data: [SketchValue] = []
  var children: [Int] = []

  var isPseudo: Bool { kind == .choice || kind == .history }
}
