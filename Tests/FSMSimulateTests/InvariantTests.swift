import FSMModel
import FSMSimulate
import Testing

/// What holds of every chart, tried on charts made by chance.
struct InvariantTests {
  @Test(arguments: 0..<60)
  func configurationsStayLegal(_ seed: Int) throws {
    var random = RandomChart(seed: UInt64(seed))
    let assembly = try #require(Assembly(random.chart, machine: MachineID(0)))
    var machine = Interpreter(assembly)
    var active: Set<NodeID> = []
    follow(machine.start(), &active, machine)
    for _ in 0..<60 {
      let event = AssembledEventID(Int.random(in: 0..<RandomChart.eventCount, using: &random.generator))
      let foreseen = machine.canHandle(event)
      let call = machine.send(event)
      #expect(foreseen == (call.outcome == .taken), "\(call.outcome)")
      follow(call, &active, machine)
    }
  }

  /// Exits run in reverse document order, entries in document order; only what is active is left, only what is not is entered.
  private func follow(_ call: Call, _ active: inout Set<NodeID>, _ machine: Interpreter) {
    if case .trapped(let message, _) = call.outcome { Issue.record("\(message)") }
    for step in call.steps {
      let left = step.happenings.compactMap { if case .leave(let node) = $0 { node } else { nil } }
      let entered = step.happenings.compactMap { if case .enter(let node) = $0 { node } else { nil } }
      #expect(left == left.sorted(by: >) && entered == entered.sorted())
      for node in left { #expect(active.remove(node) != nil) }
      for node in entered { #expect(active.insert(node).inserted) }
    }
    #expect(active.sorted() == machine.activeNodes)
    expectLegal(active, machine.assembly)
  }

  private func expectLegal(_ active: Set<NodeID>, _ assembly: Assembly) {
    #expect(active.contains(.machine))
    for id in active {
      let node = assembly[id]
      #expect(!node.isPseudo && (node.parent.map { active.contains($0) } ?? true))
      let children = node.children.filter { active.contains($0) }
      switch node.kind {
      case .composite: #expect(children.count == 1, "\(assembly.pathName(of: id))")
      case .parallel: #expect(children == node.children.filter { !assembly[$0].isPseudo })
      default: #expect(children.isEmpty)
      }
    }
  }
}
