/// Which characters make names: Swift's own rules, without the symbols that Swift would allow (emoji among them).
///
/// The ranges are those of "Identifiers" in *The Swift Programming Language*; on top of them a character must be a letter, a digit or
/// a mark by Unicode's XID properties, so a name always reads as a word.
public enum IdentifierCharacters {
  /// True for a character that can begin a name.
  public static func isHead(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isASCIIHead(UInt8(scalar.value)) }
    return scalar.properties.isXIDStart && isInSwiftRanges(scalar.value)
  }

  /// True for a character that can follow in a name.
  public static func isTail(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isASCIITail(UInt8(scalar.value)) }
    return scalar.properties.isXIDContinue && (isInSwiftRanges(scalar.value) || isCombining(scalar.value))
  }

  static func isASCIIHead(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
  }

  static func isASCIITail(_ byte: UInt8) -> Bool {
    isASCIIHead(byte) || isDigit(byte)
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func isCombining(_ value: UInt32) -> Bool {
    switch value {
    case 0x0300...0x036F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }

  private static func isInSwiftRanges(_ value: UInt32) -> Bool {
    switch value {
    case 0xA8, 0xAA, 0xAD, 0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0xFF: true
    case 0x0100...0x02FF, 0x0370...0x167F, 0x1681...0x180D, 0x180F...0x1DBF, 0x1E00...0x1FFF: true
    case 0x200B...0x200D, 0x202A...0x202E, 0x203F...0x2040, 0x2054, 0x2060...0x206F: true
    case 0x2070...0x20CF, 0x2100...0x218F, 0x2460...0x24FF, 0x2776...0x2793: true
    case 0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0x303F, 0x3040...0xD7FF: true
    case 0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE1F, 0xFE30...0xFE44, 0xFE47...0xFFFD: true
    case 0x10000...0x1FFFD, 0x20000...0x2FFFD, 0x30000...0x3FFFD, 0x40000...0x4FFFD, 0x50000...0x5FFFD: true
    case 0x60000...0x6FFFD, 0x70000...0x7FFFD, 0x80000...0x8FFFD, 0x90000...0x9FFFD, 0xA0000...0xAFFFD: true
    case 0xB0000...0xBFFFD, 0xC0000...0xCFFFD, 0xD0000...0xDFFFD, 0xE0000...0xEFFFD: true
    default: false
    }
  }
}
