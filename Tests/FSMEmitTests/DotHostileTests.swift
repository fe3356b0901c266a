import FSMEmit
import FSMModel
import Testing

/// Names and labels that mean something to Graphviz: the picture shows the very text, and the file stays valid.
@Suite(.enabled(if: DotDrawing.isAvailable, "needs Graphviz"))
struct DotHostileTests {
  static let names = [
    "Node", "node", "graph", "digraph", "edge", "strict", "subgraph", "cluster", "a:b", "a:b:n", "with space", "two  spaces", " edge ",
    "état été", "待付款", "a.b", "say \"hi\"", "back\\slash", "ends with \\", "\\N", "\\l\\r\\n", "\\G \\E \\T", "<b>bold</b>", "<", ">",
    "a > b < c", "a|b", "{x|y}", "}{", "a -> b", "[label=x]", "a;b", "a,b", "# no comment", "// no comment", "/* no comment",
    "&", "&amp;", "&lt;", "&#65;", "%", "%2E", "1", "-1", "'", "`", "e\u{301}", "👩‍👩‍👧", "#initial", "=",
  ]

  @Test("a label shows its very text", arguments: [true, false])
  func namesComeBack(areLabels: Bool) throws {
    var sketch = DotSketch("M")
    for (index, name) in Self.names.enumerated() {
      let state = areLabels ? sketch.state("s\(index)", label: name) : sketch.state(name)
      sketch.on(name, from: state, to: state)
    }
    let drawing = try DotDrawing(of: DotOutput.render(sketch.machine))
    #expect(drawing.complaints == "")
    let states = DotDrawing.ofClass("state", drawing.nodes)
    #expect(states.map { Self.plain(DotDrawing.drawnText($0)) } == Self.names)
    let edges = DotDrawing.ofClass("transition", drawing.edges)
    #expect(edges.map { Self.plain(DotDrawing.drawnText($0)) } == Self.names)
  }

  @Test("composites, final states and choices show their very names too")
  func titlesAndCaptionsComeBack() throws {
    var sketch = DotSketch("a<b>&\"\\N")
    for name in Self.names {
      let composite = sketch.state(name, .composite)
      sketch.state(name, in: composite, .final)
      sketch.state(name + "?", in: composite, .choice)
    }
    let drawing = try DotDrawing(of: DotOutput.render(sketch.machine))
    #expect(drawing.complaints == "")
    let titles = drawing.titles.map { Self.plain(DotDrawing.drawnText($0)) }
    #expect(titles == ["a<b>&\"\\N"] + Self.names)
    let choices = DotDrawing.ofClass("choice", drawing.nodes).map { Self.plain(DotDrawing.drawnText($0)) }
    #expect(choices == Self.names.map { $0 + "?" })
    let captions = DotDrawing.ofClass("caption", drawing.clusters).map { Self.plain(DotDrawing.drawnText($0)) }
    #expect(captions == Self.names)
  }

  @Test("line breaks of every kind break the line", arguments: ["\n", "\r\n", "\r", "\u{2028}"])
  func lineBreaks(lineEnd: String) throws {
    var sketch = DotSketch("M")
    sketch.state("s", label: "first\(lineEnd)second")
    let drawing = try DotDrawing(of: DotOutput.render(sketch.machine))
    #expect(drawing.complaints == "")
    #expect(DotDrawing.ofClass("state", drawing.nodes).map(DotDrawing.drawnText) == [["first", "second"]])
  }

  @Test("control characters become visible ones")
  func controlCharacters() throws {
    var sketch = DotSketch("M")
    sketch.state("s", label: "a\u{0}b\u{1B}c\u{7F}d")
    let drawing = try DotDrawing(of: DotOutput.render(sketch.machine))
    #expect(drawing.complaints == "")
    #expect(DotDrawing.ofClass("state", drawing.nodes).map(DotDrawing.drawnText) == [["a␀b␛c␡d"]])
  }

  @Test("paths that spell alike are two nodes, and the point of a composite is not a state called so")
  func pathsAreInjective() throws {
    var sketch = DotSketch("M")
    for (outer, inner) in [("a_b", "c"), ("a", "b_c"), ("a.b", "c"), ("a", "b.c"), ("a", "c")] {
      // `a` twice: even a chart that declares a state twice draws both.
      let composite = sketch.state(outer, .composite)
      sketch.state(inner, in: composite)
    }
    sketch.state("M#initial")
    let drawing = try DotDrawing(of: DotOutput.render(sketch.machine))
    #expect(drawing.complaints == "")
    #expect(DotDrawing.ofClass("state", drawing.nodes).count == 6)
    #expect(DotDrawing.ofClass("initial", drawing.nodes).count == 6)
    #expect(DotDrawing.ofClass("composite", drawing.clusters).count == 5)
  }

  /// Graphviz draws some spaces as no-break ones so as not to lose them.
  static func plain(_ texts: [String]) -> String { texts.joined(separator: "\n").replacing("\u{A0}", with: " ") }
}
