extension SyntaxDump {
  mutating func assertion(_ member: AssertionSyntax) {
    switch member.kind {
    case .never(let condition): line("assert never \(Self.expression(condition))") { $0.doc(member.doc) }
    case .alwaysReachable(let path): line("assert always reachable \(path.text)") { $0.doc(member.doc) }
    }
  }

  mutating func scenario(_ member: ScenarioSyntax) {
    line("scenario \(Self.quoted(member.name.value))") {
      $0.doc(member.doc)
      for step in member.steps { $0.line(Self.step(step.kind)) }
    }
  }

  private static func step(_ kind: ScenarioSyntax.Step.Kind) -> String {
    switch kind {
    case .start(let arguments): words("start", arguments)
    case .event(let name, let arguments): words("event \(name.text)", arguments)
    case .outcome(let path, let failed, let arguments): words((failed ? "failed " : "done ") + path.text, arguments)
    case .advance(let delay): "advance \(expression(delay))"
    case .given(let name, let arguments, let value): words("given \(name.text)", arguments) + " = \(expression(value))"
    case .expect(let condition): "expect \(expression(condition))"
    case .expectRejected: "expect rejected"
    case .expectPerformed(let calls): "expect performed " + calls.map(call).joined(separator: " ")
    }
  }

  private static func words(_ head: String, _ arguments: [ArgumentSyntax]) -> String {
    ([head] + arguments.map(argument)).joined(separator: " ")
  }
}
