extension SyntaxDump {
  mutating func member(_ member: MemberSyntax) {
    switch member {
    case .variable(let member): variable(member)
    case .enumeration(let member):
      line((["enum", member.name.text] + member.cases.map { ".\($0.text)" }).joined(separator: " ")) { $0.doc(member.doc) }
    case .event(let member): event(member)
    case .callable(let member): callable(member)
    case .assertion(let member): assertion(member)
    case .scenario(let member): scenario(member)
    case .state(let member): state(member)
    case .history(let member): history(member)
    case .choice(let member):
      line((member.initial == nil ? "" : "initial ") + "choice \(member.name.text)") {
        $0.doc(member.doc)
        $0.branches(member.branches)
      }
    case .initial(let member):
      line("initial") {
        $0.effects(member.effects)
        $0.targets(member.target)
      }
    case .reaction(let member): reaction(member)
    case .hold(let member):
      line("\(member.kind.rawValue) " + (member.events.isEmpty ? "*" : member.events.map(\.text).joined(separator: " ")))
    case .activity(let member):
      line("do " + (member.name.map { "\($0.text) = " } ?? "") + Self.call(member.call)) { $0.doc(member.doc) }
    }
  }

  private mutating func variable(_ member: VariableSyntax) {
    let words = "\(member.isConstant ? "let" : "var") \(member.name.text)\(label(member.label)) : \(member.type.text)"
    line(words + Self.rangeAndValue(member.range, member.value)) { $0.doc(member.doc) }
  }

  private mutating func event(_ member: EventSyntax) {
    line("\(member.isPrivate ? "private " : "")event \(member.name.text)\(label(member.label))") {
      $0.doc(member.doc)
      $0.parameters(member.parameters)
      for from in member.from {
        let sources = from.sources.isEmpty ? "*" : from.sources.map(\.text).joined(separator: " ")
        $0.line("from \(sources)") { $0.body(from.body) }
      }
    }
  }

  private mutating func callable(_ member: CallableSyntax) {
    line("\(member.kind.rawValue) \(member.name.text)\(label(member.label))") {
      $0.doc(member.doc)
      $0.parameters(member.parameters)
      switch member.throwing {
      case .never: break
      case .any: $0.line("throws")
      case .type(let type): $0.line("throws \(type.text)")
      }
      if let result = member.result { $0.line("returns \(result.text)") }
      if let body = member.body { $0.line("= \(Self.expression(body))") }
    }
  }

  mutating func parameters(_ parameters: [ParameterSyntax]) {
    for parameter in parameters {
      let words = "parameter \(parameter.isLabelled ? "" : "_ ")\(parameter.name.text) : \(parameter.type.text)"
      line(words + Self.rangeAndValue(parameter.range, parameter.value))
    }
  }

  private mutating func state(_ member: StateSyntax) {
    let marks = [("initial", member.initial), ("final", member.final), ("parallel", member.parallel)]
    let words = marks.filter { $0.1 != nil }.map(\.0) + ["state", member.name.text]
    line(words.joined(separator: " ") + label(member.label) + (member.members?.isEmpty == true ? " {}" : "")) {
      $0.doc(member.doc)
      $0.parameters(member.data)
      if let machine = member.machine {
        $0.line((["machine", machine.name.text] + machine.arguments.map(Self.argument)).joined(separator: " "))
      }
      $0.members(member.members ?? [])
    }
  }

  private mutating func history(_ member: HistorySyntax) {
    line("\(member.isDeep ? "deep " : "")history \(member.name.text)") {
      $0.doc(member.doc)
      $0.effects(member.effects)
      if let target = member.target { $0.targets(target) }
    }
  }

  static func rangeAndValue(_ range: RangeSyntax?, _ value: ExprSyntax?) -> String {
    var words = ""
    if let range {
      let bounds = (range.lower.map { expression($0) } ?? "") + (range.includesUpper ? "..." : "..<")
      words += " in " + bounds + (range.upper.map { expression($0) } ?? "")
    }
    return words + (value.map { " = " + expression($0) } ?? "")
  }
}
