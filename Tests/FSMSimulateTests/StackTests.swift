import FSMDiagnostics
import FSMModel
import FSMSimulate
import Foundation
import Testing

/// Depth costs no more stack than the smallest threads have: 512 KB.
struct StackTests {
  /// Runs on a thread with the smallest stack.
  private func onSmallStack<T: Sendable>(_ work: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: work()) }
      thread.stackSize = 512 * 1024
      thread.start()
    }
  }

  private static let span = RandomChart.span

  /// A machine that assigns the expression to a Bool or an Int when it starts.
  private static func outcome(_ value: Expr) -> Outcome {
    var machine = RandomChart(seed: 1).machine
    machine.variables = [
      Variable(
        id: VariableID(0), name: "x", label: nil, doc: nil, owner: .root, isConstant: false, type: value.type, typeText: "", typeSpan: span,
        range: nil, value: value, nameSpan: span, span: span)
    ]
    machine[.root].data = [VariableID(0)]
    let chart = Chart(imports: [], machines: [machine], ownMachineCount: 1)
    guard let assembly = Assembly(chart, machine: MachineID(0)) else { return .dropped }
    var interpreter = Interpreter(assembly)
    return interpreter.start().outcome
  }

  private static func negations(_ count: Int) -> Expr {
    (0..<count).reduce(Expr(.boolean(true), type: .bool, span: span)) { inner, _ in Expr(.not(inner), type: .bool, span: span) }
  }

  @Test(arguments: [true, false])
  func aDeepExpressionCostsNoStack(_ isSum: Bool) async {
    let outcome = await onSmallStack { Self.outcome(isSum ? Self.sums(1_000) : Self.negations(1_000)) }
    #expect(outcome == .taken)
  }

  private static func sums(_ count: Int) -> Expr {
    let one = Expr(.integer(1), type: .integer(.int), span: span)
    return (0..<count).reduce(one) { sum, _ in Expr(.binary(one, .add, sum), type: .integer(.int), span: span) }
  }

  @Test func aLongSumCostsNoStack() async {
    let outcome = await onSmallStack {
      let one = Expr(.integer(1), type: .integer(.int), span: Self.span)
      let sum = (0..<1_000).reduce(one) { sum, _ in Expr(.binary(sum, .add, one), type: .integer(.int), span: Self.span) }
      return Self.outcome(sum)
    }
    #expect(outcome == .taken)
  }

  /// Parallel states inside each other, many levels deep.
  @Test func aDeepChartIsEnteredInALoop() async {
    let configuration = await onSmallStack {
      var machine = Machine(
        id: MachineID(0), name: "M", label: nil, doc: nil, nameSpan: Self.span, span: Self.span, conformances: nil)
      let depth = 5_000
      for index in 0..<depth {
        var state = State(
          id: StateID(index), name: "s", label: nil, doc: nil, nameSpan: Self.span, span: Self.span,
          parent: index == 0 ? nil : StateID(index - 1), kind: index == depth - 1 ? .simple : index % 2 == 0 ? .composite : .parallel)
        state.end = depth
        if index < depth - 1 { state.children = [StateID(index + 1)] }
        if state.kind == .composite {
          state.initial = .init(effects: [], targets: [Target(state: StateID(index + 1), arguments: [], span: Self.span)], span: Self.span)
        }
        machine.states.append(state)
      }
      let chart = Chart(imports: [], machines: [machine], ownMachineCount: 1)
      guard let assembly = Assembly(chart, machine: MachineID(0)) else { return 0 }
      var interpreter = Interpreter(assembly)
      interpreter.start()
      return interpreter.activeNodes.count
    }
    #expect(configuration == 5_000)
  }
}
