/// Which bytes are what in XML.
///
/// Source: Extensible Markup Language (XML) 1.0, Fifth Edition, productions 2 to 5. Names above ASCII are taken as they come.
enum XMLCharacters {
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  static func isNameHead(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
      || byte >= 0x80
  }

  static func isNameTail(_ byte: UInt8) -> Bool {
    isNameHead(byte) || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// True for the characters that an XML text may hold, references to them included.
  static func isAllowed(_ value: UInt32) -> Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// The five entities that need no declaration.
  static func entity(_ name: String) -> UInt8? {
    switch name {
    case "lt": UInt8(ascii: "<")
    case "gt": UInt8(ascii: ">")
    case "amp": UInt8(ascii: "&")
    case "apos": UInt8(ascii: "'")
    case "quot": UInt8(ascii: "\"")
    default: nil
    }
  }
}
