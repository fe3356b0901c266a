import FSMDiagnostics

/// Characters of an XML file with references resolved, and where in the file each of them stands.
///
/// For example: the value of `cond="a &lt; 3"` is `a < 3`, and the span of its `<` covers `&lt;`.
struct XMLText: Sendable {
  /// From `decoded` on, characters stand in the file from `source` on, until the next piece begins.
  private struct Piece: Sendable {
    var decoded: Int32
    var source: Int32
  }

  private(set) var bytes: [UInt8] = []
  private var pieces: [Piece] = []
  /// Behind the last character, in the file.
  private var end: Int32
  private let file: FileID

  init(file: FileID, start: Int) {
    self.file = file
    end = Int32(start)
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }
  var isBlank: Bool { bytes.allSatisfy(XMLCharacters.isBlank) }
  /// Where all of it stands.
  var span: Span { span(0..<bytes.count) }

  /// Adds what `range` of the file stands for.
  mutating func append(_ added: some Sequence<UInt8>, from range: Range<Int>) {
    let continues = end == Int32(range.lowerBound) && !pieces.isEmpty && isDirect
    if !continues { pieces.append(Piece(decoded: Int32(bytes.count), source: Int32(range.lowerBound))) }
    let before = bytes.count
    bytes.append(contentsOf: added)
    isDirect = bytes.count - before == range.count
    end = Int32(range.upperBound)
  }

  /// Whether what was added last is as long in the file as here, so that offsets in it can be counted on.
  private var isDirect = true

  /// Where a range of `bytes` stands in the file.
  func span(_ range: Range<Int>) -> Span {
    let start = source(of: range.lowerBound)
    return Span(file: file, start: start, end: max(start, range.isEmpty ? start : source(of: range.upperBound)))
  }

  private func source(of offset: Int) -> Int {
    guard offset < bytes.count else { return Int(end) }
    let piece = pieces[max(1, pieces.partitioningIndex { $0.decoded > Int32(offset) }) - 1]
    return Int(piece.source) + offset - Int(piece.decoded)
  }

  /// The words between blanks, each with its place.
  var words: [XMLWord] {
    var words: [XMLWord] = []
    var start: Int?
    for offset in 0...bytes.count {
      let isBlank = offset == bytes.count || XMLCharacters.isBlank(bytes[offset])
      if let first = start, isBlank {
        words.append(XMLWord(text: String(decoding: bytes[first..<offset], as: UTF8.self), span: span(first..<offset)))
        start = nil
      } else if start == nil, !isBlank {
        start = offset
      }
    }
    return words
  }

  /// The text without blanks around it, as one word.
  var trimmed: XMLWord {
    let first = bytes.firstIndex { !XMLCharacters.isBlank($0) } ?? bytes.count
    let last = (bytes.lastIndex { !XMLCharacters.isBlank($0) } ?? first - 1) + 1
    return XMLWord(text: String(decoding: bytes[first..<max(first, last)], as: UTF8.self), span: span(first..<max(first, last)))
  }
}

/// One word of an attribute's value, with its place in the file.
struct XMLWord: Sendable, Hashable {
  var text: String
  var span: Span
}
