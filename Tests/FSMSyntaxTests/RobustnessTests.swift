import FSMDiagnostics
import FSMTestSupport
import Testing

@testable import FSMSyntax

/// Damaged charts: the parser always ends, and says something whenever it did not understand.
@Suite struct RobustnessTests {
  static let fixtures = Fixtures.files(in: "syntax", extension: "fsm")

  @Test(arguments: fixtures)
  func `a chart cut before and inside any token`(_ fixture: Fixture) throws {
    let chart = try Chart(fixture)
    for token in chart.parsed.tokens {
      for length in [token.span.start, (token.span.start + token.span.end) / 2] {
        check(Array(chart.source.bytes[..<Int(length)]), walksTree: length % 32 == 0)
      }
    }
  }

  @Test func `a chart cut at any byte`() throws {
    let bytes = try Fixtures.file("syntax/spacing.fsm").bytes()
    for length in 0..<bytes.count { check(Array(bytes[..<length]), walksTree: length % 32 == 0) }
  }

  @Test(arguments: fixtures)
  func `a chart without one token`(_ fixture: Fixture) throws {
    let chart = try Chart(fixture)
    for (index, token) in chart.parsed.tokens.enumerated() {
      let rest = chart.source.bytes[..<Int(token.span.start)] + chart.source.bytes[Int(token.span.end)...]
      check(Array(rest), walksTree: index % 32 == 0)
    }
  }

  @Test(arguments: fixtures)
  func `a chart with tokens deleted, doubled, swapped and replaced`(_ fixture: Fixture) throws {
    let chart = try Chart(fixture)
    let texts = chart.parsed.tokens.dropLast().map { chart.source.text(of: $0.span) }
    var random = Shuffler(seed: 17)
    for round in 0..<120 {
      var mutated = texts
      for _ in 0...random.below(3) {
        let (place, other) = (random.below(mutated.count), random.below(mutated.count))
        switch random.below(5) {
        case 0: mutated.remove(at: place)
        case 1: mutated.insert(mutated[other], at: place)
        case 2: mutated.swapAt(place, other)
        case 3: mutated[place] = Self.strange[random.below(Self.strange.count)]
        default: mutated.insert(Self.strange[random.below(Self.strange.count)], at: place)
        }
      }
      check(Array(mutated.joined(separator: random.below(2) == 0 ? " " : "\n").utf8), walksTree: round % 32 == 0)
    }
  }

  @Test(arguments: fixtures)
  func `a chart with damaged bytes`(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    var random = Shuffler(seed: 4)
    for round in 0..<120 {
      var mutated = bytes
      for _ in 0...random.below(4) { mutated[random.below(mutated.count)] = UInt8(random.below(256)) }
      check(mutated, walksTree: round % 32 == 0)
    }
  }

  private static let strange = [
    "{", "}", "(", ")", "[", "]", ",", ";", ":", ".", "?.", "?", "!", "_", "@", "->", "=", "+=", "=>", "-->", "-", "*", "/", "&", "&&",
    "??",
    "...", "..<", "*/", "/*", "//", "\"", "\"\"\"", "#\"", "`", "\\", "#", "🐶", "2nd", "if", "else", "in", "state", "on", "event", "from",
    "raise", "send", "x", "3s", "1", "\"a\"", "\"\\(x)\"", "<", ">", ">=", "==", "\u{A0}", "'", "let", "machine", "scenario",
  ]

  /// What must hold for any bytes; walking all of the tree is slow, so not every case does.
  private func check(_ bytes: [UInt8], walksTree: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    let source = SourceFile(id: FileID(0), path: "damaged.fsm", bytes: bytes)
    let file = SyntaxFile(parsing: source)
    var end: Int32 = 0
    var isFine = file.diagnostics.count <= Parser.maximumFindings
    for token in file.tokens {
      isFine = isFine && token.span.start >= end && token.span.end >= token.span.start
      end = token.span.end
    }
    isFine = isFine && Int(end) == bytes.count && file.tokens.last?.kind == .endOfFile
    var audit = SpanAudit(limit: end)
    if walksTree { audit.file(file) }
    isFine = isFine && audit.faults.isEmpty
    // Text that was not understood is reported: a tree without findings stands for all of its text.
    if file.diagnostics.isEmpty { isFine = isFine && audit.invalid == 0 && Coverage.isWhole(file, source) }
    // A layout loses nothing of a damaged chart either.
    if walksTree { FormatProperties.expect(bytes, sourceLocation: sourceLocation) }
    #expect(isFine, "\(audit.faults) \(String(decoding: bytes, as: UTF8.self))", sourceLocation: sourceLocation)
  }
}

/// A generator of the same numbers in each run. Source: G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003.
struct Shuffler {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 8) % max(bound, 1)
  }
}
