import Testing

@testable import FSMImport

/// Names for texts that are none.
@Suite struct NameTests {
  @Test(arguments: [
    ("idle", "idle"), ("user.login", "userLogin"), ("a-b", "aB"), ("DIGIT.0", "DIGIT_0"), ("out.0x30", "out_0x30"),
    ("OPER.MINUS", "OPER_MINUS"),
    ("1st", "_1st"), ("help page", "helpPage"), ("待付款", "待付款"), ("...", "unnamed"), ("_", "unnamed"), ("état.à", "étatÀ"),
  ])
  func readsLikeTheText(_ text: String, _ expected: String) {
    var names = UniqueNames(reserving: [text])
    #expect(names.name(for: text) == expected)
  }

  /// No two texts get one name, and a text that is a name keeps it, whatever is asked first.
  @Test func areDifferent() {
    let texts = ["a.b", "a-b", "aB", "a b", "aB2", "a_b", "", ".", "x.1", "x_1", "x-1"]
    var names = UniqueNames(reserving: texts)
    let found = texts.map { names.name(for: $0) }
    #expect(Set(found).count == texts.count, "\(found)")
    #expect(found[2] == "aB" && found[4] == "aB2" && found[5] == "a_b" && found[9] == "x_1")
    #expect(found.allSatisfy(UniqueNames.isName))
    #expect(texts.map { names.name(for: $0) } == found)
  }
}
