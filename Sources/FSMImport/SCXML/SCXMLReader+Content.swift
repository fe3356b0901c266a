import FSMDiagnostics

/// Executable content.
extension SCXMLReader {
  mutating func readContent(of element: Int) -> [SCXMLAction] {
    checkNoText(in: element)
    return children(of: element).flatMap { child -> [SCXMLAction] in
      guard let actions = readAction(child) else {
        reportUnknown(child, in: element)
        return []
      }
      return actions
    }
  }

  /// Nil for an element that is no executable content.
  mutating func readAction(_ element: Int) -> [SCXMLAction]? {
    let source = document[element]
    switch source.name {
    case "raise": return readRaise(source)
    case "send": return readSend(element)
    case "cancel": return readCancel(source)
    case "log": return readLog(source)
    case "assign": return readAssign(element)
    case "script": return readScript(element)
    case "if": return readConditional(element)
    default: return nil
    }
  }

  private mutating func readRaise(_ source: XMLElement) -> [SCXMLAction] {
    checkAttributes(of: source, ["event"])
    guard let event = readEventName(source.attribute("event"), of: source) else { return [] }
    return [.raise(event, span: source.span)]
  }

  private mutating func readEventName(_ attribute: XMLAttribute?, of source: XMLElement) -> XMLWord? {
    let words = attribute?.value.words ?? []
    guard words.count == 1 else {
      report(
        .badForeignChart, at: attribute?.span ?? source.nameSpan, "`<\(source.tag)>` names no single event", hint: "write `event=\"…\"`")
      return nil
    }
    return words[0]
  }

  private mutating func readSend(_ element: Int) -> [SCXMLAction] {
    let source = document[element]
    checkAttributes(of: source, ["event", "eventexpr", "target", "type", "id", "delay", "delayexpr", "namelist"])
    guard let parameters = readParameters(of: element) else { return [] }
    guard let event = readSentEvent(source), let isInternal = readSendTarget(source) else { return [] }
    var delay: SCXMLDelay?
    if let attribute = source.attribute("delayexpr") {
      guard let value = expression(attribute) else { return [] }
      delay = value.literalString.map { .constant(XMLWord(text: $0, span: value.span)) } ?? .expression(value)
    } else if let attribute = source.attribute("delay") {
      delay = .constant(attribute.value.trimmed)
    }
    if isInternal, delay != nil {
      report(.badForeignChart, at: source.nameSpan, "an event for `#_internal` cannot be delayed")
      return []
    }
    return [
      .send(
        SCXMLSend(
          event: event, id: source.attribute("id")?.value.trimmed, delay: delay, isInternal: isInternal, parameters: parameters,
          span: source.span))
    ]
  }

  /// `<param>` and `namelist`; nil, and reported, where one has no counterpart.
  private mutating func readParameters(of element: Int) -> [(name: XMLWord, value: JSExpr)]? {
    var parameters = (document[element].attribute("namelist")?.value.words ?? []).map { word in
      (name: word, value: JSExpr(kind: .name(word.text), span: word.span))
    }
    for child in children(of: element) {
      let part = document[child]
      guard part.name == "param" else {
        report(
          .notImported, at: part.nameSpan, "`<\(part.tag)>` in `<send>` has no counterpart",
          hint: "name each value: `<param name=\"…\" expr=\"…\"/>`")
        return nil
      }
      checkAttributes(of: part, ["name", "expr", "location"])
      guard let name = part.attribute("name")?.value.trimmed, let source = part.attribute("expr") ?? part.attribute("location") else {
        report(.badForeignChart, at: part.nameSpan, "`<param>` has a `name`, and `expr` or `location`")
        return nil
      }
      guard let value = expression(source) else { return nil }
      parameters.append((name, value))
    }
    var seen: Set<String> = []
    for parameter in parameters where !seen.insert(parameter.name.text).inserted {
      report(.badForeignChart, at: parameter.name.span, "a second parameter is called `\(parameter.name.text)`")
      return nil
    }
    return parameters
  }

  private mutating func readSentEvent(_ source: XMLElement) -> XMLWord? {
    guard let attribute = source.attribute("eventexpr") else { return readEventName(source.attribute("event"), of: source) }
    guard let value = expression(attribute) else { return nil }
    if let text = value.literalString { return XMLWord(text: text, span: value.span) }
    report(
      .notImported, at: attribute.span, "an event chosen at run time has no counterpart",
      hint: "send each of the events in a branch of an `<if>`")
    return nil
  }

  /// True for the machine's own internal queue, false for its external one; nil, and reported, for anyone else.
  private mutating func readSendTarget(_ source: XMLElement) -> Bool? {
    if let type = source.attribute("type"), !Self.ownProcessors.contains(type.value.string) {
      report(
        .notImported, at: type.span, "messages by `\(type.value.string)` have no counterpart",
        hint: "let an action of your program send them")
      return nil
    }
    guard let target = source.attribute("target") else { return false }
    if target.value.string == "#_internal" { return true }
    report(
      .notImported, at: target.span, "a message to `\(target.value.string)` has no counterpart",
      hint: "`<send>` without `target` reaches this machine itself; let an action of your program reach others")
    return nil
  }

  private static let ownProcessors: Set<String> = [
    "scxml", "http://www.w3.org/TR/scxml/#SCXMLEventProcessor", "http://www.w3.org/TR/scxml/",
  ]

  private mutating func readCancel(_ source: XMLElement) -> [SCXMLAction] {
    checkAttributes(of: source, ["sendid", "sendidexpr"])
    if let id = source.attribute("sendid") { return [.cancel(id.value.trimmed, span: source.span)] }
    if let attribute = source.attribute("sendidexpr"), let value = expression(attribute) {
      if let text = value.literalString { return [.cancel(XMLWord(text: text, span: value.span), span: source.span)] }
      report(.notImported, at: attribute.span, "a `sendid` computed at run time has no counterpart")
    } else if source.attribute("sendidexpr") == nil {
      report(.badForeignChart, at: source.nameSpan, "`<cancel>` has no `sendid`")
    }
    return []
  }

  private mutating func readLog(_ source: XMLElement) -> [SCXMLAction] {
    checkAttributes(of: source, ["label", "expr"])
    let before = diagnostics.count
    let value = expression(source.attribute("expr"))
    guard diagnostics.count == before else { return [] }
    return [.log(label: source.attribute("label")?.value.string, value, span: source.span)]
  }

  private mutating func readAssign(_ element: Int) -> [SCXMLAction] {
    let source = document[element]
    checkAttributes(of: source, ["location", "expr"])
    guard let location = expression(source.attribute("location")) else {
      if source.attribute("location") == nil { report(.badForeignChart, at: source.nameSpan, "`<assign>` has no `location`") }
      return []
    }
    guard case .name(let name) = location.kind else {
      report(.notImported, at: location.span, "a part of an object has no counterpart", hint: "data are numbers, strings and booleans")
      return []
    }
    for child in children(of: element) { reportUnknown(child, in: element) }
    guard let text = source.attribute("expr")?.value ?? content(of: element) else {
      report(.badForeignChart, at: source.nameSpan, "`<assign>` has no `expr`")
      return []
    }
    guard let value = expression(text) else { return [] }
    return [.assign(JSAssignment(name: name, nameSpan: location.span, value: value, isDeclaration: false, span: source.span))]
  }

  private mutating func readScript(_ element: Int) -> [SCXMLAction] {
    let source = document[element]
    checkAttributes(of: source, ["src"])
    if let src = source.attribute("src") {
      report(
        .notImported, at: src.span, "`src` has no counterpart: fsmc reads no file that the chart names",
        hint: "write the script into the element"
      )
      return []
    }
    guard let text = content(of: element) else { return [] }
    do { return try JSParser.script(text).map { .assign($0) } } catch {
      report(error.code, at: error.span, error.message, hint: error.hint)
      return []
    }
  }

  /// `<if>` with its `<elseif/>` and `<else/>`, which part its children.
  private mutating func readConditional(_ element: Int) -> [SCXMLAction] {
    let source = document[element]
    depth += 1
    defer { depth -= 1 }
    checkNoText(in: element)
    var branches = [SCXMLBranch(condition: readCondition(source), actions: [], span: source.span)]
    for child in children(of: element) {
      let part = document[child]
      if part.name == "elseif" || part.name == "else" {
        if part.name == "else" { checkAttributes(of: part, []) }
        if branches.count > 1, branches[branches.count - 1].isElse {
          report(.badForeignChart, at: part.nameSpan, "`<\(part.tag)>` follows `<else>`")
        }
        branches.append(SCXMLBranch(condition: part.name == "else" ? nil : readCondition(part), actions: [], span: part.span))
        branches[branches.count - 1].isElse = part.name == "else"
      } else if let actions = depth + branches.count > Self.maximumDepth ? [] : readAction(child) {
        branches[branches.count - 1].actions += actions
      } else {
        reportUnknown(child, in: element)
      }
    }
    guard depth + branches.count <= Self.maximumDepth else {
      report(.nestedTooDeep, at: source.nameSpan, "conditions are nested more than \(Self.maximumDepth) deep here")
      return []
    }
    guard branches.allSatisfy({ $0.isElse || $0.condition != nil }) else { return [] }
    return [.conditional(branches, span: source.span)]
  }

  private mutating func readCondition(_ source: XMLElement) -> JSExpr? {
    checkAttributes(of: source, ["cond"])
    guard let attribute = source.attribute("cond") else {
      report(.badForeignChart, at: source.nameSpan, "`<\(source.tag)>` has no `cond`")
      return nil
    }
    return expression(attribute)
  }
}
