import FSMDiagnostics
import FSMSyntax

/// Variables, events and the action for `<log>`.
extension SCXMLTranslator {
  mutating func variables() -> [MemberSyntax] {
    let members = dataVariables()
    if let sessionName {
      let type = TypeSyntax(text: "String", span: outline.nameSpan)
      let constant = VariableSyntax(
        doc: "What tells this run of the machine from others.", isConstant: true, name: Name(sessionName, outline.nameSpan),
        label: nil, type: type, range: nil, value: nil, span: outline.nameSpan)
      return [.variable(constant)] + members
    }
    return members
  }

  private mutating func dataVariables() -> [MemberSyntax] {
    var members: [MemberSyntax] = []
    for data in outline.data { members.append(.variable(variable(data))) }
    var known = Set(outline.data.map(\.name))
    outline.scripts.forEachAction { action in
      guard case .assign(let assignment) = action, known.insert(assignment.name).inserted else { return }
      let type = types.types[assignment.name] ?? .unknown
      members.append(.variable(declaration(assignment.name, assignment.nameSpan, type, zero(of: type, assignment.nameSpan))))
    }
    return members
  }

  private mutating func variable(_ data: SCXMLData) -> VariableSyntax {
    let type = types.types[data.name] ?? .unknown
    if type == .mixed {
      if let (first, second) = types.conflicts[data.name] {
        report(
          .notImported, at: data.nameSpan, "`\(data.name)` holds values of more than one type",
          hint: "data are numbers, strings or booleans, one of these throughout",
          labels: [
            .init(first.span, types.type(of: first).name), .init(second.span, types.type(of: second).name),
          ])
      }
    }
    var value: ExprSyntax
    if let written = data.value {
      value = self.value(written, as: type, Context()) ?? zero(of: type, written.span)
    } else {
      value = zero(of: type, data.nameSpan)
      report(
        .assumedValue, at: data.nameSpan, "`\(data.name)` has no value at first and starts as `\(ChartWriter.expression(value))`",
        hint: "give it a value to say what is meant: `expr=\"…\"`")
    }
    if case .string(let segments) = value.kind, type == .duration, case .text(let text)? = segments.first {
      value = ExprSyntax(.duration(DelayText.parts(text) ?? []), value.span)
    }
    return declaration(data.name, data.nameSpan, type, value)
  }

  private mutating func declaration(_ id: String, _ span: Span, _ type: DataType, _ value: ExprSyntax) -> VariableSyntax {
    let name = valueNames.name(for: id)
    return VariableSyntax(
      doc: nil, isConstant: false, name: Name(name, span), label: label(name == id ? nil : id, span),
      type: TypeSyntax(text: type.name, span: span), range: nil, value: value, span: span)
  }

  private func zero(of type: DataType, _ span: Span) -> ExprSyntax {
    switch type {
    case .unknown, .mixed, .int: ExprSyntax(.integer("0"), span)
    case .double: ExprSyntax(.float("0.0"), span)
    case .bool: ExprSyntax(.boolean(false), span)
    case .string: ExprSyntax(.string([]), span)
    case .duration: ExprSyntax(.duration([.init(number: "0", unit: .seconds)]), span)
    }
  }

  func eventMembers() -> [MemberSyntax] {
    events.entries.compactMap { entry in
      if case .completion = entry.kind { return nil }
      return .event(
        EventSyntax(
          doc: nil, isPrivate: entry.kind != .plain, name: Name(entry.name, entry.span),
          label: label(entry.name == entry.text ? nil : entry.text, entry.span), parameters: [], from: [], span: entry.span))
    }
  }

  func logMembers() -> [MemberSyntax] {
    guard let logName else { return [] }
    let span = outline.nameSpan
    let message = ParameterSyntax(
      isLabelled: false, name: Name("message", span), type: TypeSyntax(text: "String", span: span), range: nil, value: nil, span: span)
    return [
      .callable(
        CallableSyntax(
          doc: nil, kind: .action, name: Name(logName, span), label: nil, parameters: [message], throwing: .never, result: nil, body: nil,
          span: span))
    ]
  }
}
