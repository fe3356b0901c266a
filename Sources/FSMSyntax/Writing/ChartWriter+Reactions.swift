extension ChartWriter {
  mutating func write(_ syntax: ReactionSyntax) {
    write(doc: syntax.doc)
    write(syntax.body, after: Self.trigger(syntax.trigger))
  }

  static func trigger(_ trigger: ReactionSyntax.Trigger) -> String {
    switch trigger {
    case .entry: "entry"
    case .exit: "exit"
    case .always: "always"
    case .done: "done"
    case .any: "on *"
    case .after(let delay): "after \(operand(delay, above: 8))"
    case .events(let paths): "on \(paths.map { path($0) }.joined(separator: ", "))"
    }
  }

  mutating func write(_ body: ReactionBodySyntax, after head: String) {
    switch body {
    case .single(let branch): write(branch, after: head)
    case .branches(let branches): writeBranches(branches, after: head)
    }
  }

  mutating func writeBranches(_ branches: [BranchSyntax], after head: String) {
    line(head + " {")
    indented { writer in
      for branch in branches {
        writer.write(doc: branch.doc)
        writer.write(branch, after: branch.otherwise == nil ? "" : "else", mayBeEmpty: true)
      }
    }
    line("}")
  }

  /// `head [guard] / effects -> targets`, on one line where it fits.
  mutating func write(_ branch: BranchSyntax, after head: String, mayBeEmpty: Bool = false) {
    var parts = head.isEmpty ? [] : [head]
    if let condition = branch.condition { parts.append("[\(Self.expression(condition))]") }
    let start = parts.joined(separator: " ")
    let effects = branch.effects.map { Self.effect($0) }
    let targets = branch.targets.map { "-> \(Self.targets($0))" }
    if !effects.isEmpty { parts.append("/ \(effects.joined(separator: ", "))") }
    if let targets { parts.append(targets) }
    if mayBeEmpty, effects.isEmpty, targets == nil { parts.append("ignore") }
    let whole = parts.joined(separator: " ")
    guard whole.count > room, !effects.isEmpty else { return line(whole) }
    line(start + " /")
    indented { writer in
      for (index, effect) in effects.enumerated() { writer.line(effect + (index + 1 < effects.count ? "," : "")) }
      if let targets { writer.line(targets) }
    }
  }

  static func targets(_ syntax: TargetsSyntax) -> String {
    let targets = syntax.targets.map { target in
      let segments = target.segments.map { segment in
        (target.isSelf ? "self" : name(segment.name)) + (segment.arguments.map { arguments($0) } ?? "")
      }
      return segments.isEmpty ? "self" : segments.joined(separator: ".")
    }
    let mode =
      switch syntax.mode {
      case .standard: ""
      case .reenter: " reenter"
      case .external: " external"
      }
    return targets.joined(separator: " & ") + mode
  }

  static func effect(_ effect: EffectSyntax) -> String {
    switch effect {
    case .call(let call): return expression(call, startsEffect: true)
    case .assign(let place, let sign, let value, _): return "\(expression(place, startsEffect: true)) \(sign.rawValue) \(expression(value))"
    case .raise(let call): return "raise \(self.call(call))"
    case .send(let call, let delay, _): return "send \(self.call(call))" + (delay.map { " in \(expression($0))" } ?? "")
    case .cancel(let name, _): return "cancel \(self.name(name))"
    case .conditional(let conditional, _): return self.conditional(conditional)
    }
  }

  private static func conditional(_ syntax: EffectSyntax.Conditional) -> String {
    var text = "if \(expression(syntax.condition)) { \(block(syntax.then)) }"
    var rest = syntax.otherwise
    while !rest.isEmpty {
      if rest.count == 1, case .conditional(let next, _) = rest[0] {
        text += " else if \(expression(next.condition)) { \(block(next.then)) }"
        rest = next.otherwise
      } else {
        text += " else { \(block(rest)) }"
        rest = []
      }
    }
    return text
  }

  private static func block(_ effects: [EffectSyntax]) -> String { effects.map { effect($0) }.joined(separator: ", ") }

  static func call(_ syntax: CallSyntax, withEmptyList: Bool = false) -> String {
    name(syntax.name) + (syntax.arguments.isEmpty && !withEmptyList ? "" : arguments(syntax.arguments))
  }

  static func arguments(_ list: [ArgumentSyntax], open: String = "(", close: String = ")") -> String {
    open + list.map { ($0.label.map { name($0) + ": " } ?? "") + expression($0.value) }.joined(separator: ", ") + close
  }
}
