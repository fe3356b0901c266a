/// A line of a fixture that looks like a marker: `//` and then a caret or an at-sign.
struct MarkerText {
  private let characters: [Character]
  private let slashes: Int

  /// Nil when the line is none.
  init?(_ line: String) {
    characters = Array(line)
    guard let slashes = characters.firstIndex(where: { $0 != " " && $0 != "\t" }), slashes + 2 < characters.count,
      characters[slashes] == "/", characters[slashes + 1] == "/"
    else { return nil }
    let body = characters[(slashes + 2)...].first { $0 != " " && $0 != "\t" }
    guard body == "^" || characters[slashes + 2] == "@" else { return nil }
    self.slashes = slashes
  }

  /// The marker, or nil when the line is not a whole one.
  func marker(below codeLine: Int, writtenOn line: Int) -> Marker? {
    characters[slashes + 2] == "@" ? placed(below: codeLine, writtenOn: line) : pointed(below: codeLine, writtenOn: line)
  }

  private func pointed(below codeLine: Int, writtenOn line: Int) -> Marker? {
    guard let first = characters.firstIndex(of: "^") else { return nil }
    let end = characters[first...].firstIndex { $0 != "^" } ?? characters.count
    return finding(characters[end...], line: codeLine, columns: (first + 1)..<(end + 1), writtenOn: line)
  }

  private func placed(below codeLine: Int, writtenOn line: Int) -> Marker? {
    let body = characters[(slashes + 3)...]
    guard let blank = body.firstIndex(of: " ") else { return nil }
    let place = String(body[..<blank])
    if place == "end" { return finding(body[blank...], line: nil, columns: 1..<2, writtenOn: line) }
    let numbers = place.split(separator: ":").last?.split(separator: "-").compactMap { Int($0) } ?? []
    let named = place.contains(":") ? place.split(separator: ":").first.flatMap { Int($0) } : codeLine
    guard let named, numbers.count == 2, numbers[0] >= 1, numbers[0] <= numbers[1] else { return nil }
    let columns = numbers[0]..<max(numbers[1], numbers[0] + 1)
    return finding(body[blank...], line: named, columns: columns, writtenOn: line)
  }

  /// Reads ` error FSM201: message`.
  private func finding(_ text: ArraySlice<Character>, line: Int?, columns: Range<Int>, writtenOn: Int) -> Marker? {
    let words = String(text).split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
    guard words.count >= 2, ["error", "warning", "note"].contains(words[0]), words[1].hasPrefix("FSM"), words[1].hasSuffix(":") else {
      return nil
    }
    var message = words.count > 2 ? String(words[2]) : ""
    while message.last?.isWhitespace == true { message.removeLast() }
    return Marker(
      line: line, columns: columns, severity: String(words[0]), code: String(words[1].dropLast()), message: message, writtenOn: writtenOn)
  }
}
