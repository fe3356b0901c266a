import FSMDiagnostics
import FSMSyntax

/// Events that the chart sends and nobody in it waits for.
///
/// In SCXML such an event passes the machine's own queue and is dropped; charts send it all the same, since whoever runs them listens. That
/// is what an action is: the chart tells, the program around it does. Events that are raised or delayed stay events.
struct OutgoingEvents {
  struct Action {
    var name: String
    var text: String
    var parameters: [(text: String, name: String, type: DataType)]
    var span: Span
  }

  /// In document order.
  private(set) var actions: [Action] = []
  private var indices: [String: Int] = [:]
  private var candidates: [String: SCXMLSend] = [:]

  subscript(text: String) -> Action? { indices[text].map { actions[$0] } }

  /// Finds them; names come from those of values, beside which actions stand.
  init(_ outline: SCXMLOutline, types: DataTypes, names: inout UniqueNames) {
    var awaited: Set<String> = []
    for descriptor in outline.states.flatMap({ $0.transitions.flatMap(\.events) }) {
      if descriptor.text == "*" { return }
      awaited.insert(EventTable.stem(of: descriptor.text))
    }
    var kept: Set<String> = []
    var sends: [SCXMLSend] = []
    outline.forEachContent { actions in
      actions.forEachAction { action in
        switch action {
        case .raise(let event, _): kept.insert(event.text)
        case .send(let send) where send.isInternal || send.delay != nil: kept.insert(send.event.text)
        case .send(let send): sends.append(send)
        case .cancel, .log, .assign, .conditional: break
        }
      }
    }
    for send in sends where !kept.contains(send.event.text) && indices[send.event.text] == nil {
      if Self.isAwaited(send.event.text, awaited) { kept.insert(send.event.text) } else { add(send, types, &names) }
    }
  }

  /// Whether a descriptor matches: one of the name's beginnings, part by part. Names of very many parts are taken for awaited.
  private static func isAwaited(_ text: String, _ awaited: Set<String>) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 32 else { return true }
    return (1...parts.count).contains { awaited.contains(parts.prefix($0).joined(separator: ".")) }
  }

  private mutating func add(_ send: SCXMLSend, _ types: DataTypes, _ names: inout UniqueNames) {
    var parameterNames = UniqueNames(reserving: send.parameters.map(\.name.text))
    let parameters = send.parameters.map {
      (text: $0.name.text, name: parameterNames.name(for: $0.name.text), type: types.type(of: $0.value))
    }
    indices[send.event.text] = actions.count
    actions.append(
      Action(name: names.fresh(like: send.event.text), text: send.event.text, parameters: parameters, span: send.event.span))
  }
}

extension SCXMLTranslator {
  /// The call of the action that a send became; nil, and reported, where its values do not fit.
  mutating func effect(_ send: SCXMLSend, _ action: OutgoingEvents.Action, _ context: Context) -> EffectSyntax? {
    guard send.parameters.map(\.name.text) == action.parameters.map(\.text) else {
      report(
        .notImported, at: send.event.span, "`\(send.event.text)` is sent with other parameters elsewhere",
        hint: "give it the same parameters, in the same order, everywhere", labels: [.init(action.span, "here")])
      return nil
    }
    var arguments: [ArgumentSyntax] = []
    for (given, declared) in zip(send.parameters, action.parameters) {
      guard declared.type != .mixed, declared.type != .unknown else {
        guard translate(given.value, context) != nil else { return nil }
        report(.notImported, at: given.value.span, "the type of `\(declared.text)` cannot be told")
        return nil
      }
      guard let value = value(given.value, as: declared.type, context) else { return nil }
      arguments.append(ArgumentSyntax(label: Name(declared.name, given.name.span), value: value, span: given.value.span))
    }
    return performed(action.name, arguments, send.span)
  }

  /// A call of an action. Its name stands at the element's start tag but for the end, as a name without parentheses would be none.
  func performed(_ name: String, _ arguments: [ArgumentSyntax], _ span: Span) -> EffectSyntax {
    let nameSpan = Span(file: span.file, start: Int(span.start), end: Int(span.end) - 1)
    return .call(ExprSyntax(.call(ExprSyntax(.name(Name(name, nameSpan)), nameSpan), arguments), span))
  }

  func outgoingMembers() -> [MemberSyntax] {
    outgoing.actions.map { action in
      let parameters = action.parameters.map { parameter in
        ParameterSyntax(
          isLabelled: true, name: Name(parameter.name, action.span), type: TypeSyntax(text: parameter.type.name, span: action.span),
          range: nil, value: nil, span: action.span)
      }
      return .callable(
        CallableSyntax(
          doc: nil, kind: .action, name: Name(action.name, action.span),
          label: label(action.name == action.text ? nil : action.text, action.span), parameters: parameters, throwing: .never, result: nil,
          body: nil, span: action.span))
    }
  }
}
