import FSMAnalysis
import FSMDiagnostics
import FSMModel
import FSMSimulate

/// Makes findings and a verdict of what an explorer met.
struct Judge {
  let explorer: Explorer
  let known: KnownFindings
  let counterexample: Counterexample
  private(set) var findings: [Diagnostic] = []
  var verdict: Verdict
  var decisions = Decisions()

  private let invariants: Invariants?
  private let neverEntered: Set<StateID>
  private let neverTaken: Set<TransitionID>

  var assembly: Assembly { explorer.assembly }
  var machine: Machine { assembly.machine(of: .machine) }
  /// Nothing else can happen than what was tried.
  var isProof: Bool { explorer.isComplete && explorer.isWhole }
  /// What was not seen does not happen; where a call was stopped half way, nobody knows what it would have done.
  private var provesNever: Bool {
    isProof
      && explorer.incidents.allSatisfy {
        switch $0.kind {
        case .outOfRange: true
        case .trap, .endless, .livelock: false
        }
      }
  }

  init(_ explorer: Explorer, known: [Diagnostic], seams: Seams = Seams()) {
    self.explorer = explorer
    self.known = KnownFindings(known)
    counterexample = Counterexample(explorer.assembly)
    let machine = explorer.assembly.machine(of: .machine)
    verdict = Verdict(machine: machine.name)
    invariants = seams.invariants(machine, explorer.assembly.chart)
    neverEntered = Set(invariants?.neverEntered ?? [])
    neverTaken = Set(invariants?.neverTaken ?? [])
  }

  mutating func judge() {
    verdict.states = machine.states.count - 1
    verdict.transitions = machine.transitions.count
    verdict.configurations = explorer.places.count
    verdict.isComplete = explorer.isComplete
    verdict.wasStopped = explorer.wasStopped
    verdict.isWhole = explorer.isWhole
    verdict.openOverlaps = machine.reactions.count { known.has(.undecidedOverlap, at: $0.triggerSpan) }
    decide()
    judgeStates()
    judgeTransitions()
    judgeIncidents()
    judgeDoubts()
    judgeAssertions()
    judgeEnds()
  }

  mutating func report(_ finding: Diagnostic) {
    if !known.has(finding.code, at: finding.span) { findings.append(finding) }
  }

  private mutating func decide() {
    let never = provesNever
    decisions.states = machine.states.map { state in
      isEntered(state.id) ? .happens : never || neverEntered.contains(state.id) ? .never : .open
    }
    decisions.transitions = machine.transitions.map { transition in
      if explorer.taken[TransitionPlace(transition: transition.id)] != nil { return .happens }
      return never || neverTaken.contains(transition.id) || decisions.states[transition.source.index] == .never ? .never : .open
    }
  }

  private func isEntered(_ state: StateID) -> Bool { state == .root || explorer.visited[assembly.node(of: state)] != nil }

  private mutating func judgeStates() {
    for state in machine.states {
      guard let parent = state.parent, !isEntered(state.id), isEntered(parent), !known.never.overlaps(state.nameSpan) else { continue }
      // A history is passed through, and never entered itself.
      if case .history = state.kind { continue }
      guard decisions.states[state.id.index] == .never else {
        verdict.openStates.append(machine.pathName(of: state.id))
        continue
      }
      report(
        Diagnostic(
          .unreachableState, at: state.nameSpan,
          "`\(machine.pathName(of: state.id))` is never entered: \(neverEntered.contains(state.id) ? ruledOut : allTried)",
          hint: "remove it, or look at the guards that lead to it"))
    }
  }

  private mutating func judgeTransitions() {
    for transition in machine.transitions {
      guard explorer.taken[TransitionPlace(transition: transition.id)] == nil, isEntered(transition.source) else { continue }
      let reaction = machine[transition.reaction]
      guard !known.never.overlaps(transition.span), !known.never.overlaps(reaction.triggerSpan) else { continue }
      guard decisions.transitions[transition.id.index] == .never else {
        verdict.openTransitions.append("`\(machine.text(of: reaction))` of `\(machine.pathName(of: reaction.source))`")
        continue
      }
      // Branches of a reaction that is not taken at all are reported once.
      let isWhole = reaction.transitions.allSatisfy { explorer.taken[TransitionPlace(transition: $0)] == nil }
      if isWhole, transition.id != reaction.transitions.first { continue }
      report(
        Diagnostic(
          .neverTaken, at: isWhole ? reaction.triggerSpan : transition.span,
          "this \(isWhole ? "reaction" : "branch") is never taken: \(neverTaken.contains(transition.id) ? ruledOut : allTried)",
          hint: "remove it, or look at its guard"))
    }
  }

  /// True where the condition of an `assert never` cannot hold, whatever happens.
  func rulesOut(_ condition: Expr) -> Bool { invariants?.rulesOut(condition) == true }

  /// What would have to be known for values to rule the condition of an `assert never` out.
  func doubt(about condition: Expr) -> String? {
    guard let invariants else { return nil }
    guard let (state, values) = invariants.doubt(about: condition) else {
      return !condition.variables.isEmpty && !invariants.tellsStatesApart
        ? "the machine is too large to bound values state by state" : nil
    }
    let list = values.isEmpty ? "" : ", where " + values.joined(separator: " and ")
    return "values do not rule it out in `\(machine.pathName(of: state))`\(list)"
  }

  private let ruledOut = "no value that the variables can have leads there"

  private var allTried: String {
    explorer.places.count == 1 ? "the machine has one configuration" : "all \(explorer.places.count) configurations were tried"
  }

  private mutating func judgeIncidents() {
    for incident in explorer.incidents {
      let moves = explorer.path(to: incident)
      let (steps, last) = counterexample.run(moves)
      let place = last.flatMap { counterexample.span(of: $0) }
      let labels = place.map { [Diagnostic.Label($0, "by this reaction")] } ?? []
      let trace = Diagnostic.Trace(steps)
      switch incident.kind {
      case .outOfRange(let name):
        // A number from outside may be anything: the range is there to refuse it.
        let isCallers = moves.last?.passesNumbers == true
        report(
          Diagnostic(
            .rangeLeft, at: span(ofVariable: name), "`\(name)` can leave its range: the call is rejected then",
            severity: isCallers ? .note : nil, labels: labels, hint: "guard the reaction that assigns it, or widen the range", trace: trace)
        )
      case .trap(let span, let message):
        report(
          Diagnostic(.trap, at: span, "this can trap: \(message)", hint: "guard it, or calculate otherwise", trace: trace))
      case .livelock(let cycle): report(livelock(cycle, trace))
      case .endless:
        report(
          Diagnostic(
            .endlessLoop, at: place ?? machine.nameSpan, "this call does not come to an end within 2,000 steps", severity: .warning,
            hint: "look for an `always` or a `raise` that leads back to itself", trace: trace))
      }
    }
  }

  /// Ranges and calculations that neither a trace nor a proof speaks of.
  private mutating func judgeDoubts() {
    let left = Set(
      explorer.incidents.compactMap { incident in if case .outOfRange(let name) = incident.kind { name } else { nil } })
    let trapped = Set(explorer.incidents.compactMap { incident in if case .trap(let span, _) = incident.kind { span } else { nil } })
    let doubts = provesNever ? Doubts() : invariants?.doubts ?? Doubts(ranges: machine.variables.filter { $0.range != nil })
    decisions.ranges = machine.variables.map { variable in
      if left.contains(assembly.name(of: variable, .machine)) { return .happens }
      return doubts.ranges.contains(variable.id) ? .open : .never
    }
    verdict.openRanges = zip(machine.variables, decisions.ranges).filter { $1 == .open }.map(\.0.name)
    let open = doubts.traps.filter { doubt in
      !trapped.contains { $0.file == doubt.file && $0.start <= doubt.start && doubt.end <= $0.end }
    }
    verdict.openTraps = open.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  /// A circle with all its places, from the first in the chart on.
  private func livelock(_ cycle: [TransitionPlace], _ trace: Diagnostic.Trace) -> Diagnostic {
    var places: [TransitionPlace] = []
    for place in cycle where !places.contains(place) && places.count < Judge.mostLabels { places.append(place) }
    let labels = places.dropFirst().map { Diagnostic.Label(assembly.transition($0).span, "then this") }
    let count = cycle.count == 1 ? "one transition" : "\(cycle.count) transitions"
    return Diagnostic(
      .endlessLoop, at: places.first.map { assembly.transition($0).span } ?? machine.nameSpan,
      "this call never comes to an end: it goes round through \(count) and is back where it was",
      labels: labels, hint: "give one of them a guard that turns false", trace: trace)
  }

  private static let mostLabels = 8

  private func span(ofVariable name: String) -> Span {
    for index in assembly.scopes.indices {
      let scope = ScopeID(index)
      for variable in assembly.machine(of: scope).variables where assembly.name(of: variable, scope) == name { return variable.nameSpan }
    }
    return machine.nameSpan
  }
}
