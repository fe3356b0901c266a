import FSMDiagnostics
import FSMSyntax
import FSMTestSupport
import Testing

/// Charts made by chance, and their layout.
struct RandomLayouts {
  @Test("charts made by chance keep their meaning when they are laid out", arguments: 0..<4)
  func layouts(_ part: UInt64) {
    var whole = 0
    for seed in part * 100..<(part + 1) * 100 {
      let text = ChartMaker.make(seed: seed, features: .all).text
      let first = Self.laidOut(text)
      #expect(Self.parse(first).1.dump == Self.parse(text).1.dump, "seed \(seed)")
      #expect(Self.laidOut(first) == first, "seed \(seed)")
      // The same chart on a single line, unless that reads as a habit from elsewhere: `send e after 3s` is no two members there.
      let squeezed = Self.squeezed(text)
      guard Self.parse(squeezed).1.diagnostics.isEmpty else { continue }
      whole += 1
      #expect(Self.parse(Self.laidOut(squeezed)).1.dump == Self.parse(text).1.dump, "seed \(seed)")
    }
    #expect(whole > 50)
  }

  @Test("charts made by chance, with comments, mutilated: a layout loses nothing, and is the same the second time", arguments: 0..<4)
  func mutilated(_ part: UInt64) {
    for seed in part * 60..<(part + 1) * 60 {
      let text = ChartMaker.make(seed: seed, features: .all).text
      var chance = Chance(seed: seed)
      FormatProperties.expect(Array(Self.commented(text, &chance).utf8))
      for _ in 0..<4 { FormatProperties.expect(Array(Self.mutilated(text, &chance).utf8)) }
    }
  }

  /// Comments at line ends, between lines and between words, and blank lines.
  private static func commented(_ text: String, _ chance: inout Chance) -> String {
    text.split(separator: "\n").map { line in
      var line = String(line)
      if chance.hits(15) { line = "// above\n" + line }
      if chance.hits(10) { line += "\n\n\n" }
      if chance.hits(10), let blank = line.lastIndex(of: " ") { line.replaceSubrange(blank...blank, with: " /* within */ ") }
      if chance.hits(15) { line += "   // behind" }
      return line + "\n"
    }.joined()
  }

  /// Some words deleted, doubled, swapped or replaced; now and then cut short.
  private static func mutilated(_ text: String, _ chance: inout Chance) -> String {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    for _ in 0...Int.random(in: 0..<4, using: &chance) {
      if words.isEmpty { break }
      let (place, other) = (Int.random(in: 0..<words.count, using: &chance), Int.random(in: 0..<words.count, using: &chance))
      switch Int.random(in: 0..<5, using: &chance) {
      case 0: words.remove(at: place)
      case 1: words.insert(words[other], at: place)
      case 2: words.swapAt(place, other)
      case 3: words[place] = chance.pick(["{", "}", "->", "/", "[", "]", "state", "on", "else", ",", "//", "/*", "\"", "x", "3s", "("])
      default: words = Array(words[..<max(place, 1)])
      }
    }
    return words.joined(separator: " ")
  }

  static func parse(_ text: String) -> (SourceFile, SyntaxFile) {
    let source = SourceFile(id: FileID(0), path: "chance.fsm", bytes: Array(text.utf8))
    return (source, SyntaxFile(parsing: source))
  }

  static func laidOut(_ text: String) -> String { String(decoding: ChartFormatter.format(parse(text).0).bytes, as: UTF8.self) }

  private static func squeezed(_ text: String) -> String { text.split(separator: "\n").joined(separator: " ") }

  @Test("charts made by chance are the same after JSON", arguments: 0..<4)
  func json(_ part: UInt64) {
    for seed in part * 100..<(part + 1) * 100 {
      let trip = RoundTrip.throughJSON(Self.parse(ChartMaker.make(seed: seed, features: .all).text).1)
      #expect(trip.findings.isEmpty && trip.after == trip.before, "seed \(seed): \(trip.findings)")
    }
  }
}
