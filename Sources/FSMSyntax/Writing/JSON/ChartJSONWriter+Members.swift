extension ChartJSONWriter {
  /// The members of a machine or a state, by key; kinds come in the order of their first member.
  mutating func write(_ members: [MemberSyntax], to object: inout JSONMembers) {
    var reactions = JSONReactions(members)
    var states: [(key: String, value: JSONText)] = []
    if let initial = members.lazy.compactMap(\.initialName).first { object.set("initial", .string(initial)) }
    for member in members {
      switch member {
      case .variable(let syntax): object.add(syntax.name.text, variable(syntax), to: "context")
      case .enumeration(let syntax): object.add(syntax.name.text, enumeration(syntax), to: "enums")
      case .event(let syntax): object.add(syntax.name.text, event(syntax), to: "events")
      case .callable(let syntax): object.add(syntax.name.text, callable(syntax), to: Self.key(of: syntax.kind))
      case .assertion(let syntax): object.append(assertion(syntax), to: "assertions")
      case .scenario(let syntax): object.append(scenario(syntax), to: "scenarios")
      case .state(let syntax):
        if states.isEmpty { object.set("states", .object([])) }
        states.append((syntax.name.text, state(syntax)))
      case .choice(let syntax):
        if states.isEmpty { object.set("states", .object([])) }
        count += 1
        states.append((syntax.name.text, choice(syntax)))
      case .history(let syntax):
        if states.isEmpty { object.set("states", .object([])) }
        count += 1
        states.append((syntax.name.text, history(syntax)))
      case .initial(let syntax): object.set("initial", initial(syntax))
      case .reaction, .hold, .activity: reactions.write(member, to: &object, self)
      }
    }
    if !states.isEmpty { object.set("states", .object(states)) }
  }

  // MARK: States

  private mutating func state(_ syntax: StateSyntax) -> JSONText {
    let outer = holder
    count += 1
    holder = count
    defer { holder = outer }
    var object = JSONMembers()
    object.set("label", syntax.label)
    object.set("description", syntax.doc)
    if syntax.parallel != nil { object.set("type", .string("parallel")) }
    if syntax.final != nil { object.set("type", .string("final")) }
    if !syntax.data.isEmpty { object.set("data", parameters(syntax.data)) }
    if let machine = syntax.machine {
      object.set(
        "machine", .string(ChartWriter.name(machine.name) + (machine.arguments.isEmpty ? "" : ChartWriter.arguments(machine.arguments))))
    }
    write(syntax.members ?? [], to: &object)
    if syntax.members?.isEmpty == true { object.set("states", .object([])) }
    return object.json
  }

  private func choice(_ syntax: ChoiceSyntax) -> JSONText {
    var object = JSONMembers()
    object.set("description", syntax.doc)
    object.set("type", .string("choice"))
    object.set("branches", .array(syntax.branches.map { transition($0) }))
    return object.json
  }

  private func history(_ syntax: HistorySyntax) -> JSONText {
    var object = JSONMembers()
    object.set("description", syntax.doc)
    object.set("type", .string("history"))
    object.set("history", .string(syntax.isDeep ? "deep" : "shallow"))
    if !syntax.effects.isEmpty { object.set("actions", effects(syntax.effects)) }
    if let target = syntax.target { object.set("target", targets(target)) }
    return object.json
  }

  private func initial(_ syntax: InitialSyntax) -> JSONText {
    var object = JSONMembers()
    object.set("target", targets(syntax.target))
    if !syntax.effects.isEmpty { object.set("actions", effects(syntax.effects)) }
    return object.json
  }

  // MARK: Declarations

  private func variable(_ syntax: VariableSyntax) -> JSONText {
    if let value = plainValue(syntax) { return value }
    var object = JSONMembers()
    object.set("type", .string(syntax.type.text))
    if syntax.isConstant { object.set("constant", .bool(true)) }
    object.set("range", syntax.range.map { ChartWriter.range($0) })
    object.set("value", syntax.value.map { ChartWriter.expression($0) })
    object.set("label", syntax.label)
    object.set("description", syntax.doc)
    return object.json
  }

  /// A variable whose value alone tells its type.
  private func plainValue(_ syntax: VariableSyntax) -> JSONText? {
    guard !syntax.isConstant, syntax.label == nil, syntax.doc == nil, syntax.range == nil, let value = syntax.value else { return nil }
    switch (syntax.type.text, value.kind) {
    case ("Bool", .boolean(let flag)): return .bool(flag)
    case ("Int", .integer(let text)) where Self.isPlain(text): return .number(text)
    case ("String", .string(let segments)):
      var text = ""
      for segment in segments { if case .text(let part) = segment { text += part } else { return nil } }
      return .string(text)
    default: return nil
    }
  }

  private static func isPlain(_ number: String) -> Bool {
    number.count < 19 && number.allSatisfy { $0.isASCII && $0.isNumber } && (number == "0" || number.first != "0")
  }

  private func enumeration(_ syntax: EnumSyntax) -> JSONText {
    let cases = JSONText.array(syntax.cases.map { .string($0.text) })
    guard let doc = syntax.doc else { return cases }
    return .object([("cases", cases), ("description", .string(doc))])
  }

  private func event(_ syntax: EventSyntax) -> JSONText {
    var object = JSONMembers()
    object.set("label", syntax.label)
    object.set("description", syntax.doc)
    if syntax.isPrivate { object.set("private", .bool(true)) }
    if !syntax.parameters.isEmpty { object.set("parameters", parameters(syntax.parameters)) }
    if syntax.from.count == 1 {
      write(syntax.from[0], to: &object)
    } else {
      for from in syntax.from {
        var clause = JSONMembers()
        write(from, to: &clause)
        object.append(clause.json, to: "from")
      }
    }
    return object.json
  }

  private func write(_ from: EventSyntax.From, to object: inout JSONMembers) {
    let sources = from.sources.map { JSONText.string(ChartWriter.path($0)) }
    object.set("sources", .array(sources.isEmpty ? [.string("*")] : sources))
    switch from.body {
    case .branches(let branches): object.set("branches", .array(branches.map { transition($0) }))
    case .single(let branch):
      if case .object(let members) = transition(branch, isShort: false) { for member in members { object.set(member.key, member.value) } }
    }
  }

  private static func key(of kind: CallableSyntax.Kind) -> String {
    switch kind {
    case .action: "actions"
    case .function: "functions"
    case .activity: "activities"
    }
  }

  private func callable(_ syntax: CallableSyntax) -> JSONText {
    var object = JSONMembers()
    object.set("label", syntax.label)
    object.set("description", syntax.doc)
    if !syntax.parameters.isEmpty { object.set("parameters", parameters(syntax.parameters)) }
    switch syntax.throwing {
    case .never: break
    case .any: object.set("throws", .bool(true))
    case .type(let type): object.set("throws", .string(type.text))
    }
    object.set("returns", syntax.result?.text)
    object.set("body", syntax.body.map { ChartWriter.expression($0) })
    return object.json
  }

  private func parameters(_ list: [ParameterSyntax]) -> JSONText {
    .object(
      list.map { parameter in
        if parameter.isLabelled, parameter.range == nil, parameter.value == nil {
          return (parameter.name.text, .string(parameter.type.text))
        }
        var object = JSONMembers()
        object.set("type", .string(parameter.type.text))
        if !parameter.isLabelled { object.set("labelled", .bool(false)) }
        object.set("range", parameter.range.map { ChartWriter.range($0) })
        object.set("value", parameter.value.map { ChartWriter.expression($0) })
        return (parameter.name.text, object.json)
      })
  }

  private func assertion(_ syntax: AssertionSyntax) -> JSONText {
    var object = JSONMembers()
    switch syntax.kind {
    case .never(let condition): object.set("never", ChartWriter.expression(condition))
    case .alwaysReachable(let path): object.set("alwaysReachable", ChartWriter.path(path))
    }
    object.set("description", syntax.doc)
    return object.json
  }

  private func scenario(_ syntax: ScenarioSyntax) -> JSONText {
    var object = JSONMembers()
    object.set("name", syntax.name)
    object.set("description", syntax.doc)
    object.set("steps", .array(syntax.steps.map { .string(ChartWriter.step($0.kind)) }))
    return object.json
  }
}

extension MemberSyntax {
  /// The name of a state marked as the initial one.
  fileprivate var initialName: String? {
    switch self {
    case .state(let state): state.initial == nil ? nil : state.name.text
    case .choice(let choice): choice.initial == nil ? nil : choice.name.text
    default: nil
    }
  }
}
