import Testing

@testable import FSMDiagnostics

/// What "did you mean" offers, and where it keeps still.
struct SuggestionsTests {
  @Test(arguments: [
    ("pus", "push"), ("psuh", "push"), ("puhs", "push"), ("pushh", "push"), ("pish", "push"), ("PUSH", "push"),
    ("eject_money", "ejectMoney"),
    ("hasMony", "hasMoney"), ("hasMoneey", "hasMoney"), ("待付", "待付款"),
  ])
  func slips(_ typed: String, _ meant: String) {
    #expect(Suggestions.closest(to: typed, among: ["pull", "push", "ejectMoney", "hasMoney", "noMoney", "待付款"]) == meant)
  }

  @Test(arguments: ["x", "shove", "money", "sold out", ""])
  func farNames(_ typed: String) {
    #expect(Suggestions.closest(to: typed, among: ["pull", "push", "hasMoneyInside", "a", "b"]) == nil)
  }

  @Test func theNameItselfIsNoSuggestion() {
    #expect(Suggestions.closest(to: "push", among: ["push"]) == nil)
    #expect(Suggestions.closest(to: "push", among: [String]()) == nil)
  }

  @Test func equalButForCaseWinsOverNear() {
    #expect(Suggestions.closest(to: "Stop", among: ["step", "stops", "sTOP"]) == "sTOP")
  }

  /// The order of the candidates does not matter.
  @Test func tiesAreDecided() {
    let names = ["cat", "bat", "hat", "car"]
    #expect(Suggestions.closest(to: "cas", among: names) == "car")
    #expect(Suggestions.closest(to: "cas", among: names.reversed()) == "car")
  }

  /// A swap of neighbours is one slip; the restricted form never edits a swapped pair again (`ca` to `abc` is 3, not 2).
  @Test(arguments: [("ab", "ba", 1), ("ca", "abc", 3), ("", "abc", 3), ("kitten", "sitting", 3), ("same", "same", 0), ("abcd", "badc", 2)])
  func distances(_ a: String, _ b: String, _ expected: Int) {
    #expect(Suggestions.distance(Array(a.unicodeScalars), Array(b.unicodeScalars), atMost: 9) == expected)
    #expect(Suggestions.distance(Array(b.unicodeScalars), Array(a.unicodeScalars), atMost: 9) == expected)
    #expect(Suggestions.distance(Array(a.unicodeScalars), Array(b.unicodeScalars), atMost: expected - 1) == nil)
  }

  @Test func hugeNamesAreNotCompared() {
    let huge = String(repeating: "a", count: 1_000_000)
    #expect(Suggestions.closest(to: huge, among: [huge + "b", "a"]) == nil)
    #expect(Suggestions.closest(to: "a", among: [huge]) == nil)
  }
}
