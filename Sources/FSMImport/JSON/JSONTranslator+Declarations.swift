import FSMDiagnostics
import FSMSyntax

/// Declarations: those the chart makes, and those it only implies.
extension JSONTranslator {
  mutating func declarations(_ member: JSONObject.Member) -> [MemberSyntax] {
    let value = member.value
    switch member.key.text {
    case "context": return each(value) { $0.variable($1) }
    case "enums": return each(value) { $0.enumeration($1) }
    case "events": return each(value) { $0.event($1) }
    case "actions": return each(value) { $0.callable($1, .action) }
    case "functions": return each(value) { $0.callable($1, .function) }
    case "activities": return each(value) { $0.callable($1, .activity) }
    case "assertions": return (value.array ?? [value]).compactMap { assertion($0) }
    case "scenarios": return (value.array ?? [value]).compactMap { scenario($0) }
    default: return []
    }
  }

  private mutating func each(_ value: JSONValue, _ read: (inout Self, JSONObject.Member) -> MemberSyntax?) -> [MemberSyntax] {
    guard let object = value.object else {
      unfit(value, "an object")
      return []
    }
    return object.members.compactMap { read(&self, $0) }
  }

  /// A key that must be a name.
  mutating func name(_ key: JSONString) -> Name {
    if !UniqueNames.isName(key.text) {
      report(.badName, at: key.span, "`\(key.text.clipped)` is no name", hint: "give it one, and keep the text as its `label`")
    }
    return Name(key.text, key.span)
  }

  // MARK: Variables

  /// A plain value tells the type; an object with `type` says it.
  private mutating func variable(_ member: JSONObject.Member) -> MemberSyntax? {
    guard let object = member.value.object, let type = object["type"]?.string else { return plainVariable(member) }
    guard let type = self.type(type) else { return nil }
    return .variable(
      VariableSyntax(
        doc: doc(object), isConstant: object["constant"]?.bool == true, name: name(member.key),
        label: object["label"]?.string.map { plain($0) },
        type: type, range: range(object), value: object["value"].flatMap { expression($0) }, span: member.key.span))
  }

  private mutating func plainVariable(_ member: JSONObject.Member) -> MemberSyntax? {
    guard let type = Self.variableType(member.value), let value = literal(member.value) else {
      report(
        .leftOut, at: member.key.span, "`\(member.key.text.clipped)` is no plain value; it is left to the program",
        hint: "to keep it in the machine, give it a Swift type: `{ \"type\": \"[String]\", \"value\": \"[]\" }`")
      return nil
    }
    let name = names.contextNames[member.key.text] ?? member.key.text
    names.assumed.insert(member.key.span)
    return .variable(
      VariableSyntax(
        doc: nil, isConstant: false, name: Name(name, member.key.span), label: name == member.key.text ? nil : plain(member.key),
        type: TypeSyntax(text: type, span: member.value.span), range: nil, value: value, span: member.key.span))
  }

  private static func variableType(_ value: JSONValue) -> String? {
    guard let list = value.array else { return plainType(value) }
    let types = Set(list.map { plainType($0) })
    guard types.count == 1, let type = types.first ?? nil else { return nil }
    return "[\(type)]"
  }

  private mutating func range(_ object: JSONObject) -> RangeSyntax? {
    object["range"]?.string.flatMap { take(fragments.range($0.content)) }
  }

  /// A text of the language, or a number or truth value as it is.
  private mutating func expression(_ value: JSONValue) -> ExprSyntax? {
    if let text = value.string { return take(fragments.expression(text.content)) }
    guard let literal = literal(value) else {
      unfit(value, "an expression as a string")
      return nil
    }
    return literal
  }

  private mutating func enumeration(_ member: JSONObject.Member) -> MemberSyntax? {
    let object = member.value.object
    let cases = strings(object?["cases"] ?? member.value).map { name($0) }
    return .enumeration(EnumSyntax(doc: object.flatMap { doc($0) }, name: name(member.key), cases: cases, span: member.key.span))
  }

  // MARK: Events

  private mutating func event(_ member: JSONObject.Member) -> MemberSyntax? {
    guard let object = member.value.object else {
      unfit(member.value, "an object")
      return nil
    }
    var from: [EventSyntax.From] = []
    if let list = object["from"]?.array {
      from = list.compactMap { $0.object.flatMap { source($0, list[0].span) } }
    } else if object["sources"] != nil, let clause = source(object, member.key.span) {
      from = [clause]
    }
    for inner in object.members
    where ![
      "parameters", "label", "private", "description", "from", "sources", "target", "guard", "cond", "actions", "branches", "reenter",
      "external",
      "mode",
    ].contains(inner.key.text) {
      leaveOut(inner.key)
    }
    return .event(
      EventSyntax(
        doc: doc(object), isPrivate: object["private"]?.bool == true, name: name(member.key),
        label: object["label"]?.string.map { plain($0) },
        parameters: parameters(object["parameters"], isData: false), from: from, span: member.key.span))
  }

  /// `sources`, and what happens there.
  private mutating func source(_ object: JSONObject, _ span: Span) -> EventSyntax.From? {
    let texts = strings(object["sources"])
    let isAny = texts.count == 1 && texts[0].text == "*"
    let sources = isAny ? [] : texts.compactMap { sourcePath($0) }
    let body: ReactionBodySyntax
    if let list = object["branches"]?.array {
      body = .branches(blocks(list, 0))
    } else {
      var inner = object
      inner = JSONObject(
        inner.members.filter { ["target", "guard", "cond", "actions", "reenter", "external", "mode"].contains($0.key.text) })
      guard let branch = branch(JSONValue(kind: .object(inner), span: span), 0) else { return nil }
      body = branch.effects.isEmpty && branch.targets == nil ? .branches([branch]) : .single(branch)
    }
    return EventSyntax.From(sources: sources, body: body, span: span)
  }

  private mutating func sourcePath(_ text: JSONString) -> PathSyntax? {
    if let state = outline.state(keys: text.text, in: 0)
      ?? outline.state(identity: text.text.hasPrefix("#") ? String(text.text.dropFirst()) : ""),
      let path = path(to: state, asWritten: text, from: 0)
    {
      return PathSyntax(segments: path.map { Name($0, text.span) })
    }
    return take(fragments.path(text.content))
  }

  // MARK: Callables

  mutating func parameters(_ value: JSONValue?, isData: Bool) -> [ParameterSyntax] {
    guard let value else { return [] }
    guard let object = value.object else {
      unfit(value, "an object from names to types")
      return []
    }
    return object.members.compactMap { member in
      let more = member.value.object
      guard let text = member.value.string ?? more?["type"]?.string, let type = type(text) else {
        if member.value.string == nil, more?["type"]?.string == nil { unfit(member.value, "a type") }
        return nil
      }
      return ParameterSyntax(
        isLabelled: more?["labelled"]?.bool != false, name: name(member.key), type: type, range: isData ? more.flatMap { range($0) } : nil,
        value: isData ? more?["value"].flatMap { expression($0) } : nil, span: member.key.span)
    }
  }

  private mutating func callable(_ member: JSONObject.Member, _ kind: CallableSyntax.Kind) -> MemberSyntax? {
    guard let object = member.value.object else {
      unfit(member.value, "an object")
      return nil
    }
    var throwing = CallableSyntax.Throws.never
    switch object["throws"]?.kind {
    case .bool(true): throwing = .any
    case .string(let text): throwing = type(text).map { .type($0) } ?? .any
    default: break
    }
    let result = object["returns"]?.string.flatMap { type($0) }
    if kind == .function, result == nil {
      report(.badForeignChart, at: member.key.span, "the function `\(member.key.text.clipped)` has no `returns`")
    }
    return .callable(
      CallableSyntax(
        doc: doc(object), kind: kind, name: name(member.key), label: object["label"]?.string.map { plain($0) },
        parameters: parameters(object["parameters"], isData: false), throwing: throwing, result: result,
        body: object["body"].flatMap { expression($0) }, span: member.key.span))
  }

  // MARK: Assertions and scenarios

  private mutating func assertion(_ value: JSONValue) -> MemberSyntax? {
    if let never = value.object?["never"]?.string {
      guard let condition = take(fragments.expression(never.content)) else { return nil }
      return .assertion(AssertionSyntax(doc: value.object.flatMap { doc($0) }, kind: .never(condition), span: value.span))
    }
    guard let text = value.object?["alwaysReachable"]?.string else {
      unfit(value, "an object with `never` or `alwaysReachable`")
      return nil
    }
    return take(fragments.path(text.content)).map {
      .assertion(AssertionSyntax(doc: value.object.flatMap { doc($0) }, kind: .alwaysReachable($0), span: value.span))
    }
  }

  private mutating func scenario(_ value: JSONValue) -> MemberSyntax? {
    guard let object = value.object, let name = object["name"]?.string else {
      unfit(value, "an object with `name` and `steps`")
      return nil
    }
    let steps = strings(object["steps"]).compactMap { take(fragments.step($0.content)) }
    return .scenario(ScenarioSyntax(doc: doc(object), name: plain(name), steps: steps, span: value.span))
  }
}
