import FSMModel

/// Timers as what they are: events that the machine sends to itself.
///
/// For each timer of a state (reactions with equal `after` share one) the machine gets a private event. Entering the state sends it with the
/// timer's delay, behind the entry effects; leaving the state withdraws it; reactions to the timer become reactions to the event. Timers
/// need no room in a queue: those of which at most one is armed at a time share a place.
struct TimerEvents {
  /// The machine with those events.
  private(set) var machine: Machine
  /// In the order of their states.
  private(set) var events: [EventID] = []
  /// The place of each, counted from zero.
  private(set) var places: [EventID: Int] = [:]
  /// What each is called in a saved machine: `open.after`, or `open.after2` where its state has several.
  private(set) var savedNames: [String] = []
  /// For each place, what shares it, for the documentation: `dialing`.
  private(set) var sharers: [[String]] = []

  init(_ original: Machine) {
    machine = original
    var names = SwiftNames(taken: original.events.map(\.name))
    let bases = Self.bases(original)
    for state in original.states {
      let timers = Self.timers(of: state, in: original)
      for (number, timer) in timers.enumerated() {
        add(timer, number: timers.count > 1 ? number + 1 : nil, of: state, at: bases[state.id.index] + number, &names)
      }
    }
  }

  private struct Timer {
    var delay: Expr
    var reactions: [ReactionID]
  }

  private static func timers(of state: State, in machine: Machine) -> [Timer] {
    var timers: [Timer] = []
    var numbers: [Expr: Int] = [:]
    for id in state.reactions {
      guard case .after(let delay) = machine[id].trigger else { continue }
      if let number = numbers[delay] {
        timers[number].reactions.append(id)
      } else {
        numbers[delay] = timers.count
        timers.append(Timer(delay: delay, reactions: [id]))
      }
    }
    return timers
  }

  /// The first place of each state's own timers: behind those of the states around it and, where its parent is parallel, of the regions
  /// before it.
  private static func bases(_ machine: Machine) -> [Int] {
    let own = machine.states.map { timers(of: $0, in: machine).count }
    let widths = machine.bottomUp { state, inner in
      own[state.id.index] + (state.kind == .parallel ? inner.reduce(0, +) : inner.max() ?? 0)
    }
    var bases = Array(repeating: 0, count: machine.states.count)
    for state in machine.states {
      var base = bases[state.id.index] + own[state.id.index]
      for child in state.children {
        bases[child.index] = base
        if state.kind == .parallel { base += widths[child.index] }
      }
    }
    return bases
  }

  private mutating func add(_ timer: Timer, number: Int?, of state: State, at place: Int, _ names: inout SwiftNames) {
    let id = EventID(machine.events.count)
    let path = machine.path(from: .root, to: state.id).map { machine[$0].name }
    let owner = (path.first ?? "") + path.dropFirst().map(\.capitalizedFirst).joined()
    let name = names.claim((owner.isEmpty ? "after" : owner + "After") + (number.map { "\($0)" } ?? "")).withoutBackticks
    let span = timer.delay.span
    machine.events.append(
      Event(id: id, name: name, label: nil, doc: nil, isPrivate: true, parameters: [], nameSpan: span, span: span))
    for reaction in timer.reactions { machine.reactions[reaction.index].trigger = .events([id]) }
    machine[state.id].entry.append(.send(id, [], delay: timer.delay, span: span))
    machine[state.id].exit.append(.cancel(id, span: span))
    events.append(id)
    savedNames.append((path + ["after"]).joined(separator: ".") + (number.map { "\($0)" } ?? ""))
    places[id] = place
    while sharers.count <= place { sharers.append([]) }
    sharers[place].append(machine.pathName(of: state.id))
  }
}

extension Expr {
  /// False for a delay that is certain to be longer than zero.
  func mayBeZero(in machine: Machine) -> Bool {
    if let known = RangeChecks.constant(self, machine) { return known <= 0 }
    switch kind {
    case .variable(let id):
      guard let lower = machine[id].range?.lower, let bound = RangeChecks.constant(lower, machine) else { return true }
      return bound <= 0
    case .conditional(_, let then, let otherwise): return then.mayBeZero(in: machine) || otherwise.mayBeZero(in: machine)
    case .binary(let left, .add, let right), .binary(let left, .multiply, let right):
      return left.mayBeZero(in: machine) || right.mayBeZero(in: machine)
    default: return true
    }
  }
}
