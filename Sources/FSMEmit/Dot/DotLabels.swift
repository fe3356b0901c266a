import FSMModel

/// What stands in and at the states and edges.
extension DotLowering {
  /// The widest line of text inside a state and at an edge, in columns.
  private static let cardWidth = 46
  private static let edgeWidth = 32

  /// The label of a simple state: name and data, below a rule what it does.
  func cardLabel(of state: State) -> DotHTML {
    var lines = activityLines(of: state) + findingLines(at: state)
    if viewed.isClosed(state) { lines.append(DotHTML(text: "\(viewed.hiddenCount(in: state)) states inside").italic) }
    var rows = [DotHTML.Row(content: heading(of: state), padding: 6)]
    if !lines.isEmpty { rows.append(DotHTML.Row(content: .lines(lines), isLeft: true, hasRule: true)) }
    return .table(rows, ruleColor: DotStyle.rule)
  }

  /// The label of a composite's title: a dark bar with the name, below it what the state does.
  func titleLabel(of state: State) -> DotHTML {
    let lines = activityLines(of: state) + findingLines(at: state)
    let heading = heading(of: state).font(color: DotStyle.titleText)
    var rows = [DotHTML.Row(content: heading, background: DotStyle.titleBar, padding: 5)]
    if !lines.isEmpty {
      let text = DotHTML.lines(lines).font(color: DotStyle.ink)
      rows.append(DotHTML.Row(content: text, background: DotStyle.card, isLeft: true))
    }
    return .table(rows)
  }

  /// What stands in the diamond of a choice.
  func choiceLabel(of state: State) -> DotHTML { .table([DotHTML.Row(content: DotHTML(text: text.title(of: state.id)), padding: 0)]) }

  /// What stands below the ring of a final state.
  func captionLabel(of state: State) -> DotHTML {
    .lines([DotHTML(text: text.title(of: state.id))] + activityLines(of: state) + findingLines(at: state))
  }

  /// The title in bold, then data and a used machine, on the same line where there is room.
  private func heading(of state: State) -> DotHTML {
    let title = text.title(of: state.id)
    let data = state.id == .root ? "" : text.data(of: state.id)
    let use = text.machineUse(of: state.id).map { ": \($0)" } ?? ""
    let bold = DotHTML(text: title).bold.font(size: 12)
    let rest = [data, use].filter { !$0.isEmpty }.joined(separator: " ")
    if rest.isEmpty { return bold }
    if title.columns + rest.columns < Self.cardWidth { return bold + DotHTML(text: data.isEmpty ? rest : "\u{2009}" + rest) }
    let parts = [data, text.machineUse(of: state.id) ?? ""].flatMap { Self.arguments(of: $0) }
    let lines = LineWrap(limit: Self.cardWidth, indent: "  ").lines(of: parts)
    return bold + DotHTML(text: "\n" + lines.joined(separator: "\n"))
  }

  /// `f(a: 1, b: 2)` as `f(a: 1,` and `b: 2)`.
  private static func arguments(of text: String) -> [String] {
    let parts = text.split(separator: ", ")
    return parts.enumerated().map { $0.element + ($0.offset == parts.count - 1 ? "" : ",") }
  }

  /// Entry, exit, activities, reactions without a target, what is deferred and ignored: one item a line, long ones broken.
  private func activityLines(of state: State) -> [DotHTML] {
    var items: [[String]] = []
    if state.id == .root { items += state.data.map { [text.declaration(of: $0)] } }
    if !state.entry.isEmpty { items.append(["entry /"] + effectPieces(state.entry)) }
    if !state.exit.isEmpty { items.append(["exit /"] + effectPieces(state.exit)) }
    items += state.activities.map { [text.activity($0)] }
    for reaction in state.reactions {
      let reaction = machine[reaction]
      for (index, transition) in reaction.transitions.enumerated() where machine[transition].targets.isEmpty {
        items.append([number(of: index, in: reaction)].compactMap(\.self) + text.reaction(transition).pieces)
      }
    }
    if !state.deferred.isEmpty { items.append(["defer", text.holds(state.deferred)]) }
    if !state.ignored.isEmpty { items.append(["ignore", text.holds(state.ignored)]) }
    let wrap = LineWrap(limit: Self.cardWidth, indent: "  ")
    return items.flatMap { wrap.lines(of: $0) }.map { DotHTML(text: $0) }
  }

  private func effectPieces(_ effects: [Effect]) -> [String] {
    ReactionText(trigger: "", guardParts: [], effects: effects.map { text.effect($0) }, arguments: []).effectPieces
  }

  /// The place of a branch among those of its reaction, where the order decides: `1:`; nil where an `else` or nothing follows the first.
  private func number(of index: Int, in reaction: Reaction) -> String? {
    let guarded = reaction.transitions.count { !machine[$0].isElse }
    return reaction.isOrdered && guarded > 1 ? "\(index + 1):" : nil
  }

  /// The label of a transition's edge; nil where it says nothing.
  func edgeLabel(of transition: Transition) -> DotHTML? {
    let reaction = machine[transition.reaction]
    let words = text.reaction(transition.id)
    let place = reaction.transitions.firstIndex(of: transition.id) ?? 0
    let steps = viewed.steps(of: transition.id).map { "(\($0))" }
    let numbers = [steps, number(of: place, in: reaction)].compactMap(\.self)
    var head = words.headPieces
    // A number stays with what it numbers.
    if !numbers.isEmpty { head = [(numbers + head.prefix(1)).joined(separator: " ")] + head.dropFirst() }
    var lines = edgeLines(head, slashed(words.effectPieces), words.arguments).map { DotHTML(text: $0) }
    if !words.trigger.isEmpty, isPrivate(reaction), let first = lines.first, let italic = first.italicising(words.trigger) {
      lines[0] = italic
    }
    lines += findings.transitions[transition.id, default: []].map { DotHTML(text: $0.title).font(color: DotStyle.alarm) }
    return lines.isEmpty ? nil : .table([DotHTML.Row(content: .lines(lines), isLeft: true, padding: 2)])
  }

  /// The label of an initial transition: its effects and arguments.
  func edgeLabel(of initial: State.Initial) -> DotHTML? {
    let lines = edgeLines([], slashed(effectPieces(initial.effects)), initial.targets.compactMap { text.targetArguments($0) })
    return lines.isEmpty ? nil : .table([DotHTML.Row(content: .lines(lines.map { DotHTML(text: $0) }), isLeft: true, padding: 2)])
  }

  /// All on one line where there is room, else effects and the arguments of targets on lines of their own.
  private func edgeLines(_ head: [String], _ effects: [String], _ arguments: [String]) -> [String] {
    let wrap = LineWrap(limit: Self.edgeWidth, indent: "  ")
    let whole = (head + effects).joined(separator: " ")
    var lines = whole.columns <= Self.edgeWidth ? [whole].filter { !$0.isEmpty } : wrap.lines(of: head) + wrap.lines(of: effects)
    for argument in arguments { lines += wrap.lines(of: ["\u{2192}", argument]) }
    return lines
  }

  private func slashed(_ effects: [String]) -> [String] { effects.isEmpty ? [] : ["/ " + effects[0]] + effects.dropFirst() }

  private func isPrivate(_ reaction: Reaction) -> Bool {
    guard case .events(let events) = reaction.trigger else { return false }
    return events.allSatisfy { machine[$0].isPrivate }
  }

  private func findingLines(at state: State) -> [DotHTML] {
    findings.states[state.id, default: []].map { DotHTML(text: $0.title).font(color: DotStyle.alarm) }
  }
}
