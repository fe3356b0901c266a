import FSMDiagnostics

/// Finds bytes that are not UTF-8.
///
/// Source: Unicode Standard 15.0, table 3-7, "Well-Formed UTF-8 Byte Sequences".
public enum UTF8Damage {
  /// The finding for a file that is not UTF-8 throughout, at its first bad byte.
  public static func diagnostic(for source: SourceFile) -> Diagnostic? {
    guard let offset = first(in: source.bytes) else { return nil }
    let hex = String(source.bytes[offset], radix: 16, uppercase: true)
    let isUTF16 = source.bytes.starts(with: [0xFF, 0xFE]) || source.bytes.starts(with: [0xFE, 0xFF])
    return Diagnostic(
      .fileNotUTF8, at: Span(file: source.id, start: offset, end: offset + 1),
      isUTF16 ? "the file is UTF-16, not UTF-8" : "the byte 0x\(hex.count < 2 ? "0" + hex : hex) is not UTF-8 here",
      hint: "save the file as UTF-8")
  }

  /// The offset of the first byte that begins no character.
  static func first(in bytes: [UInt8]) -> Int? {
    var offset = 0
    while offset < bytes.count {
      if bytes[offset] < 0x80 {
        offset += 1
      } else if let (_, length) = scalar(in: bytes, at: offset) {
        offset += length
      } else {
        return offset
      }
    }
    return nil
  }

  /// The character at `offset` and its length in bytes; nil when the bytes there are not UTF-8 or are none.
  static func scalar(in bytes: [UInt8], at offset: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    guard offset < bytes.count else { return nil }
    let first = bytes[offset]
    let length: Int
    var value: UInt32
    switch first {
    case 0..<0x80: return (Unicode.Scalar(first), 1)
    case 0xC2...0xDF: (length, value) = (2, UInt32(first & 0x1F))
    case 0xE0...0xEF: (length, value) = (3, UInt32(first & 0x0F))
    case 0xF0...0xF4: (length, value) = (4, UInt32(first & 0x07))
    default: return nil
    }
    guard offset + length <= bytes.count else { return nil }
    for next in bytes[(offset + 1)..<(offset + length)] {
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(next & 0x3F)
    }
    let shortest: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard value >= shortest, let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }
}
