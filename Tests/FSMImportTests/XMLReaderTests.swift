import FSMDiagnostics
import Testing

@testable import FSMImport

/// XML as the charts' file format: what is read, and what is refused where.
@Suite struct XMLReaderTests {
  private func read(_ text: String) -> (document: XMLDocument?, diagnostic: Diagnostic?) {
    XMLReader.read(SourceFile(id: FileID(0), path: "test.scxml", bytes: Array(text.utf8)))
  }

  /// Columns of an error in a text of one line, counted from 0, with its code.
  @Test(arguments: [
    ("", 0, 0, "FSM801"),
    ("<a>", 1, 2, "FSM801"),
    ("<a></b>", 5, 6, "FSM801"),
    ("<a/><b/>", 5, 6, "FSM801"),
    ("<a/>text", 4, 8, "FSM801"),
    ("text<a/>", 0, 4, "FSM801"),
    ("</a>", 2, 3, "FSM801"),
    ("<a b/>", 3, 4, "FSM801"),
    ("<a b=c/>", 3, 4, "FSM801"),
    ("<a b='1' b='2'/>", 9, 14, "FSM801"),
    ("<a b='1'c='2'/>", 8, 9, "FSM801"),
    ("<a b='<'/>", 6, 7, "FSM801"),
    ("<a b='1", 5, 6, "FSM801"),
    ("<a>&</a>", 3, 4, "FSM801"),
    ("<a>&#0;</a>", 3, 7, "FSM801"),
    ("<a>&#xD800;</a>", 3, 11, "FSM801"),
    ("<a>&copy;</a>", 3, 9, "FSM802"),
    ("<a>]]></a>", 3, 6, "FSM801"),
    ("<a><!-- -- --></a>", 8, 10, "FSM801"),
    ("<a><!-- ", 3, 7, "FSM801"),
    ("<a><![CDATA[x</a>", 3, 12, "FSM801"),
    ("<a>\u{1}</a>", 3, 4, "FSM801"),
    ("<q:a/>", 1, 4, "FSM801"),
    ("<a:b:c/>", 1, 6, "FSM801"),
    ("<?xml version='1.0' encoding='latin-1'?><a/>", 30, 37, "FSM801"),
    ("<?xml version='2.0'?><a/>", 15, 18, "FSM801"),
    ("<!DOCTYPE a><a/>", 0, 9, "FSM802"),
    ("<a><!ENTITY x 'y'></a>", 3, 12, "FSM802"),
  ])
  func refuses(_ text: String, _ start: Int32, _ end: Int32, _ code: String) throws {
    let (document, found) = read(text)
    let finding = try #require(found)
    #expect(document == nil)
    #expect(finding.code.rawValue == code)
    #expect((finding.span.start, finding.span.end) == (start, end), "\(finding.message)")
  }

  /// Entities that multiply, and ones that name files, stand in a document type, which is refused before anything in it is looked at.
  @Test func entitiesAreNeitherMultipliedNorFetched() throws {
    let levels = (1...9).map { "<!ENTITY l\($0) \"" + String(repeating: "&l\($0 - 1);", count: 10) + "\">" }.joined()
    let bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE scxml [<!ENTITY l0 \"lol\">\(levels)]>\n<scxml name=\"&l9;\"/>"
    let fetching = "<!DOCTYPE scxml [<!ENTITY file SYSTEM \"file:///etc/hostname\">]><scxml name=\"&file;\"/>"
    for (text, start) in [(bomb, 22), (fetching, 0)] {
      let (document, found) = read(text)
      #expect(document == nil && found?.code == .unsafeXML && found?.span.start == Int32(start))
    }
  }

  @Test func hugeTexts() {
    let long = String(repeating: "x", count: 2_000_000)
    #expect(read("<a b=\"\(long)\"/>").document?[0].attribute("b")?.value.string.count == long.count)
    #expect(read("<a>\(long)</a>").document != nil && read("<\(long)/>").document != nil)
    #expect(read("<a b=\"\(long)").document == nil && read("<!--\(long)").document == nil)
    #expect(read("<a>" + String(repeating: "&amp;", count: 200_000) + "</a>").document != nil)
  }

  @Test func readsElementsAttributesAndText() throws {
    let text = """
      \u{FEFF}<?xml version="1.0" encoding="utf-8"?>
      <!-- a --> <?pi x?>
      <a xmlns="one" xmlns:p='two' x=" 1\t2 " p:x='&lt;&#65;&#x42;&quot;'>s<!-- - -->t<p:b/><![CDATA[<&]]>u&amp;<c xmlns=""/></a >
      <!-- z -->
      """
    let document = try #require(read(text).document)
    let (a, b, c) = (document[0], document[1], document[2])
    #expect([a.name, b.name, c.name] == ["a", "b", "c"])
    #expect([a.namespace, b.namespace, c.namespace] == ["one", "two", ""])
    #expect(a.attributes.map(\.name) == ["x", "x"])
    #expect(a.attributes.map(\.namespace) == ["", "two"])
    #expect(a.attributes.map(\.value.string) == [" 1 2 ", "<AB\""])
    #expect(a.attribute("x")?.value.words.map(\.text) == ["1", "2"])
    let texts = a.children.compactMap { if case .text(let text) = $0 { text.string } else { nil } }
    #expect(texts == ["st", "<&u&"])
  }

  /// A span of decoded text covers what stands in the file, references whole.
  @Test func textKnowsWhereItStands() throws {
    let text = "<a x='n &lt;= 3 &amp;&amp; m'/>"
    let value = try #require(read(text).document?[0].attribute("x")?.value)
    #expect(value.string == "n <= 3 && m")
    let bytes = Array(text.utf8)
    func shown(_ range: Range<Int>) -> String {
      let span = value.span(range)
      return String(decoding: bytes[Int(span.start)..<Int(span.end)], as: UTF8.self)
    }
    #expect(shown(0..<1) == "n")
    #expect(shown(2..<4) == "&lt;=")
    #expect(shown(7..<9) == "&amp;&amp;")
    #expect(shown(10..<11) == "m")
    #expect(shown(0..<11) == "n &lt;= 3 &amp;&amp; m")
  }

  @Test func lineEndsAreOneCharacter() throws {
    let document = try #require(read("<a>1\r\n2\r3\n4</a>").document)
    guard case .text(let text)? = document[0].children.first else { throw Failure.noText }
    #expect(text.string == "1\n2\n3\n4")
    #expect(text.span(6..<7).start == 10)
  }

  private enum Failure: Error { case noText }
}
