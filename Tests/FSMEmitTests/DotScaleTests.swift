import FSMEmit
import FSMModel
import Testing

/// Large charts: the text grows in proportion, whatever their shape.
struct DotScaleTests {
  enum Shape: CaseIterable {
    case flat, nested, connected
  }

  @Test("twice the chart is about twice the text", arguments: Shape.allCases)
  func proportion(shape: Shape) {
    let small = DotOutput.render(Self.machine(2_500, shape)).utf8.count
    let large = DotOutput.render(Self.machine(5_000, shape)).utf8.count
    #expect(large < small * 9 / 4)
  }

  @Test("equal charts give equal bytes")
  func stable() {
    let machine = Self.machine(500, .connected)
    let first = DotOutput.render(machine)
    for _ in 0..<5 { #expect(DotOutput.render(machine) == first) }
  }

  private static func machine(_ count: Int, _ shape: Shape) -> Machine {
    var sketch = DotSketch("M")
    let last = StateID(count)
    var parent = StateID.root
    for index in 1...count {
      let id = sketch.state("s\(index)", in: parent, shape == .nested && index < count ? .composite : .simple)
      if shape == .nested { parent = id }
      if shape == .connected { sketch.on("go", from: id, to: last) }
    }
    return sketch.machine
  }
}
