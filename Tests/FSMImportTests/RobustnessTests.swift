import FSMAnalysis
import FSMDiagnostics
import FSMImport
import FSMSyntax
import FSMTestSupport
import Testing

/// No document crashes the importer or what follows it, and none loses a part without a word.
@Suite struct RobustnessTests {
  private func source(_ bytes: [UInt8]) -> SourceFile { SourceFile(id: FileID(0), path: "test.scxml", bytes: bytes) }

  @discardableResult
  private func imported(_ text: String) -> SyntaxFile {
    let file = SyntaxFile(importingSCXML: source(Array(text.utf8)))
    if !file.diagnostics.contains(where: { $0.severity == .error }) { _ = Resolution.resolve([file]) }
    return file
  }

  private func chart(_ inside: String) -> String {
    "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\"><datamodel><data id=\"n\" expr=\"1\"/></datamodel>\(inside)</scxml>"
  }

  @Test(arguments: Fixtures.files(in: "scxml", extension: "scxml"))
  func documentsCutShortAreErrors(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    let end = (bytes.lastIndex(of: UInt8(ascii: ">")) ?? 0)
    for length in stride(from: 0, to: end, by: 11) {
      let file = SyntaxFile(importingSCXML: source(Array(bytes[..<length])))
      #expect(file.diagnostics.contains { $0.severity == .error }, "\(length) bytes")
    }
  }

  @Test(arguments: Fixtures.files(in: "scxml", extension: "scxml"))
  func mutilatedDocumentsEnd(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    for (index, replacement) in zip(stride(from: 0, to: bytes.count, by: 5), Array("<>&'\"/= ax1.*(".utf8).cycled(bytes.count)) {
      var changed = bytes
      changed[index] = replacement
      imported(String(decoding: changed, as: UTF8.self))
      changed.remove(at: index)
      imported(String(decoding: changed, as: UTF8.self))
    }
  }

  @Test func depthIsBounded() {
    let many = 50_000
    let deep: [String] = [
      String(repeating: "<state>", count: many),
      chart(String(repeating: "<state>", count: 120) + String(repeating: "</state>", count: 120)),
      chart("<state><transition cond=\"\(String(repeating: "(", count: many))n\"/></state>"),
      chart("<state><transition cond=\"\(String(repeating: "!", count: many))n\"/></state>"),
      chart("<state><transition cond=\"n\(String(repeating: " + n", count: many)) == 1\" target=\"x\"/></state>"),
      chart(
        "<state><onentry><if cond=\"n\">\(String(repeating: "<elseif cond=\"n\"/><raise event=\"e\"/>", count: 500))</if></onentry></state>"
      ),
    ]
    for text in deep { #expect(imported(text).diagnostics.contains { $0.code == .nestedTooDeep || $0.code == .unsafeXML }) }
  }

  /// A descriptor that matches everything, in every state.
  @Test func expansionIsBounded() {
    let states = (0..<1_000).map {
      "<state id=\"s\($0)\"><transition event=\"e.x\($0)\"/><transition event=\"e\" cond=\"n == \($0)\"/></state>"
    }
    #expect(imported(chart(states.joined())).diagnostics.contains { $0.message.contains("match more than") })
  }

  @Test func manyMistakesAreFew() {
    let states = (0..<5_000).map { "<state id=\"s\($0)\"><transition event=\"e\" target=\"gone\($0)\"/></state>" }
    #expect(imported(chart(states.joined())).diagnostics.count <= 200)
  }
}

extension [UInt8] {
  /// The bytes over and over, so many in all.
  fileprivate func cycled(_ count: Int) -> [UInt8] { (0..<count).map { self[$0 % self.count] } }
}
