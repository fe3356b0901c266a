import FSMDiagnostics
import FSMModel
import FSMSyntax

/// Assertions, which judge settled configurations from outside all states.
extension MachineResolver {
  mutating func resolveAssertions() {
    for case .assertion(let syntax) in self.syntax.members {
      switch syntax.kind {
      case .never(let condition):
        let value = check(condition, .bool, in: Scope(place: .assertion))
        machine.assertions.append(Assertion(kind: .never(value), span: syntax.span))
      case .alwaysReachable(let path):
        guard let state = state(at: path, from: .root) else { continue }
        if machine[state].isPseudo {
          reporter.report(
            .misplacedStateTest, at: path.span, "`\(path.text)` is never active after a step",
            labels: [.init(machine[state].nameSpan, "left as soon as it is entered")])
          continue
        }
        machine.assertions.append(Assertion(kind: .alwaysReachable(state), span: syntax.span))
      }
    }
  }
}
