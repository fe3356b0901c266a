import FSMModel

/// How many reactions one event can bring at once, which decides how its steps are written.
///
/// Most events of a machine with regions are for one of them: the first reaction that is found is the only one, and is taken on the spot.
/// Where several can be found (in several regions, or in a region and in a state around the regions) all of them choose before any is taken:
/// side by side where they cannot be in each other's way, together where one may preempt another or come between others.
struct Widths {
  /// What is offered to states.
  enum Offer: Hashable {
    case event(EventID)
    /// Every event that is not named.
    case rest
    /// An `always`, or a choice to be left.
    case always
  }

  /// Of what is inside a state, the state itself included.
  private struct Width {
    /// At most so many reactions.
    var count = 0
    /// A reaction inside one region need not keep a state around it from reacting as well, for another region.
    var isMixed = false
  }

  /// What is chosen for together at one state.
  struct Joint {
    var events: Set<EventID> = []
    var always = false

    var isEmpty: Bool { events.isEmpty && !always }

    func contains(_ kind: SwiftSteps.Kind) -> Bool { kind == .always ? always : !events.isEmpty }
  }

  /// For each parallel state what its regions choose side by side: one reaction each at most, which leaves states of that region alone or
  /// else all regions, so that what is taken is known as soon as each has chosen.
  private(set) var sideBySide: [StateID: Joint] = [:]
  /// For each state what all that is inside it chooses, with whatever rivalry there may be.
  private(set) var together: [StateID: Joint] = [:]
  /// What a state, or one around it, has in those: no reaction to it is taken as soon as it is found.
  private let hidden: [Joint]
  /// The part of that which is in `together`.
  private let rivals: [Joint]
  private let widths: [[Offer: Width]]
  private let machine: Machine

  init(_ machine: Machine) {
    self.machine = machine
    let own = machine.states.map { Self.offers(to: $0, machine) }
    let widths = Self.widths(machine, own)
    self.widths = widths
    var hidden: [Joint] = []
    var rivals: [Joint] = []
    for state in machine.states {
      var known = state.parent.map { hidden[$0.index] } ?? Joint()
      var rival = state.parent.map { rivals[$0.index] } ?? Joint()
      if state.kind == .parallel || state.kind == .composite {
        var found = Joint()
        found.events = Self.candidates(state, widths, own, machine).filter {
          !known.events.contains($0) && Self.isJoint(state, .event($0), widths, own, machine)
        }
        found.always = !known.always && Self.isJoint(state, .always, widths, own, machine)
        let regular = found.isEmpty ? found : Self.regular(state, of: found, widths, own, machine)
        if !regular.isEmpty { sideBySide[state.id] = regular }
        let rest = Joint(events: found.events.subtracting(regular.events), always: found.always && !regular.always)
        if !rest.isEmpty { together[state.id] = rest }
        known = Joint(events: known.events.union(found.events), always: known.always || found.always)
        rival = Joint(events: rival.events.union(rest.events), always: rival.always || rest.always)
      }
      hidden.append(known)
      rivals.append(rival)
    }
    self.hidden = hidden
    self.rivals = rivals
  }

  // MARK: Questions

  /// Events that a state, or one inside it, says something about and that are taken as soon as a reaction is found.
  func alone(_ state: StateID) -> [EventID] {
    let above = machine[state].parent.map { hidden[$0.index].events } ?? []
    return machine.events.map(\.id).filter { !above.contains($0) && count(state, .event($0)) > 0 }
  }

  /// Events of the state itself that are not chosen for together.
  func isAlone(_ event: EventID, in state: StateID) -> Bool { !hidden[state.index].events.contains(event) }

  /// Events of the state itself for which it has rivals.
  func hasRivals(_ event: EventID, in state: StateID) -> Bool { rivals[state.index].events.contains(event) }

  func hasAlwaysRivals(in state: StateID) -> Bool { rivals[state.index].always }

  func isAlwaysAlone(in state: StateID) -> Bool { !hidden[state.index].always }

  /// True when a state or one inside it says something about events that it does not name.
  func saysAny(_ state: StateID) -> Bool { count(state, .rest) > 0 }

  /// True when a state, or one inside it, has to be asked directly.
  func isAsked(_ state: StateID, _ kind: SwiftSteps.Kind) -> Bool {
    switch kind {
    case .always: !(machine[state].parent.map { hidden[$0.index].always } ?? false) && count(state, .always) > 0
    case .event: names(state, isIn: machine[state].parent.map { hidden[$0.index].events } ?? [], false)
    }
  }

  /// True when a state, or one inside it, takes part in choosing among rivals.
  func choosesTogether(_ state: StateID, _ kind: SwiftSteps.Kind) -> Bool { takesPart(state, kind, in: rivals[state.index]) }

  /// True when a state, or one inside it, says something about what is in a set.
  func takesPart(_ state: StateID, _ kind: SwiftSteps.Kind, in joint: Joint) -> Bool {
    switch kind {
    case .always: joint.always && count(state, .always) > 0
    case .event: names(state, isIn: joint.events, true)
    }
  }

  /// True when a state or one inside it says something about an event that is in a set, or is not.
  private func names(_ state: StateID, isIn events: Set<EventID>, _ wanted: Bool) -> Bool {
    widths[state.index].keys.contains { offer in
      switch offer {
      case .event(let event): events.contains(event) == wanted
      case .rest: wanted ? !events.isEmpty : events.count < machine.events.count
      case .always: false
      }
    }
  }

  private func count(_ state: StateID, _ offer: Offer) -> Int { Self.width(widths[state.index], offer).count }

  // MARK: Computing

  private static func width(_ widths: [Offer: Width], _ offer: Offer) -> Width {
    widths[offer] ?? (offer == .always ? nil : widths[.rest]) ?? Width()
  }

  /// What a state itself has something to say about.
  private static func offers(to state: State, _ machine: Machine) -> Set<Offer> {
    var offers: Set<Offer> = []
    for id in state.reactions {
      switch machine[id].trigger {
      case .events(let events): offers.formUnion(events.map { .event($0) })
      case .any: offers.insert(.rest)
      case .always: offers.insert(.always)
      default: break
      }
    }
    for hold in state.ignored + state.deferred { offers.insert(hold.event.map { .event($0) } ?? .rest) }
    return offers
  }

  private static func speaks(_ offers: Set<Offer>, _ offer: Offer) -> Bool {
    offers.contains(offer) || offer != .always && offers.contains(.rest)
  }

  /// Bottom up; a guard that fails or a list that misses an event only makes the numbers too large, never too small.
  private static func widths(_ machine: Machine, _ own: [Set<Offer>]) -> [[Offer: Width]] {
    machine.bottomUp { state, inner in
      var result: [Offer: Width] = [:]
      if state.kind == .choice { return result }
      let keys = inner.reduce(into: own[state.id.index]) { $0.formUnion($1.keys) }
      let others = inner.reduce(into: Width()) { widest, child in
        if let rest = child[.rest] { widest = Width(count: max(widest.count, rest.count), isMixed: widest.isMixed || rest.isMixed) }
      }
      if state.kind == .parallel {
        for key in keys {
          let parts = inner.map { width($0, key) }
          let sum = parts.reduce(0) { $0 + $1.count }
          result[key] = Width(count: sum, isMixed: sum > 0)
        }
      } else {
        for child in inner {
          for (key, width) in child {
            let known = result[key] ?? (key == .always ? Width() : others)
            result[key] = Width(count: max(known.count, width.count), isMixed: known.isMixed || width.isMixed)
          }
        }
        if state.children.contains(where: { machine[$0].kind == .choice }) {
          let known = result[.always] ?? Width()
          result[.always] = Width(count: max(known.count, 1), isMixed: known.isMixed)
        }
      }
      for key in keys where speaks(own[state.id.index], key) {
        let known = width(result, key)
        result[key] = Width(count: known.isMixed ? known.count + 1 : max(known.count, 1), isMixed: known.isMixed)
      }
      return result
    }
  }

  /// Events that may have to be chosen for together.
  private static func candidates(
    _ state: State, _ widths: [[Offer: Width]], _ own: [Set<Offer>], _ machine: Machine
  ) -> Set<EventID> {
    var offers = own[state.id.index]
    if state.kind == .parallel {
      for child in state.children { offers.formUnion(widths[child.index].keys) }
    } else if !state.children.contains(where: { widths[$0.index].values.contains(where: \.isMixed) }) {
      return []
    }
    if offers.contains(.rest) { return Set(machine.events.map(\.id)) }
    return Set(offers.compactMap { if case .event(let id) = $0 { id } else { nil } })
  }

  /// What regions choose side by side, of what they choose for at the same time.
  private static func regular(
    _ state: State, of joint: Joint, _ widths: [[Offer: Width]], _ own: [Set<Offer>], _ machine: Machine
  ) -> Joint {
    var regular = joint
    func isOut(_ offer: Offer) -> Bool {
      speaks(own[state.id.index], offer) || state.children.contains { width(widths[$0.index], offer).count > 1 }
    }
    guard state.kind == .parallel else { return Joint() }
    regular.events = regular.events.filter { !isOut(.event($0)) }
    if regular.always, isOut(.always) { regular.always = false }
    let all = state.id.index + 1..<state.end
    for region in machine.activeChildren(of: state.id) {
      let range = region.index..<machine[region].end
      for inner in range.map({ machine[StateID($0)] }) {
        let holds = inner.ignored + inner.deferred
        for hold in holds { if let event = hold.event { regular.events.remove(event) } else { regular.events = [] } }
        for reaction in inner.reactions.map({ machine[$0] }) {
          let fits = reaction.transitions.allSatisfy { id in
            if machine[id].targets.isEmpty { return true }
            let units = Leaving(machine[id], in: machine).units(in: machine).map(\.range)
            return units.count == 1 && (contains(range, units[0]) || contains(units[0], all))
          }
          switch reaction.trigger {
          case .events(let events): if !fits { regular.events.subtract(events) }
          case .any: regular.events = []
          case .always, .choice: if !fits { regular.always = false }
          default: break
          }
        }
      }
    }
    return regular
  }

  private static func contains(_ outer: Range<Int>, _ inner: Range<Int>) -> Bool {
    outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound
  }

  /// True where an event that reaches the state may bring several reactions which no state inside it can keep to itself.
  private static func isJoint(
    _ state: State, _ offer: Offer, _ widths: [[Offer: Width]], _ own: [Set<Offer>], _ machine: Machine
  ) -> Bool {
    let speaks = speaks(own[state.id.index], offer)
    let inner = machine.activeChildren(of: state.id).map { width(widths[$0.index], offer) }
    if state.kind == .parallel {
      let concerned = inner.count { $0.count > 0 }
      return concerned > 1 || concerned == 1 && speaks
    }
    return speaks && inner.contains(where: \.isMixed)
  }
}
