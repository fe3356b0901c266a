/// The type of a value, as far as fsmc knows it.
public enum ValueType: Sendable, Hashable {
  case bool
  case integer(IntegerType)
  case double, float, string, duration
  case enumeration(EnumerationID)
  /// A Swift type that fsmc passes through, as written.
  case opaque(String)
  /// What only swiftc can tell: the outcome of an opaque operation. It fits everywhere.
  case unknown

  /// The widths of Swift's integers.
  public enum IntegerType: String, Sendable, Hashable, CaseIterable {
    case int = "Int"
    case int8 = "Int8"
    case int16 = "Int16"
    case int32 = "Int32"
    case int64 = "Int64"
    case uint = "UInt"
    case uint8 = "UInt8"
    case uint16 = "UInt16"
    case uint32 = "UInt32"
    case uint64 = "UInt64"

    /// One number for each type, less than 16.
    public var number: Int {
      switch self {
      case .int: 0
      case .int8: 1
      case .int16: 2
      case .int32: 3
      case .int64: 4
      case .uint: 5
      case .uint8: 6
      case .uint16: 7
      case .uint32: 8
      case .uint64: 9
      }
    }

    /// The least and the greatest value; `Int` and `UInt` as on 64-bit machines.
    public var bounds: ClosedRange<Int128> {
      switch self {
      case .int, .int64: Int128(Int64.min)...Int128(Int64.max)
      case .int8: Int128(Int8.min)...Int128(Int8.max)
      case .int16: Int128(Int16.min)...Int128(Int16.max)
      case .int32: Int128(Int32.min)...Int128(Int32.max)
      case .uint, .uint64: 0...Int128(UInt64.max)
      case .uint8: 0...Int128(UInt8.max)
      case .uint16: 0...Int128(UInt16.max)
      case .uint32: 0...Int128(UInt32.max)
      }
    }
  }

  /// True for types whose values and operations fsmc understands.
  public var isKnown: Bool {
    switch self {
    case .bool, .integer, .double, .float, .string, .duration, .enumeration: true
    case .opaque, .unknown: false
    }
  }

  public var isInteger: Bool { if case .integer = self { true } else { false } }

  public var isFloatingPoint: Bool { self == .double || self == .float }
}
