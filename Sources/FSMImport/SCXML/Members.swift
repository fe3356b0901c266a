import FSMDiagnostics
import FSMSyntax

/// States with what stands inside them.
///
/// Recursion goes as deep as states are nested, which the reader bounds.
extension SCXMLTranslator {
  mutating func members(of state: Int) -> [MemberSyntax] {
    let source = outline.states[state]
    let mark = initialMark(of: state)
    var members: [MemberSyntax] = []
    if let initial = source.initial, mark == nil, let transition = self.initial(initial, of: state) { members.append(.initial(transition)) }
    members += lifecycle(of: state)
    members += reactions(of: state)
    for child in source.children { if let member = member(child, isInitial: child == mark) { members.append(member) } }
    return members
  }

  private mutating func lifecycle(of state: Int) -> [MemberSyntax] {
    let source = outline.states[state]
    var entry = effects(source.entry, Context())
    if state == 0 { entry = scriptEffects() + entry }
    if source.kind == .final { entry += completionEffects(of: state) }
    let exit = effects(source.exit, Context())
    if source.kind == .final, !exit.isEmpty {
      report(
        .notImported, at: source.exitSpan ?? source.nameSpan, "`<onexit>` of a final state has no counterpart",
        hint: "put it into the `<onexit>` of the state around it")
    }
    return lifecycle(.entry, entry, source.nameSpan) + lifecycle(.exit, exit, source.nameSpan)
  }

  private func lifecycle(_ trigger: ReactionSyntax.Trigger, _ effects: [EffectSyntax], _ span: Span) -> [MemberSyntax] {
    guard let first = effects.first, let last = effects.last else { return [] }
    let whole = first.span.joined(with: last.span)
    let branch = BranchSyntax(doc: nil, condition: nil, otherwise: nil, effects: effects, targets: nil, span: whole)
    return [.reaction(ReactionSyntax(doc: nil, trigger: trigger, triggerSpan: span, body: .single(branch), span: whole))]
  }

  /// What scripts at the top do when the machine starts.
  private mutating func scriptEffects() -> [EffectSyntax] { effects(outline.scripts, Context()) }

  private mutating func member(_ state: Int, isInitial: Bool) -> MemberSyntax? {
    let source = outline.states[state]
    let name = Name(stateNames[state], source.id?.span ?? source.nameSpan)
    if case .history(let isDeep) = source.kind { return history(state, name, isDeep: isDeep).map { .history($0) } }
    let inner = members(of: state)
    let isParallel = source.kind == .parallel && source.children.contains { !outline.states[$0].isHistory }
    return .state(
      StateSyntax(
        doc: nil, initial: isInitial ? name.span : nil, final: source.kind == .final ? source.nameSpan : nil,
        parallel: isParallel ? source.nameSpan : nil, name: name, label: label(stateLabels[state], name.span), data: [], machine: nil,
        members: inner.isEmpty ? nil : inner, span: source.span))
  }

  // MARK: Where a state starts

  /// The child that bears the mark `initial`; nil where none does.
  private func initialMark(of state: Int) -> Int? {
    let source = outline.states[state]
    guard source.kind == .root || source.kind == .state else { return nil }
    let children = source.children.filter { !outline.states[$0].isHistory }
    guard let initial = source.initial else { return children.count > 1 ? children.first : nil }
    guard initial.actions.isEmpty, initial.targets.count == 1, let target = outline.ids[initial.targets[0].text] else { return nil }
    return children.contains(target) ? target : nil
  }

  private mutating func initial(_ initial: SCXMLInitial, of state: Int) -> InitialSyntax? {
    let effects = effects(initial.actions, Context())
    guard !initial.targets.isEmpty, let found = resolve(initial.targets) else { return nil }
    guard found.allSatisfy({ outline.properlyContains(state, $0) }) else {
      report(.badTarget, at: initial.targets[0].span, "the initial transition leads out of the state", hint: "name a state inside it")
      return nil
    }
    let targets = targets(zip(found, initial.targets.map(\.span)).map { ($0, $1) }, mode: .standard, initial.span)
    return InitialSyntax(effects: effects, target: targets, span: initial.span)
  }

  // MARK: History

  private mutating func history(_ state: Int, _ name: Name, isDeep: Bool) -> HistorySyntax? {
    let source = outline.states[state]
    guard let parent = source.parent else { return nil }
    if isRegionsAlias(state) { return nil }
    let isParallel = outline.states[parent].kind == .parallel
    if isParallel, !isDeep {
      report(
        .notImported, at: source.nameSpan, "a shallow history of a parallel state has no counterpart with this default",
        hint: "all regions are active, so there is nothing shallow to remember: let the default name each region, or write `type=\"deep\"`")
      return nil
    }
    guard let transition = source.transitions.first, let found = resolve(transition.targets) else {
      return HistorySyntax(doc: nil, isDeep: isDeep, name: name, effects: [], target: nil, span: source.span)
    }
    var pairs = zip(found, transition.targets.map(\.span)).map { ($0, $1) }
    if isParallel {
      let regions = outline.states[parent].children.filter { region in
        !outline.states[region].isHistory && !found.contains { outline.contains(region, $0) }
      }
      pairs += regions.map { ($0, transition.span) }
    }
    return HistorySyntax(
      doc: nil, isDeep: isDeep, name: name, effects: effects(transition.actions, Context()),
      target: targets(pairs, mode: .standard, transition.span), span: source.span)
  }

  /// True for a shallow history of a parallel state that leads to its regions, remembered or not.
  func isRegionsAlias(_ state: Int) -> Bool {
    let source = outline.states[state]
    guard source.kind == .history(isDeep: false), let parent = source.parent, outline.states[parent].kind == .parallel else { return false }
    guard let transition = source.transitions.first else { return true }
    return transition.actions.isEmpty
      && transition.targets.allSatisfy { outline.ids[$0.text].map { outline.states[$0].parent == parent } ?? false }
  }

  // MARK: Targets

  /// The states of the ids; nil, and reported, when one is none.
  mutating func resolve(_ ids: [XMLWord]) -> [Int]? {
    var found: [Int] = []
    for id in ids {
      guard let state = outline.ids[id.text] else {
        reportUnknownState(id)
        return nil
      }
      found.append(state)
    }
    return found
  }

  func targets(_ states: [(state: Int, span: Span)], mode: TargetsSyntax.Mode, _ span: Span) -> TargetsSyntax {
    let targets = states.map { state, span in
      TargetSyntax(
        segments: [.init(name: Name(stateNames[state], span), arguments: nil, span: span)], isSelf: false, span: span)
    }
    return TargetsSyntax(targets: targets, mode: mode, span: span)
  }
}
