import FSMModel

/// Writes types so that they mean in the generated file what they mean in the chart.
struct SwiftTypes {
  /// Enums of the chart that are called differently in Swift.
  private let renamed: [String: String]
  /// Types of Swift's own library that a machine or an enum of the chart hides.
  private let hidden: Set<String>

  init(_ machine: Machine, naming: SwiftNaming, machineNames: [String]) {
    renamed = Dictionary(
      zip(machine.enumerations.map(\.name), naming.enumerations).filter { $0 != $1 }, uniquingKeysWith: { first, _ in first })
    let declared = Set(machineNames).union(SwiftNaming.ownTypes).union(machine.enumerations.map(\.name))
    hidden = declared.intersection(Self.library)
  }

  /// A type of Swift's own library.
  func library(_ name: String) -> String { hidden.contains(name) ? "Swift.\(name)" : name }

  func text(_ variable: Variable) -> String { text(variable.type, variable.typeText) }

  func text(_ parameter: Parameter) -> String { text(parameter.type, parameter.typeText) }

  /// The type as the chart writes it, each name in it pointing where the chart's does.
  func text(_ type: ValueType, _ written: String) -> String {
    switch type {
    case .opaque, .unknown: Self.mapIdentifiers(of: written) { renamed[$0] ?? library($0) }
    case .enumeration: renamed[written] ?? SwiftIdentifier(escaping: written).text
    case .bool, .integer, .double, .float, .string, .duration: library(written)
    }
  }

  /// Every identifier in a type.
  static func identifiers(in type: String) -> Set<String> {
    var names: Set<String> = []
    _ = mapIdentifiers(of: type) {
      names.insert($0)
      return $0
    }
    return names
  }

  /// Replaces identifiers that do not follow a dot.
  private static func mapIdentifiers(of type: String, _ replace: (String) -> String) -> String {
    var result = ""
    var word = ""
    var last: Character = " "
    func flush() {
      if word.isEmpty { return }
      result += last == "." ? word : replace(word)
      word = ""
    }
    for character in type {
      if character == "_" || character.isLetter || character.isNumber {
        word.append(character)
      } else {
        flush()
        result.append(character)
        last = character
      }
    }
    flush()
    return result
  }

  private static let library: Set<String> = [
    "Any", "AnyObject", "Array", "ArraySlice", "AsyncStream", "Bool", "CaseIterable", "Character", "CheckedContinuation", "Clock",
    "Codable", "CodingKey", "ContinuousClock", "Decodable", "Decoder",
    "DecodingError", "Dictionary", "Double", "Duration", "Encodable", "Encoder", "Equatable", "Error", "ExpressibleByStringLiteral",
    "Float",
    "Hashable", "Hasher", "KeyedDecodingContainer", "KeyedEncodingContainer", "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "Never",
    "Optional", "Result", "Sendable", "Set", "String",
    "Substring", "Task",
    "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128", "Void",
  ]
}
