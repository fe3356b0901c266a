extension ChartWriter {
  mutating func write(_ members: [MemberSyntax], isMachine: Bool) {
    var previous: Kind?
    var index = 0
    while index < members.count {
      let kind = Kind(members[index])
      let isLarge = isMachine && members[index].isComposite
      if let previous, previous != kind || isLarge, isMachine || kind == .state && members[index].isComposite { blank() }
      if members[index].listed != nil {
        index = writeList(members, from: index)
      } else {
        write(members[index])
        index += 1
      }
      previous = isLarge ? .large : kind
    }
  }

  /// What members that stand together have in common.
  private enum Kind {
    case value, event, callable, reaction, state, other
    /// Nothing joins it without a blank line.
    case large

    init(_ member: MemberSyntax) {
      switch member {
      case .variable, .enumeration: self = .value
      case .event: self = .event
      case .callable: self = .callable
      case .initial, .reaction, .hold, .activity: self = .reaction
      case .state, .history, .choice: self = .state
      case .assertion, .scenario: self = .other
      }
    }
  }

  /// Events and actions of a kind share a line as long as it is not too long.
  private mutating func writeList(_ members: [MemberSyntax], from start: Int) -> Int {
    guard let first = members[start].listed else { return start + 1 }
    var content = first.keyword + first.signature
    var index = start + 1
    while index < members.count, let next = members[index].listed, next.keyword == first.keyword {
      guard content.count + 2 + next.signature.count <= room else { break }
      content += ", " + next.signature
      index += 1
    }
    line(content)
    return index
  }

  mutating func write(_ member: MemberSyntax) {
    switch member {
    case .variable(let syntax): write(syntax)
    case .enumeration(let syntax):
      write(doc: syntax.doc)
      line("enum \(Self.name(syntax.name)) { \(syntax.cases.map { Self.name($0) }.joined(separator: ", ")) }")
    case .event(let syntax): write(syntax)
    case .callable(let syntax): write(syntax)
    case .assertion(let syntax):
      write(doc: syntax.doc)
      switch syntax.kind {
      case .never(let condition): line("assert never \(Self.expression(condition))")
      case .alwaysReachable(let path): line("assert always reachable \(Self.path(path))")
      }
    case .scenario(let syntax): write(syntax)
    case .state(let syntax): write(syntax)
    case .history(let syntax):
      write(doc: syntax.doc)
      let branch = BranchSyntax(
        doc: nil, condition: nil, otherwise: nil, effects: syntax.effects, targets: syntax.target, span: syntax.span)
      write(branch, after: "\(syntax.isDeep ? "deep " : "")history \(Self.name(syntax.name))")
    case .choice(let syntax):
      write(doc: syntax.doc)
      writeBranches(syntax.branches, after: "\(syntax.initial == nil ? "" : "initial ")choice \(Self.name(syntax.name))")
    case .initial(let syntax):
      let branch = BranchSyntax(
        doc: nil, condition: nil, otherwise: nil, effects: syntax.effects, targets: syntax.target, span: syntax.span)
      write(branch, after: "initial")
    case .reaction(let syntax): write(syntax)
    case .hold(let syntax):
      let events = syntax.events.isEmpty ? "*" : syntax.events.map { Self.name($0) }.joined(separator: ", ")
      line("\(syntax.kind.rawValue) \(events)")
    case .activity(let syntax):
      write(doc: syntax.doc)
      line("do \(syntax.name.map { Self.name($0) + " = " } ?? "")\(Self.call(syntax.call, withEmptyList: true))")
    }
  }

  private mutating func write(_ syntax: StateSyntax) {
    write(doc: syntax.doc)
    var head = syntax.initial == nil ? "" : "initial "
    if syntax.final != nil { head += "final " }
    if syntax.parallel != nil { head += "parallel " }
    head += "state \(Self.name(syntax.name))\(Self.label(syntax.label))"
    if !syntax.data.isEmpty { head += Self.parameters(syntax.data) }
    if let machine = syntax.machine {
      head += ": \(Self.name(machine.name))" + (machine.arguments.isEmpty ? "" : Self.arguments(machine.arguments))
    }
    guard let members = syntax.members else { return line(head) }
    if members.isEmpty { return line(head + " {}") }
    if let inner = Self.inline(members, room: room - head.count - 5) { return line("\(head) { \(inner) }") }
    line(head + " {")
    indented { $0.write(members, isMachine: false) }
    line("}")
  }

  /// The one member of a state as part of its line, where it is short.
  private static func inline(_ members: [MemberSyntax], room: Int) -> String? {
    guard members.count == 1 else { return nil }
    switch members[0] {
    case .reaction, .hold: break
    default: return nil
    }
    var writer = ChartWriter()
    writer.write(members[0])
    guard writer.text.count <= room, writer.text.filter({ $0 == "\n" }).count == 1 else { return nil }
    return String(writer.text.dropLast())
  }
}

extension MemberSyntax {
  /// The declaration in two parts, where others of its kind may stand behind it.
  fileprivate var listed: (keyword: String, signature: String)? {
    switch self {
    case .event(let event) where event.doc == nil && event.from.isEmpty:
      (event.isPrivate ? "private event " : "event ", ChartWriter.signature(event))
    case .callable(let callable) where callable.doc == nil && callable.kind == .action: ("action ", ChartWriter.signature(callable))
    default: nil
    }
  }

  /// A state with braces, which blank lines set off.
  fileprivate var isComposite: Bool { if case .state(let state) = self { (state.members?.count ?? 0) > 1 } else { false } }
}
