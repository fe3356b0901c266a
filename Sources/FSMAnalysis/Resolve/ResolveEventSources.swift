import FSMDiagnostics
import FSMModel
import FSMSyntax

/// Reactions written at their event: `event x from a, b -> c` is a reaction of `a` and one of `b`; `from *` is one of the machine.
///
/// Names resolve at machine level, once for all sources, so a mistake in the body is one error however many sources there are.
extension MachineResolver {
  mutating func resolveEventSources() {
    var touched: Set<StateID> = []
    for case .event(let syntax) in self.syntax.members where !syntax.from.isEmpty {
      guard let id = names.events[syntax.name.text], machine[id].span == syntax.span else { continue }
      for from in syntax.from { touched.formUnion(resolve(from, of: syntax, event: id)) }
    }
    for state in touched.sorted() {
      let written = machine[state].reactions.sorted { machine[$0].span.start < machine[$1].span.start }
      machine[state].reactions = written
    }
  }

  private mutating func resolve(_ syntax: EventSyntax.From, of event: EventSyntax, event id: EventID) -> [StateID] {
    var scope = Scope(place: .value)
    scope.parameters = machine[id].parameters
    let branches = syntax.body.branches.map { resolve($0, in: scope) }
    let isOrdered = if case .branches = syntax.body { true } else { false }
    let sources = sources(of: syntax)
    for source in sources {
      // The first branch that a source cannot take is reported, and the source is left out.
      guard branches.allSatisfy({ $0.mode == .internal || checkReach($0, source: source) }) else { continue }
      add(
        branches,
        Reaction(
          id: ReactionID(0), source: source, trigger: .events([id]), parameters: machine[id].parameters, transitions: [],
          isOrdered: isOrdered, isByEvent: true, doc: event.doc, triggerSpan: event.name.span, span: syntax.span))
    }
    return sources
  }

  private mutating func sources(of syntax: EventSyntax.From) -> [StateID] {
    guard !syntax.sources.isEmpty else { return [.root] }
    var seen: [StateID: Span] = [:]
    var sources: [StateID] = []
    for path in syntax.sources {
      guard let state = state(at: path, from: .root) else { continue }
      if let first = seen[state] {
        reporter.report(.duplicateName, at: path.span, "source `\(path.text)` is listed twice", labels: [.init(first, "first here")])
      } else if machine[state].isPseudo {
        reporter.report(
          .badTarget, at: path.span, "`\(path.text)` is left as soon as it is entered and waits for no event",
          labels: [.init(machine[state].nameSpan, "declared here")])
      } else if machine[state].kind == .final {
        reporter.report(
          .finalWithContent, at: path.span, "final state `\(path.text)` has a reaction",
          labels: [.init(machine[state].nameSpan, "nothing happens in a final state any more")])
      } else {
        seen[state] = path.span
        sources.append(state)
      }
    }
    return sources
  }
}
