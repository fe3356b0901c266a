import FSMDiagnostics
import Testing

/// Machines that are states of each other stay within bounds.
struct ExtentTests {
  /// Machines each of which has the next one as its states, two levels a machine.
  private func chain(_ count: Int, states: Int) -> Analyzed {
    let outer = (0..<count).map { index in
      let inside = (0..<states).map { "\($0 == 0 ? "initial " : "")state s\($0): M\(index + 1) { on go -> s0 }" }.joined(separator: "\n")
      return "machine M\(index) { event go\n \(inside) }"
    }
    return Analyzed((outer + ["machine M\(count) { initial state a { on go -> b }\n state b\n event go }"]).joined(separator: "\n"))
  }

  /// The innermost machine has two levels, its root and its states, and each around it one more and a half: a state and a root.
  @Test(arguments: [(31, false), (32, true)]) func depth(machines: Int, isTooDeep: Bool) {
    let found = chain(machines, states: 1)
    #expect(found.diagnostics.contains { $0.code == .nestedTooDeep } == isTooDeep, "\(found.messages)")
  }

  /// Ten states each: 12, 121, 1,211, 12,111, 121,111 and so on.
  @Test(arguments: [(4, false), (5, true)]) func size(machines: Int, isTooLarge: Bool) {
    let found = chain(machines, states: 10)
    let messages = found.diagnostics.filter { $0.code == .nestedTooDeep }.map(\.message)
    #expect(messages.isEmpty == !isTooLarge, "\(messages)")
    #expect(messages.allSatisfy { $0.hasSuffix("more than 100000 states") })
  }
}
