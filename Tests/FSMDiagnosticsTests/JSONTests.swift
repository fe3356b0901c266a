import FSMDiagnostics
import Foundation
import Testing

/// What is written is what another reader of JSON reads.
struct JSONTests {
  @Test func everyCharacterSurvives() throws {
    let text = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init))) + "\u{2028}\u{2029}待👩‍🚀\"\\/"
    for json in [JSON.array([.string(text)]).line, JSON.array([.string(text)]).indented] {
      #expect(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String] == [text])
      #expect(!json.dropFirst().dropLast().unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
  }

  @Test func shape() {
    let value = JSON.object([("b", 1), ("a", .array([true, .null, "x"])), ("e", .array([])), ("o", .object([]))])
    #expect(value.line == #"{"b":1,"a":[true,null,"x"],"e":[],"o":{}}"#)
    #expect(value.indented == "{\n  \"b\": 1,\n  \"a\": [\n    true,\n    null,\n    \"x\"\n  ],\n  \"e\": [],\n  \"o\": {}\n}")
  }
}
