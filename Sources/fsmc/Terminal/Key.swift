/// What somebody pressed.
enum Key: Hashable {
  case text(Unicode.Scalar)
  case enter, tab, backspace, delete
  case left, right, up, down, home, end, wordLeft, wordRight
  /// Delete to the end, to the start, the word before; put back what was deleted last.
  case killToEnd, killToStart, killWord, yank
  case interrupt, endOfInput, suspend, clearScreen
  /// Something that has no meaning here.
  case other

  /// A byte below the printable ones.
  init(control byte: UInt8) {
    self =
      switch byte {
      case 0x01: .home
      case 0x02: .left
      case 0x03: .interrupt
      case 0x04: .endOfInput
      case 0x05: .end
      case 0x06: .right
      case 0x08, 0x7F: .backspace
      case 0x09: .tab
      case 0x0A, 0x0D: .enter
      case 0x0B: .killToEnd
      case 0x0C: .clearScreen
      case 0x0E: .down
      case 0x10: .up
      case 0x15: .killToStart
      case 0x17: .killWord
      case 0x19: .yank
      case 0x1A: .suspend
      default: .other
      }
  }

  /// The end of an escape sequence of ECMA-48 (`ESC [ parameters final`), or of the older `ESC O final`.
  init(final byte: UInt8, parameters: [UInt8]) {
    let isModified = parameters.contains(UInt8(ascii: ";"))
    self =
      switch (byte, parameters.first) {
      case (UInt8(ascii: "A"), _): .up
      case (UInt8(ascii: "B"), _): .down
      case (UInt8(ascii: "C"), _): isModified ? .wordRight : .right
      case (UInt8(ascii: "D"), _): isModified ? .wordLeft : .left
      case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), UInt8(ascii: "1")), (UInt8(ascii: "~"), UInt8(ascii: "7")): .home
      case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), UInt8(ascii: "4")), (UInt8(ascii: "~"), UInt8(ascii: "8")): .end
      case (UInt8(ascii: "~"), UInt8(ascii: "3")): .delete
      default: .other
      }
  }
}

/// Cuts the bytes of a terminal into keys.
struct KeyReader {
  /// The next byte; nil at the end. With `wait` false, nil too when none is there yet.
  let next: (_ wait: Bool) -> UInt8?

  /// Nil at the end of the input.
  func key() -> Key? {
    guard let byte = next(true) else { return nil }
    switch byte {
    case 0x1B: return escape()
    case 0x00...0x1F, 0x7F: return Key(control: byte)
    case 0x20...0x7E: return .text(Unicode.Scalar(byte))
    default: return character(from: byte)
    }
  }

  private func escape() -> Key {
    guard let byte = next(false) else { return .other }
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      var parameters: [UInt8] = []
      while let next = next(false) {
        if (0x40...0x7E).contains(next) { return Key(final: next, parameters: parameters) }
        parameters.append(next)
        if parameters.count > 16 { break }
      }
      return .other
    case UInt8(ascii: "b"): return .wordLeft
    case UInt8(ascii: "f"): return .wordRight
    case 0x08, 0x7F: return .killWord
    default: return .other
    }
  }

  /// A character of several bytes in UTF-8; damaged ones become U+FFFD.
  private func character(from first: UInt8) -> Key {
    let count = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0
    var bytes = [first]
    for _ in 0..<count { if let byte = next(true) { bytes.append(byte) } }
    return .text(String(decoding: bytes, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}")
  }
}
