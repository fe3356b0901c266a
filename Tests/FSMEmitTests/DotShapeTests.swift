import FSMEmit
import FSMModel
import Testing

/// Where states and edges go: clusters, borders, counts.
@Suite(.enabled(if: DotDrawing.isAvailable, "needs Graphviz"))
struct DotShapeTests {
  /// `outer` holds `a` and `inner` (with `b`); `other` is an empty composite beside it.
  struct Nest {
    var sketch = DotSketch("M")
    let outer, a, inner, b, other: StateID

    init() {
      outer = sketch.state("outer", .composite)
      a = sketch.state("a", in: outer)
      inner = sketch.state("inner", in: outer, .composite)
      b = sketch.state("b", in: inner)
      other = sketch.state("other", .composite)
    }
  }

  @Test("an edge between composites ends at both frames")
  func betweenFrames() throws {
    var nest = Nest()
    nest.sketch.on("go", from: nest.outer, to: nest.other)
    let drawing = try DotDrawing(of: DotOutput.render(nest.sketch.machine))
    #expect(drawing.complaints == "")
    let edge = try #require(DotDrawing.ofClass("transition", drawing.edges).first)
    let points = DotDrawing.points(of: edge)
    #expect(try drawing.frame("cluster M.outer").isOnBorder(points.start))
    #expect(try drawing.frame("cluster M.other").isOnBorder(points.end))
  }

  @Test("an edge from a state to a composite, and back, ends at the frame")
  func betweenStateAndFrame() throws {
    var nest = Nest()
    nest.sketch.on("in", from: nest.a, to: nest.inner)
    nest.sketch.on("out", from: nest.inner, to: nest.a)
    nest.sketch.on("far", from: nest.b, to: nest.other)
    let drawing = try DotDrawing(of: DotOutput.render(nest.sketch.machine))
    #expect(drawing.complaints == "")
    let edges = DotDrawing.ofClass("transition", drawing.edges).map(DotDrawing.points)
    let inner = try drawing.frame("cluster M.outer.inner")
    #expect(inner.isOnBorder(edges[0].end))
    #expect(inner.isOnBorder(edges[1].start))
    #expect(try drawing.frame("cluster M.other").isOnBorder(edges[2].end))
  }

  @Test("edges between a composite and what is inside it, itself included, are drawn inside its frame, and seen")
  func withinOneFrame() throws {
    var nest = Nest()
    nest.sketch.on("down", from: nest.outer, to: nest.b)
    nest.sketch.on("to frame", from: nest.outer, to: nest.inner)
    nest.sketch.on("up", from: nest.b, to: nest.outer)
    nest.sketch.on("self", from: nest.outer, to: nest.outer)
    nest.sketch.on("empty self", from: nest.other, to: nest.other)
    nest.sketch.on("machine", from: .root, to: nest.b)
    nest.sketch.on("machine self", from: .root, to: .root)
    let drawing = try DotDrawing(of: DotOutput.render(nest.sketch.machine))
    #expect(drawing.complaints == "")
    let edges = Dictionary(
      uniqueKeysWithValues: DotDrawing.ofClass("transition", drawing.edges).map { (DotDrawing.drawnText($0).joined(), $0) })
    #expect(edges.keys.sorted() == ["down", "empty self", "machine", "machine self", "self", "to frame", "up"])
    for edge in edges.values {
      let points = DotDrawing.points(of: edge)
      #expect(max(abs(points.start.x - points.end.x), abs(points.start.y - points.end.y)) >= 5, "an edge without length is not seen")
    }
    let outer = try drawing.frame("cluster M.outer")
    for name in ["down", "to frame", "self", "up"] {
      let points = DotDrawing.points(of: try #require(edges[name]))
      #expect(outer.contains(points.start) && outer.contains(points.end))
    }
    #expect(try drawing.frame("cluster M.outer.inner").isOnBorder(DotDrawing.points(of: try #require(edges["to frame"])).end))
  }

  @Test("each state is drawn once, and each transition with a target is one edge")
  func counts() throws {
    var nest = Nest()
    nest.sketch.on("x", from: nest.a, to: nest.inner)
    nest.sketch.on("x", from: nest.b, to: nest.a)
    nest.sketch.on("y", from: nest.b, to: nest.a)
    nest.sketch.on("z", from: nest.b)
    let drawing = try DotDrawing(of: DotOutput.render(nest.sketch.machine))
    #expect(DotDrawing.ofClass("transition", drawing.edges).count == 3)
    #expect(DotDrawing.ofClass("initial", drawing.edges).count == 3)
    #expect(drawing.edges.count == 6)
    #expect(DotDrawing.ofClass("state", drawing.nodes).count == 2)
    #expect(drawing.clusters.count == 4)
    #expect(drawing.titles.count == 4)
    // The reaction without a target stands inside its state, and nowhere else.
    #expect(DotDrawing.ofClass("state", drawing.nodes).map(DotDrawing.drawnText) == [["a"], ["b", "z"]])
  }

  @Test("regions are dashed frames inside the parallel state; inner states with equal names are two nodes")
  func regions() throws {
    var sketch = DotSketch("M", kind: .parallel)
    for name in ["left", "right"] {
      let region = sketch.state(name, .composite)
      sketch.state("idle", in: region)
    }
    sketch.state("flat")
    let drawing = try DotDrawing(of: DotOutput.render(sketch.machine))
    #expect(drawing.complaints == "")
    let regions = DotDrawing.ofClass("region", drawing.clusters)
    #expect(Set(regions.compactMap { $0["name"] as? String }) == ["cluster M.left", "cluster M.right"])
    #expect(try drawing.frame("cluster M.left").right < drawing.frame("cluster M.right").left)
    #expect(regions.allSatisfy { ($0["style"] as? String)?.contains("dashed") == true })
    #expect(
      Set(DotDrawing.ofClass("state", drawing.nodes).compactMap { $0["name"] as? String }) == ["M.flat", "M.left.idle", "M.right.idle"])
  }

  @Test("several targets are one edge to a bar and one from there to each")
  func fork() throws {
    var sketch = DotSketch("M")
    let start = sketch.state("start")
    let both = sketch.state("both", .parallel)
    var targets: [StateID] = []
    for name in ["left", "right"] {
      let region = sketch.state(name, in: both, .composite)
      sketch.state("idle", in: region)
      targets.append(sketch.state("busy", in: region))
    }
    sketch.on("go", from: start, to: targets[0], targets[1])
    let drawing = try DotDrawing(of: DotOutput.render(sketch.machine))
    #expect(drawing.complaints == "")
    #expect(DotDrawing.ofClass("fork", drawing.nodes).count == 1)
    #expect(DotDrawing.ofClass("transition", drawing.edges).count == 1)
    #expect(DotDrawing.ofClass("branch", drawing.edges).count == 2)
  }

  @Test("pseudo-states and final states have their shapes")
  func symbols() throws {
    var sketch = DotSketch("M")
    let work = sketch.state("work", .composite)
    sketch.state("a", in: work)
    sketch.state("end", in: work, .final)
    sketch.state("last", in: work, .history(isDeep: false))
    sketch.state("all", in: work, .history(isDeep: true))
    sketch.state("decide", in: work, .choice)
    let drawing = try DotDrawing(of: DotOutput.render(sketch.machine))
    #expect(drawing.complaints == "")
    #expect(DotDrawing.ofClass("final", drawing.nodes).map { $0["shape"] as? String } == ["doublecircle"])
    #expect(DotDrawing.ofClass("history", drawing.nodes).map(DotDrawing.drawnText) == [["H"], ["H*"]])
    #expect(DotDrawing.ofClass("choice", drawing.nodes).map { $0["shape"] as? String } == ["diamond"])
  }

  @Test("no chart makes Graphviz complain or lose an edge", arguments: 0..<40)
  func anyChart(seed: Int) throws {
    let machine = Self.anyMachine(seed: UInt64(seed))
    let drawing = try DotDrawing(of: DotOutput.render(machine))
    #expect(drawing.complaints == "")
    #expect(DotDrawing.ofClass("transition", drawing.edges).count == machine.transitions.count)
    #expect(drawing.edges.allSatisfy { $0["pos"] != nil })
  }

  /// A machine with about twenty states and thirty transitions between any of them: without `newrank`, Graphviz gives up on every tenth.
  private static func anyMachine(seed: UInt64) -> Machine {
    var state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493
    func draw(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var sketch = DotSketch("M")
    var open: [StateID] = [.root]
    var all: [StateID] = []
    for index in 0..<20 {
      while open.count > 1 && draw(3) == 0 { open.removeLast() }
      let kinds: [State.Kind] = [.simple, .composite, .simple, .parallel, .final, .choice, .history(isDeep: true)]
      let kind = kinds[draw(kinds.count)]
      let id = sketch.state("s\(index)", in: open[open.count - 1], kind)
      all.append(id)
      if kind == .composite || kind == .parallel { open.append(id) }
    }
    for index in 0..<30 { sketch.on("e\(index)", from: all[draw(all.count)], to: all[draw(all.count)]) }
    return sketch.machine
  }
}
