import FSMDiagnostics
import FSMSyntax

/// What a chart only names: declared after all of it was read.
extension JSONTranslator {
  /// Notes with which parameters each action and guard is used, so that the first use knows of the last.
  ///
  /// Recursion is as deep as the file nests, which the reader bounds.
  mutating func survey(_ value: JSONValue) {
    switch value.kind {
    case .array(let list): for element in list { survey(element) }
    case .object(let object):
      for member in object.members {
        switch member.key.text {
        case "entry", "exit", "actions": noteActions(member.value)
        case "guard", "cond": if let guarded = member.value.object { note(guarded, \.functionShapes) }
        case "context", "meta": continue
        default: break
        }
        survey(member.value)
      }
    default: break
    }
  }

  private mutating func noteActions(_ value: JSONValue) {
    switch value.kind {
    case .array(let list): for element in list { noteActions(element) }
    case .string(let text):
      names.actionShapes[text.text] = names.actionShapes[text.text].map { $0?.isEmpty == true ? [] : nil } ?? .some([])
    case .object(let object): if object["actions"] == nil { note(object, \.actionShapes) }
    default: break
    }
  }

  private mutating func note(_ object: JSONObject, _ table: WritableKeyPath<JSONNames, [String: JSONNames.Shape?]>) {
    guard let type = object["type"]?.string?.text else { return }
    let shape = Self.types(Self.parameters(object))
    if let known = names[keyPath: table][type] {
      names[keyPath: table][type] = .some(known.flatMap { first in shape.flatMap { JSONNames.merged(first, $0) } })
    } else {
      names[keyPath: table][type] = .some(shape)
    }
  }

  /// The declarations, each marked as not the chart's own.
  mutating func assumedDeclarations() -> [MemberSyntax] {
    var members: [MemberSyntax] = []
    for text in names.delayOrder {
      guard let delay = names.delays[text] else { continue }
      let type = TypeSyntax(text: "Duration", span: delay.text.span)
      members.append(
        .variable(
          VariableSyntax(
            doc: nil, isConstant: true, name: Name(delay.name, delay.text.span), label: label(delay), type: type, range: nil, value: nil,
            span: delay.text.span)))
    }
    for (name, text) in names.assumedEvents {
      let label = name == text.text ? nil : plain(text)
      members.append(
        .event(
          EventSyntax(doc: nil, isPrivate: false, name: Name(name, text.span), label: label, parameters: [], from: [], span: text.span)))
    }
    for text in names.actionOrder { if let action = names.actions[text] { members.append(callable(action, .action)) } }
    for text in names.functionOrder { if let function = names.functions[text] { members.append(callable(function, .function)) } }
    for text in names.activityOrder { if let activity = names.activities[text] { members.append(callable(activity, .activity)) } }
    return members
  }

  private func label(_ assumed: JSONNames.Assumed) -> PlainStringSyntax? { assumed.name == assumed.text.text ? nil : plain(assumed.text) }

  private func callable(_ assumed: JSONNames.Assumed, _ kind: CallableSyntax.Kind) -> MemberSyntax {
    let span = assumed.text.span
    let parameters = (assumed.parameters ?? []).map { parameter in
      ParameterSyntax(
        isLabelled: true, name: Name(parameter.name, span), type: TypeSyntax(text: parameter.type, span: span), range: nil, value: nil,
        span: span)
    }
    let fails = kind == .activity && names.failing.contains(assumed.text.text)
    return .callable(
      CallableSyntax(
        doc: nil, kind: kind, name: Name(assumed.name, span), label: label(assumed), parameters: parameters,
        throwing: fails ? .any : .never,
        result: kind == .function ? TypeSyntax(text: "Bool", span: span) : nil, body: nil, span: span))
  }
}
