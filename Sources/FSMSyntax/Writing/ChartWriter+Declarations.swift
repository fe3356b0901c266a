extension ChartWriter {
  static func label(_ label: PlainStringSyntax?) -> String { label.map { " " + quoted($0.value) } ?? "" }

  mutating func write(_ syntax: VariableSyntax) {
    write(doc: syntax.doc)
    let range = syntax.range.map { " in " + Self.range($0) } ?? ""
    let value = syntax.value.map { " = " + Self.expression($0) } ?? ""
    line("\(syntax.isConstant ? "let" : "var") \(Self.name(syntax.name))\(Self.label(syntax.label)): \(syntax.type.text)\(range)\(value)")
  }

  static func range(_ syntax: RangeSyntax) -> String {
    let bounds = [syntax.lower, syntax.upper].map { $0.map { operand($0, above: 5) } ?? "" }
    return bounds[0] + (syntax.includesUpper ? "..." : "..<") + bounds[1]
  }

  static func declaration(_ event: EventSyntax) -> String { "\(event.isPrivate ? "private " : "")event \(signature(event))" }

  static func signature(_ event: EventSyntax) -> String {
    name(event.name) + label(event.label) + (event.parameters.isEmpty ? "" : blank(behind: event.label) + parameters(event.parameters))
  }

  static func signature(_ callable: CallableSyntax) -> String {
    name(callable.name) + label(callable.label) + blank(behind: callable.label) + parameters(callable.parameters)
  }

  /// Parameters touch a name, and stand apart from a label.
  private static func blank(behind label: PlainStringSyntax?) -> String { label == nil ? "" : " " }

  static func parameters(_ list: [ParameterSyntax]) -> String {
    let parts = list.map { parameter in
      let range = parameter.range.map { " in " + Self.range($0) } ?? ""
      let value = parameter.value.map { " = " + expression($0) } ?? ""
      return "\(parameter.isLabelled ? "" : "_ ")\(name(parameter.name)): \(parameter.type.text)\(range)\(value)"
    }
    return "(\(parts.joined(separator: ", ")))"
  }

  mutating func write(_ syntax: EventSyntax) {
    write(doc: syntax.doc)
    if syntax.from.count == 1, let from = syntax.from.first {
      // Where it is short, the only source stands beside the event.
      return write(from.body, after: "\(Self.declaration(syntax)) from \(Self.sources(from))")
    }
    line(Self.declaration(syntax))
    indented { writer in
      for from in syntax.from {
        writer.write(from.body, after: "from \(Self.sources(from))")
      }
    }
  }

  private static func sources(_ from: EventSyntax.From) -> String {
    from.sources.isEmpty ? "*" : from.sources.map { path($0) }.joined(separator: ", ")
  }

  mutating func write(_ syntax: CallableSyntax) {
    write(doc: syntax.doc)
    var content = syntax.kind.rawValue + " " + Self.signature(syntax)
    switch syntax.throwing {
    case .never: break
    case .any: content += " throws"
    case .type(let type): content += " throws(\(type.text))"
    }
    if let result = syntax.result { content += " -> \(result.text)" }
    if let body = syntax.body { content += " = \(Self.expression(body))" }
    line(content)
  }

  mutating func write(_ syntax: ScenarioSyntax) {
    write(doc: syntax.doc)
    line("scenario \(Self.quoted(syntax.name.value)) {")
    indented { writer in for step in syntax.steps { writer.line(Self.step(step.kind)) } }
    line("}")
  }

  static func step(_ kind: ScenarioSyntax.Step.Kind) -> String {
    switch kind {
    case .start(let arguments): "start" + self.arguments(arguments)
    case .event(let name, let arguments): head(name.text) + (arguments.isEmpty ? "" : self.arguments(arguments))
    case .outcome(let path, let failed, let arguments):
      "\(self.path(path)).\(failed ? "failed" : "done")" + (arguments.isEmpty ? "" : self.arguments(arguments))
    case .advance(let time): "advance \(expression(time))"
    case .given(let name, let arguments, let value): "given \(self.name(name))\(self.arguments(arguments)) = \(expression(value))"
    case .expect(let condition): "expect \(expression(condition))"
    case .expectRejected: "expect rejected"
    case .expectPerformed(let calls): "expect performed \(calls.map { call($0, withEmptyList: true) }.joined(separator: ", "))"
    }
  }
}
