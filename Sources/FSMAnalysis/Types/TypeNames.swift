import FSMModel

/// Types by name, and back.
extension ValueType {
  /// The type a text names: one of those fsmc knows, an enum of the chart, or a Swift type that passes through.
  init(named text: String, enumerations: [String: EnumerationID]) {
    if let id = enumerations[text] {
      self = .enumeration(id)
    } else if let integer = IntegerType(rawValue: text) {
      self = .integer(integer)
    } else {
      switch text {
      case "Bool": self = .bool
      case "Double": self = .double
      case "Float": self = .float
      case "String": self = .string
      case "Duration": self = .duration
      default: self = .opaque(text)
      }
    }
  }

  /// Numbers, which arithmetic and literals work on.
  var isNumber: Bool {
    switch self {
    case .integer, .double, .float: true
    default: false
    }
  }

  /// Types that `<` compares.
  var isOrdered: Bool { isNumber || self == .string || self == .duration }

  /// The text of an opaque type without its closing `?`; nil for anything else.
  ///
  /// For example: `Int` for `Int?`.
  var unwrappedText: String? {
    if case .opaque(let text) = self, text.hasSuffix("?") { String(text.dropLast()) } else { nil }
  }
}

extension MachineResolver {
  /// The type as a Swift programmer writes it.
  func text(_ type: ValueType) -> String {
    switch type {
    case .bool: "Bool"
    case .integer(let integer): integer.rawValue
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .duration: "Duration"
    case .enumeration(let id): machine[id].name
    case .opaque(let text): text
    case .unknown: "…"
    }
  }
}

extension Parameter {
  /// What makes two parameters the same for a caller.
  struct Shape: Hashable {
    var name: String
    var isLabelled: Bool
    var type: String
  }

  var shape: Shape { Shape(name: name, isLabelled: isLabelled, type: typeText) }

  /// As declared: `amount: Int` or `_ message: String`.
  var declaration: String { "\(isLabelled ? "" : "_ ")\(name): \(typeText)" }
}

extension Event {
  /// As declared: `putMoney(amount: Int)`.
  var signature: String { parameters.isEmpty ? name : "\(name)(\(parameters.map(\.declaration).joined(separator: ", ")))" }
}
