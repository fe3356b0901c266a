/// One line of source as it is shown: tabs spread, hidden characters made visible, a long line cut around what matters.
struct SourceLine {
  /// One character as shown.
  struct Cell {
    /// Its bytes in the file.
    var bytes: Range<Int>
    var text: String
    var columns: Int
  }

  /// A tab reaches to the next multiple of this.
  private static let tabWidth = 4
  private static let ellipsis = "…"

  private(set) var cells: [Cell] = []

  /// The part of a line around `focus` that fits in `width` columns.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the whole file.
  ///   - line: Where the line is in them, without its line end.
  ///   - focus: The bytes that must be seen; where they do not fit, their beginning is.
  init(bytes: [UInt8], line: Range<Int>, focus: Range<Int>, width: Int) {
    // A window that holds all that can be shown, so that a huge line is not read whole: in ASCII a byte is a column, and characters of
    // other scripts rarely have more than eight bytes.
    let focusStart = min(max(focus.lowerBound, line.lowerBound), line.upperBound)
    let near = max(line.lowerBound, focusStart - width)..<min(line.upperBound, focusStart + 2 * width)
    let reach = bytes[near].allSatisfy { $0 < 0x80 } ? width : 8 * width
    let lower = Self.boundary(in: bytes, near: max(line.lowerBound, focusStart - reach), from: line.lowerBound)
    let upper = Self.boundary(in: bytes, near: min(line.upperBound, focusStart + 2 * reach), from: lower)
    cells = Self.cells(of: bytes, in: lower..<upper)
    let isWhole = lower == line.lowerBound && upper == line.upperBound
    let total = cells.reduce(0) { $0 + $1.columns }
    if !isWhole || total > width { cut(around: focusStart, width: width, line: line) }
  }

  /// The line as shown, without blanks at its end.
  var text: String {
    var text = cells.map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The columns of a range of bytes, counted from 0; at least one, even behind the end of the line.
  func columns(of range: Range<Int>) -> Range<Int> {
    var column = 0
    var first: Int?
    var last = 0
    for cell in cells {
      let isInside = cell.bytes.lowerBound < range.upperBound && cell.bytes.upperBound > range.lowerBound
      if isInside || (first == nil && cell.bytes.lowerBound >= range.lowerBound) { first = first ?? column }
      column += cell.columns
      if isInside { last = column }
    }
    let start = first ?? column
    return start..<max(last, start + 1)
  }

  private static func cells(of bytes: [UInt8], in range: Range<Int>) -> [Cell] {
    var cells: [Cell] = []
    var offset = range.lowerBound
    var column = 0
    for character in String(decoding: bytes[range], as: UTF8.self) {
      let size = min(character.utf8.count, range.upperBound - offset)
      var cell = Cell(bytes: offset..<(offset + size), text: String(character), columns: DisplayWidth.of(character))
      if character == "\t" {
        cell.columns = tabWidth - column % tabWidth
        cell.text = String(repeating: " ", count: cell.columns)
      } else if let stand = VisibleText.stand(for: character) {
        (cell.text, cell.columns) = (String(stand), 1)
      }
      cells.append(cell)
      offset += size
      column += cell.columns
    }
    return cells
  }

  /// Keeps what fits around an offset, a third of the room before it, and puts `…` where something was cut.
  private mutating func cut(around offset: Int, width: Int, line: Range<Int>) {
    let focus = cells.firstIndex { $0.bytes.upperBound > offset } ?? cells.count
    let room = width - 2
    var (low, high) = (focus, focus)
    var used = 0
    func take(_ index: Int, upTo limit: Int) -> Bool {
      guard cells.indices.contains(index), used + cells[index].columns <= limit else { return false }
      used += cells[index].columns
      return true
    }
    while take(low - 1, upTo: room / 3) { low -= 1 }
    while take(high, upTo: room) { high += 1 }
    while take(low - 1, upTo: room) { low -= 1 }
    cells = Array(cells[low..<high])
    let (start, end) = (cells.first?.bytes.lowerBound ?? offset, cells.last?.bytes.upperBound ?? offset)
    if start > line.lowerBound { cells.insert(Cell(bytes: start..<start, text: Self.ellipsis, columns: 1), at: 0) }
    if end < line.upperBound { cells.append(Cell(bytes: end..<end, text: Self.ellipsis, columns: 1)) }
  }

  /// The start of the UTF-8 scalar at an offset.
  private static func boundary(in bytes: [UInt8], near offset: Int, from lowest: Int) -> Int {
    var offset = offset
    while offset > lowest, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}
