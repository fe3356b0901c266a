extension SyntaxDump {
  mutating func reaction(_ member: ReactionSyntax) {
    line(Self.trigger(member.trigger)) {
      $0.doc(member.doc)
      $0.body(member.body)
    }
  }

  private static func trigger(_ trigger: ReactionSyntax.Trigger) -> String {
    switch trigger {
    case .entry: "entry"
    case .exit: "exit"
    case .always: "always"
    case .done: "done"
    case .any: "on *"
    case .events(let events): "on " + events.map(\.text).joined(separator: " ")
    case .after(let delay): "after \(expression(delay))"
    }
  }

  mutating func body(_ body: ReactionBodySyntax) {
    switch body {
    case .single(let branch): branches([branch])
    case .branches(let branches):
      line("ordered") { $0.branches(branches) }
    }
  }

  mutating func branches(_ branches: [BranchSyntax]) {
    for branch in branches {
      let condition = branch.condition.map { " [\(Self.expression($0))]" } ?? ""
      line((branch.otherwise == nil ? "branch" : "else") + condition) {
        $0.doc(branch.doc)
        $0.effects(branch.effects)
        if let targets = branch.targets { $0.targets(targets) }
      }
    }
  }

  mutating func targets(_ targets: TargetsSyntax) {
    let paths = targets.targets.map { target in
      if target.isSelf { return "(self)" }
      return target.segments.map { segment in
        segment.name.text + (segment.arguments.map { "(" + $0.map(Self.argument).joined(separator: " ") + ")" } ?? "")
      }.joined(separator: ".")
    }
    let mode =
      switch targets.mode {
      case .standard: ""
      case .reenter: " reenter"
      case .external: " external"
      }
    line("-> " + paths.joined(separator: " & ") + mode)
  }

  mutating func effects(_ effects: [EffectSyntax]) {
    for effect in effects { self.effect(effect) }
  }

  private mutating func effect(_ effect: EffectSyntax) {
    switch effect {
    case .call(let call): line("/ \(Self.expression(call))")
    case .assign(let place, let assigning, let value, _):
      line("/ (\(assigning.rawValue) \(Self.expression(place)) \(Self.expression(value)))")
    case .raise(let call): line("/ raise \(Self.call(call))")
    case .send(let call, let delay, _): line("/ send \(Self.call(call))" + (delay.map { " in \(Self.expression($0))" } ?? ""))
    case .cancel(let name, _): line("/ cancel \(name.text)")
    case .conditional(let conditional, _):
      line("/ if \(Self.expression(conditional.condition))") { $0.effects(conditional.then) }
      if !conditional.otherwise.isEmpty { line("/ else") { $0.effects(conditional.otherwise) } }
    }
  }
}
