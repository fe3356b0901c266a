import FSMDiagnostics
import FSMModel

/// Why an event would or would not be taken, had it been sent now: every reaction that would be tried, in order, with what its guard
/// reads.
public struct Reasons: Sendable {
  /// What would become of the event.
  public enum Outlook: Sendable, Hashable {
    case taken, deferred, ignored
    case rejected(Rejection)
    /// It follows from what is not known: an argument that was not given, a function without an answer.
    case depends
    /// A guard would trap.
    case trapped(String)
  }

  /// Something that a guard reads, as the chart's text, with its value; nil where nobody knows it.
  public struct Reading: Sendable, Hashable {
    public var text: String
    public var value: Value?

    public init(text: String, value: Value?) { (self.text, self.value) = (text, value) }
  }

  public struct Tried: Sendable, Hashable {
    public var look: Look
    /// The guard, where it has one.
    public var guardSpan: Span?
    public var span: Span
    /// In the order the guard reads them, each once.
    public var readings: [Reading]
  }

  public var event: AssembledEventID
  /// Nil where they are not known.
  public var arguments: [Value]?
  public var tried: [Tried]
  public var outlook: Outlook
}

extension Interpreter {
  /// - Parameter arguments: In the order of the event's parameters; nil where they are not known.
  public func reasons(
    for event: AssembledEventID, _ arguments: [Value]?, environment: Environment = Environment()
  ) -> Reasons {
    guard isStarted, !assembly[event].isPrivate else {
      return Reasons(event: event, arguments: arguments, tried: [], outlook: .rejected(.unhandled))
    }
    guard !hasEnded else { return Reasons(event: event, arguments: arguments, tried: [], outlook: .rejected(.finished)) }
    let values = arguments ?? assembly[event].parameters.map { .symbolic($0.name) }
    let occurrence = Store.Occurrence(trigger: .event(event), arguments: values)
    var run = Run(self, environment)
    run.explores = true
    var selection = Selection()
    var trap: String?
    do throws(Failure) { try run.select(occurrence, &selection) } catch {
      if case .trapped(let message, _) = error { trap = message }
    }
    let tried = run.shadowed(selection).map { run.tried($0, occurrence, areKnown: arguments != nil) }
    return Reasons(
      event: event, arguments: arguments, tried: tried, outlook: trap.map { .trapped($0) } ?? outlook(of: selection))
  }

  private func outlook(of selection: Selection) -> Reasons.Outlook {
    let isUnknown = selection.looks.contains { if case .unknown = $0.verdict { true } else { false } }
    if isUnknown { return .depends }
    switch selection.disposition {
    case .taken: return .taken
    case .deferred: return .deferred
    case .ignored: return .ignored
    default: return .rejected(selection.isNamed ? .guardsFailed : .unhandled)
    }
  }
}

extension Run {
  mutating fileprivate func tried(_ look: Look, _ occurrence: Store.Occurrence, areKnown: Bool) -> Reasons.Tried {
    guard case .transition(let place) = look.subject else {
      return Reasons.Tried(look: look, guardSpan: nil, span: holdSpan(look, occurrence), readings: [])
    }
    let transition = assembly.transition(place)
    let reaction = assembly.reaction(ReactionPlace(scope: place.scope, reaction: transition.reaction))
    let span = reaction.transitions.count == 1 ? reaction.triggerSpan : transition.span
    var tried = Reasons.Tried(look: look, guardSpan: transition.condition?.span, span: span, readings: [])
    if case .shadowed = look.verdict { return tried }
    let frame = Frame(scope: place.scope, parameters: arguments(of: occurrence, for: reaction, place.scope))
    tried.readings = transition.condition.map { readings(of: $0, reaction.parameters, frame, areKnown: areKnown) } ?? []
    return tried
  }

  /// Where the state says that it defers or ignores the event.
  private func holdSpan(_ look: Look, _ occurrence: Store.Occurrence) -> Span {
    for layer in assembly[look.state].layers {
      let state = assembly.state(layer)
      let events = assembly[layer.scope].events
      let hold = (look.verdict == .deferred ? state.deferred : state.ignored).first { hold in
        guard let event = hold.event else { return true }
        return occurrence.trigger == .event(events[event.index])
      }
      if let hold { return hold.span }
    }
    return span(of: look.state)
  }

  /// The variables, parameters, states and functions that a condition asks.
  private mutating func readings(
    of condition: Expr, _ parameters: [Parameter], _ frame: Frame, areKnown: Bool
  ) -> [Reasons.Reading] {
    var parts: [Expr] = []
    condition.forEachPart { parts.append($0) }
    var readings: [Reasons.Reading] = []
    var seen: Set<String> = []
    for part in parts {
      guard let text = name(of: part, parameters, frame), seen.insert(text).inserted else { continue }
      let found = try? value(part, frame)
      let isKnown: Bool
      switch part.kind {
      case .parameter: isKnown = areKnown
      case .call: isKnown = found?.isKnown == true || !part.type.isKnown && found != .symbolic(text)
      default: isKnown = true
      }
      readings.append(.init(text: text, value: isKnown ? found : nil))
    }
    return readings
  }

  private mutating func name(of part: Expr, _ parameters: [Parameter], _ frame: Frame) -> String? {
    switch part.kind {
    case .variable(let id): return name(of: assembly.variable(id, frame.scope), frame.scope)
    case .parameter(let index): return parameters[index].name
    case .isIn(let state): return "in(\(assembly.pathName(of: node(state, frame.scope))))"
    case .call(let id, let arguments):
      guard let values = try? values(arguments, frame) else { return nil }
      let callable = assembly.callable(id, frame.scope)
      return Symbolic.call(callable.name, named(values, callable.parameters))
    default: return nil
    }
  }
}
