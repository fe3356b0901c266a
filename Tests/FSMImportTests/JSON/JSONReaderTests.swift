import FSMDiagnostics
import FSMImport
import FSMSyntax
import FSMTestSupport
import Testing

/// JSON as it is read: what is wrong has a place, and nothing takes long or deep.
@Suite struct JSONReaderTests {
  private func findings(_ text: String) -> [String] {
    let source = RoundTrip.source(text, "a.json")
    return SyntaxFile(importingJSON: source).diagnostics.filter { $0.severity == .error }.map { finding in
      let place = source.position(at: finding.span.start)
      return "\(place.line):\(place.column) \(finding.code.rawValue) \(finding.message)"
    }
  }

  @Test(
    arguments: [
      ("", "1:1 FSM807 the file holds no value"),
      (" \n ", "2:2 FSM807 the file holds no value"),
      ("{", "1:2 FSM807 expected a key or `}`, and the file ends"),
      ("{\"a\"", "1:5 FSM807 expected `:`, and the file ends"),
      ("{\"a\": }", "1:7 FSM807 expected a value, found `}`"),
      ("{\"a\": 1,}", "1:8 FSM807 a comma before `}`"),
      ("[1, 2,]", "1:6 FSM807 a comma before `]`"),
      ("{\"a\": 1 \"b\": 2}", "1:9 FSM807 expected `,` or `}`, found `\"`"),
      ("{a: 1}", "1:2 FSM807 expected a key or `}`, found `a`"),
      ("{'a': 1}", "1:2 FSM807 expected a key or `}`, found `'`"),
      ("{\"a\": 1 // x\n}", "1:9 FSM807 expected `,` or `}`, found `/`"),
      ("{} x", "1:4 FSM807 expected the end of the file, found `x`"),
      ("{\"a\": tru}", "1:7 FSM807 expected a value, found `t`"),
      ("{\"a\": NaN}", "1:7 FSM807 expected a value, found `N`"),
      ("{\"é\": é}", "1:7 FSM807 expected a value, found `é`"),
      ("{\"a\": 01}", "1:7 FSM807 `01` is no number"),
      ("{\"a\": -}", "1:7 FSM807 `-` is no number"),
      ("{\"a\": 1.}", "1:7 FSM807 `1.` is no number"),
      ("{\"a\": 1e}", "1:7 FSM807 `1e` is no number"),
      ("{\"a\": \"x", "1:7 FSM807 this string does not end"),
      ("{\"a\": \"x\n\"}", "1:7 FSM807 this string does not end on its line"),
      ("{\"a\": \"x\t\"}", "1:9 FSM807 a control character in a string"),
      ("{\"a\": \"\\x\"}", "1:8 FSM807 no such escape"),
      ("{\"a\": \"\\u12\"}", "1:8 FSM807 `\\u` without four hexadecimal digits"),
      ("{\"a\": \"é\\uD83D\"}", "1:9 FSM807 half of a surrogate pair stands alone"),
      ("{\"a\": \"\\uDE00\"}", "1:8 FSM807 half of a surrogate pair stands alone"),
      ("{\"a\": \"\\uD83D\\u0041\"}", "1:8 FSM807 half of a surrogate pair stands alone"),
      ("{\"a\": 1,\n \"b\": 2, \"a\": 3}", "2:11 FSM807 the key `a` stands twice in this object"),
      ("{\"a\": 1, \"\\u0061\": 3}", "1:11 FSM807 the key `a` stands twice in this object"),
      ("3", "1:1 FSM803 the file holds a number, and a chart is an object"),
      ("{\"states\": 3}", "1:12 FSM803 `states` is a number, and an object is needed"),
      ("{\"states\": {\"a\": {\"on\": {\"e\": \"#b\"}}}}", "1:32 FSM204 no state is at `#b`"),
      (
        "{\"states\": {\"a\": {\"on\": {\"e\": {\"guard\": \"x >\", \"target\": \"a\"}}}}}",
        "1:45 FSM110 expected an expression, found the end of the text"
      ),
    ])
  func `what is wrong has a place`(_ text: String, _ expected: String) { #expect(findings(text).first == expected) }

  @Test func `depth and length are bounded`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(findings(deep).first?.contains("deep") == true)
    let states = String(repeating: "{\"states\":{\"a\":", count: 100) + "{}" + String(repeating: "}}", count: 100)
    #expect(findings(states) == [])
    let long = String(repeating: "x", count: 2_000_000)
    #expect(findings("{\"states\": {\"a\": {\"description\": \"\(long)\"}}}") == [])
    let digits = String(repeating: "9", count: 100_000)
    #expect(findings("{\"context\": {\"n\": \(digits)}, \"states\": {\"a\": {}}}") == [])
  }

  /// Escapes in texts of the language: the same text, and places that hold.
  @Test func `escapes in expressions`() {
    let json =
      #"{"id": "M", "actions": {"log": {"parameters": {"t": "String"}}}, "states": {"a": {"entry": "log(t: \"x\\ny \\\"z\\\" \u00e9\"), log(u: 3), nope"}}}"#
    let file = SyntaxFile(importingJSON: RoundTrip.source(json, "a.json"))
    let text = ChartWriter.text(of: file)
    #expect(text.contains(#"log(t: "x\ny \"z\" é"), log(u: 3)"#), "\(text)")
  }

  @Test(arguments: Fixtures.files(in: "json", extension: "json"))
  func `mutilated files end`(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    for length in stride(from: 0, to: bytes.count - 2, by: 13) {
      let file = SyntaxFile(importingJSON: SourceFile(id: FileID(0), path: "a.json", bytes: Array(bytes[..<length])))
      #expect(file.diagnostics.contains { $0.severity == .error }, "\(length) bytes")
    }
    for index in stride(from: 0, to: bytes.count, by: 7) {
      for replacement in Array("{}[]\",:\\#. a3".utf8) where (index + Int(replacement)) % 5 == 0 {
        var changed = bytes
        changed[index] = replacement
        let file = SyntaxFile(importingJSON: SourceFile(id: FileID(0), path: "a.json", bytes: changed))
        for finding in file.diagnostics {
          #expect(finding.span.start >= 0 && Int(finding.span.end) <= bytes.count && finding.span.start <= finding.span.end)
        }
      }
    }
  }
}
