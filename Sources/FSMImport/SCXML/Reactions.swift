import FSMDiagnostics
import FSMSyntax

/// Transitions of a state as reactions: those to one event, in document order, are the branches of one.
extension SCXMLTranslator {
  mutating func reactions(of state: Int) -> [MemberSyntax] {
    let source = outline.states[state]
    guard !source.isHistory, !source.transitions.isEmpty else { return [] }
    var work = StateReactions(outline, state)
    work.match(events, observed: observedInside(state, wild: !work.wild.isEmpty))
    expansions += work.matched.values.reduce(0) { $0 + $1.count }
    guard expansions <= Self.maximumExpansions else {
      report(.notImported, at: source.nameSpan, "descriptors of this chart match more than \(Self.maximumExpansions) events in all")
      return []
    }
    var members = named(&work) + any(&work) + always(&work)
    members.sort { $0.order < $1.order }
    reportUnused(work)
    return members.map(\.member)
  }

  /// Completions that `*` of this state sees.
  private func observedInside(_ state: Int, wild: Bool) -> Set<Int> {
    wild ? observed.filter { outline.contains(state, $0) } : []
  }

  private typealias Placed = (order: Int, member: MemberSyntax)

  /// Reactions to events by name, completions among them.
  private mutating func named(_ work: inout StateReactions) -> [Placed] {
    var groups: [StateReactions.Signature: Int] = [:]
    var blocks: [(entries: [Int], branches: [BranchSyntax], order: Int)] = []
    for entry in work.matched.keys.sorted() {
      let isCompletion = if case .completion = events[entry].kind { true } else { false }
      let list = work.transitions(for: entry, isCompletion: isCompletion)
      guard let first = list.first else { continue }
      let usesEvent = list.contains { work.source.transitions[$0].usesEvent }
      let signature = StateReactions.Signature(transitions: list, entry: usesEvent ? entry : nil)
      if let known = groups[signature] {
        blocks[known].entries.append(entry)
      } else {
        groups[signature] = blocks.count
        blocks.append(([entry], branches(list, &work, event: events[entry].text), first))
      }
    }
    return blocks.compactMap { block in
      member(block.entries, block.branches, work).map { (block.order, $0) }
    }
  }

  private func member(_ entries: [Int], _ branches: [BranchSyntax], _ work: StateReactions) -> MemberSyntax? {
    guard let first = branches.first else { return nil }
    let span = work.source.transitions[work.index(of: first)].events.first?.span ?? first.span
    let isPlain = entries.allSatisfy { if case .completion = events[$0].kind { false } else { true } }
    if branches.count == 1, first.isEmpty, first.condition == nil, isPlain, work.wild.isEmpty {
      return .hold(HoldSyntax(kind: .ignore, events: entries.map { Name(events[$0].name, span) }, span: span))
    }
    if entries.count == 1, case .completion(work.state) = events[entries[0]].kind { return reaction(.done, branches, span) }
    let paths = entries.map { entry -> PathSyntax in
      guard case .completion(let state) = events[entry].kind else { return PathSyntax(segments: [Name(events[entry].name, span)]) }
      return PathSyntax(segments: [Name(stateNames[state], span), Name("done", span)])
    }
    return reaction(.events(paths), branches, span)
  }

  /// `on *`
  private mutating func any(_ work: inout StateReactions) -> [Placed] {
    let list = work.wild.filter { !work.source.transitions[$0].usesEvent }
    guard let first = list.first else { return [] }
    let branches = branches(list, &work, event: nil)
    guard let branch = branches.first else { return [] }
    let span = work.source.transitions[first].events.first?.span ?? branch.span
    if branches.count == 1, branch.isEmpty, branch.condition == nil {
      return [(first, .hold(HoldSyntax(kind: .ignore, events: [], span: span)))]
    }
    return [(first, reaction(.any, branches, span))]
  }

  private mutating func always(_ work: inout StateReactions) -> [Placed] {
    let list = work.source.transitions.indices.filter { work.source.transitions[$0].events.isEmpty }
    guard let first = list.first else { return [] }
    let branches = work.hasSteps(list) ? steppingBranches(list, &work) : branches(list, &work, event: nil)
    guard !branches.isEmpty else { return [] }
    return [(first, reaction(.always, branches, work.source.transitions[first].nameSpan))]
  }

  private func reaction(_ trigger: ReactionSyntax.Trigger, _ branches: [BranchSyntax], _ span: Span) -> MemberSyntax {
    let whole = branches[0].span.joined(with: branches[branches.count - 1].span)
    let isAlone = branches.count == 1 && !branches[0].isEmpty
    var shaped = branches
    if !isAlone, shaped[shaped.count - 1].condition == nil { shaped[shaped.count - 1].otherwise = shaped[shaped.count - 1].span }
    return .reaction(
      ReactionSyntax(
        doc: nil, trigger: trigger, triggerSpan: span, body: isAlone ? .single(shaped[0]) : .branches(shaped), span: whole))
  }

  // MARK: Branches

  /// The branches of transitions, up to the first that is always taken.
  private mutating func branches(_ list: [Int], _ work: inout StateReactions, event: String?) -> [BranchSyntax] {
    var branches: [BranchSyntax] = []
    for index in list {
      work.used.insert(index)
      let usesEvent = work.source.transitions[index].usesEvent
      let branch: BranchSyntax?
      if !usesEvent, let known = work.cache[index] {
        branch = known
      } else {
        branch = self.branch(work.source.transitions[index], work.state, Context(event: usesEvent ? event : nil))
        work.cache[index] = .some(branch)
      }
      guard var found = branch else { continue }
      switch found.condition?.literalTruth {
      case false? where usesEvent: continue
      case true?: found.condition = nil
      default: break
      }
      work.indices[found.span] = index
      branches.append(found)
      if found.condition == nil { break }
    }
    return branches
  }

  /// Nil, and reported, where it has no counterpart.
  private mutating func branch(_ transition: SCXMLTransition, _ state: Int, _ context: Context) -> BranchSyntax? {
    var condition: ExprSyntax?
    if let source = transition.condition {
      guard let found = self.condition(source, context) else { return nil }
      condition = found
    }
    let effects = effects(transition.actions, context)
    var targets: TargetsSyntax?
    if !transition.targets.isEmpty {
      guard let found = transitionTargets(transition, from: state) else { return nil }
      targets = found
    }
    return BranchSyntax(doc: nil, condition: condition, otherwise: nil, effects: effects, targets: targets, span: transition.span)
  }

  private mutating func reportUnused(_ work: StateReactions) {
    for (index, transition) in work.source.transitions.enumerated() where !work.used.contains(index) {
      report(
        .neverTaken, at: transition.nameSpan,
        work.isMatched(index)
          ? "transitions before this one are always taken" : "nothing in the chart is called like this transition's events",
        hint: "remove it, or mend the condition or the events")
    }
  }
}

extension BranchSyntax {
  /// True when it only takes the event.
  var isEmpty: Bool { effects.isEmpty && targets == nil }
}

/// The transitions of one state, sorted by what triggers them.
struct StateReactions {
  struct Signature: Hashable {
    var transitions: [Int]
    /// Set where `_event` makes each event's reaction another.
    var entry: Int?
  }

  let state: Int
  let source: SCXMLState
  /// Transitions with `*`.
  private(set) var wild: [Int] = []
  /// For each event the transitions that name it, in document order.
  private(set) var matched: [Int: [Int]] = [:]
  var used: Set<Int> = []
  var cache: [Int: BranchSyntax?] = [:]
  /// Which transition a branch came from.
  var indices: [Span: Int] = [:]
  private var hit: Set<Int> = []

  init(_ outline: SCXMLOutline, _ state: Int) {
    self.state = state
    source = outline.states[state]
    wild = source.transitions.indices.filter { source.transitions[$0].events.contains { $0.text == "*" } }
  }

  mutating func match(_ events: EventTable, observed: Set<Int>) {
    let all = events.entries.indices
    for (index, transition) in source.transitions.enumerated() {
      var found: Set<Int> = []
      for descriptor in transition.events where descriptor.text != "*" { found.formUnion(events.matches(descriptor.text)) }
      if transition.events.contains(where: { $0.text == "*" }) {
        found.formUnion(
          all.filter { if case .completion(let state) = events[$0].kind { observed.contains(state) } else { transition.usesEvent } })
        hit.insert(index)
      }
      if !found.isEmpty { hit.insert(index) }
      for entry in found { matched[entry, default: []].append(index) }
    }
  }

  func isMatched(_ index: Int) -> Bool { hit.contains(index) || source.transitions[index].events.isEmpty }

  func index(of branch: BranchSyntax) -> Int { indices[branch.span] ?? 0 }

  /// The transitions for an event, those with `*` among them as far as others follow: what is left for `*` alone, `on *` takes.
  func transitions(for entry: Int, isCompletion: Bool) -> [Int] {
    let named = matched[entry] ?? []
    guard let last = named.last else { return [] }
    if isCompletion || wild.isEmpty { return named }
    let known = Set(named)
    return (named + wild.filter { $0 < last && !known.contains($0) }).sorted()
  }

  func hasSteps(_ list: [Int]) -> Bool {
    list.contains { source.transitions[$0].condition?.contains { if case .step = $0.kind { true } else { false } } ?? false }
  }
}
