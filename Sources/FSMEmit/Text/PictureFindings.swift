import FSMDiagnostics
import FSMModel

/// Findings about a machine, sorted to the states and transitions they lie in.
struct PictureFindings {
  /// A finding as it is shown.
  struct Finding {
    /// Its severity and code: `error FSM204`.
    let title: String
    /// With the message behind.
    let line: String

    init(_ diagnostic: Diagnostic) {
      title = "\(diagnostic.severity.rawValue) \(diagnostic.code.rawValue)"
      line = "\(title): \(diagnostic.message)"
    }
  }

  private(set) var states: [StateID: [Finding]] = [:]
  private(set) var transitions: [TransitionID: [Finding]] = [:]

  /// The findings that begin inside the machine, each at the innermost transition with a target (of a trigger: all its branches with
  /// one), else at the innermost state, that holds its first byte.
  ///
  /// Both are sorted by place and walked together with a stack of what is open, so the time is that of sorting.
  init(_ diagnostics: [Diagnostic], in machine: Machine) {
    // A note says nothing against the chart.
    let diagnostics = diagnostics.filter { $0.span.file == machine.span.file && $0.severity != .note }.sorted {
      $0.span.start < $1.span.start
    }
    if diagnostics.isEmpty { return }
    var rest = Self.places(of: machine)[...]
    var open: [Place] = []
    for diagnostic in diagnostics {
      while let next = rest.first, next.span.start <= diagnostic.span.start {
        while let last = open.last, last.span.end <= next.span.start { open.removeLast() }
        open.append(rest.removeFirst())
      }
      while let last = open.last, last.span.end <= diagnostic.span.start { open.removeLast() }
      if let place = open.last { add(Finding(diagnostic), at: place) }
    }
  }

  private mutating func add(_ finding: Finding, at place: Place) {
    for state in place.states { states[state, default: []].append(finding) }
    for transition in Set(place.transitions) { transitions[transition, default: []].append(finding) }
  }

  /// What one stretch of the chart's text is drawn as: a reaction written at an event is drawn at each of its sources.
  private struct Place {
    var span: Span
    var states: [StateID] = []
    var transitions: [TransitionID] = []
  }

  /// Places by their start, outer ones first.
  private static func places(of machine: Machine) -> [Place] {
    var places = machine.states.map { Place(span: $0.span, states: [$0.id]) }
    places += machine.transitions.filter { !$0.targets.isEmpty }.map { Place(span: $0.span, transitions: [$0.id]) }
    for reaction in machine.reactions {
      let drawn = reaction.transitions.filter { !machine[$0].targets.isEmpty }
      if !drawn.isEmpty { places.append(Place(span: reaction.span, transitions: drawn)) }
    }
    let sorted = places.enumerated().sorted { lhs, rhs in
      let (left, right) = (lhs.element.span, rhs.element.span)
      return (left.start, -left.end, lhs.offset) < (right.start, -right.end, rhs.offset)
    }
    var merged: [Place] = []
    for place in sorted.map(\.element) {
      if let last = merged.last, last.span == place.span, !last.transitions.isEmpty, !place.transitions.isEmpty {
        merged[merged.count - 1].transitions += place.transitions
      } else {
        merged.append(place)
      }
    }
    return merged
  }
}
