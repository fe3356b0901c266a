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
