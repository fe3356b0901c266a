import FSMAnalysis
import FSMModel
import FSMSimulate

/// Going after transitions that were not taken within the bound.
///
/// First, places with their source that were met too late to be looked at are. Then, what is passed with events are constants of the chart
/// and their neighbours, which is enough for most guards, but not for `[3 * amount == total]`: the values that would take a transition are
/// asked of the reasoner, place by place, as in P. Godefroid, N. Klarlund, K. Sen, "DART: directed automated random testing", PLDI 2005.
extension Explorer {
  private static let mostRounds = 64
  /// Values of variables for which payloads are looked for, for each transition and round.
  private static let mostValuations = 48
  /// Places that are looked at for the sake of one transition.
  private static let mostLate = 4
  /// For all of them, beside one for each state.
  private static let mostLateOfAll = 256
  private static let mostQuestions = 1_500
  private static let mostLooks = 1 << 21
  /// Places remembered for each state.
  private static let mostPlaces = 1 << 10

  /// What was done so far, within limits that depend on nothing but the chart.
  private struct Effort {
    var asked: [TransitionID: Set<[UInt32]>] = [:]
    var late: [TransitionID: Int] = [:]
    var lateOfAll = 0
    /// Places where a state is active, earliest first.
    var byNode: [NodeID: [Int]] = [:]
    /// All places before it are among those.
    var sorted = 0
    var questions = 0
    var looks = 0
    var isSpent: Bool { questions >= Explorer.mostQuestions || looks >= Explorer.mostLooks }
  }

  /// Takes what it can, and explores what is behind it.
  mutating func pursue(_ progress: (Int) -> Bool) {
    let machine = assembly.machine(of: .machine)
    let finder = PayloadFinder(machine)
    let aims = machine.transitions.filter { !isTaken($0) }
    guard !aims.isEmpty else { return }
    var effort = Effort()
    for _ in 0..<Explorer.mostRounds {
      let before = places.count
      sort(&effort)
      for aim in aims where !isTaken(aim) && !effort.isSpent {
        guard progress(places.count) else { return stop() }
        look(for: aim, finder, &effort)
        if !isTaken(aim) { pursue(aim, finder, &effort) }
      }
      guard places.count > before else { return }
      guard explore(from: before, progress) else { return stop() }
    }
  }

  /// Enters new places under the states that are active there. Of many the last count too: they are the ones nobody has looked at.
  private func sort(_ effort: inout Effort) {
    for place in effort.sorted..<places.count {
      for node in [.machine] + places.configuration(place) {
        let isLate = !places.isExpanded(place) && effort.byNode[node, default: []].count < 2 * Explorer.mostPlaces
        if isLate || effort.byNode[node, default: []].count < Explorer.mostPlaces { effort.byNode[node, default: []].append(place) }
      }
    }
    effort.sorted = places.count
  }

  /// Looks at places where a transition's source is active that nobody has looked at, unless their values rule it out.
  private mutating func look(for aim: Transition, _ finder: PayloadFinder, _ effort: inout Effort) {
    let node = assembly.node(of: aim.source)
    guard places.expanded < places.count, visited[node] != nil || aim.source == .root else { return }
    let variables = finder.variables(deciding: aim.id)
    let mostLate = Explorer.mostLateOfAll + assembly.nodes.count
    var answers: [[UInt32]: Bool] = [:]
    for place in effort.byNode[node] ?? [] where !places.isExpanded(place) {
      guard !effort.isSpent, effort.lateOfAll < mostLate, effort.late[aim.id, default: 0] < Explorer.mostLate else { return }
      effort.looks += 1
      let key = cells(of: variables, place)
      if answers[key] == nil, !key.isEmpty {
        guard answers.count < Explorer.mostValuations else { return }
        effort.questions += 1
        answers[key] = finder.canTake(aim.id, while: literals(variables, key))
      }
      guard answers[key] != false else { continue }
      effort.late[aim.id, default: 0] += 1
      effort.lateOfAll += 1
      expand(place)
      if isTaken(aim) { return }
    }
  }

  private func isTaken(_ transition: Transition) -> Bool { taken[TransitionPlace(transition: transition.id)] != nil }

  /// Tries to take a transition from the places found, earliest first, with payloads that its guard asks for.
  private mutating func pursue(_ aim: Transition, _ finder: PayloadFinder, _ effort: inout Effort) {
    let node = assembly.node(of: aim.source)
    guard case .events(let events) = assembly.machine(of: .machine)[aim.reaction].trigger,
      events.contains(where: { !assembly.machine(of: .machine)[$0].isPrivate }),
      visited[node] != nil || aim.source == .root, finder.asksForPayload(aim.id)
    else { return }
    let variables = finder.variables(deciding: aim.id)
    var tries = 0
    for place in effort.byNode[node] ?? [] where tries < Explorer.mostValuations && !effort.isSpent {
      effort.looks += 1
      guard !places.hasEnded(place) else { continue }
      let key = cells(of: variables, place)
      guard effort.asked[aim.id, default: []].insert(key).inserted else { continue }
      tries += 1
      effort.questions += 1
      guard let payload = finder.payload(taking: aim.id, while: literals(variables, key)) else { continue }
      for arguments in moves.arguments(payload, of: aim.reaction, assembly) where !assembly[arguments.event].isPrivate {
        retry(moves.number(.event(arguments.event, arguments.values)), from: place)
        if isTaken(aim) { return }
      }
    }
  }

  private func cells(of variables: [VariableID], _ place: Int) -> [UInt32] {
    let row = places.row(place)
    let first = row.startIndex + layout.firstSlot + assembly[ScopeID.machine].firstSlot
    return variables.map { row[first + $0.index] }
  }

  private func literals(_ variables: [VariableID], _ numbers: [UInt32]) -> [VariableID: Expr] {
    let machine = assembly.machine(of: .machine)
    var found: [VariableID: Expr] = [:]
    for (variable, number) in zip(variables, numbers) {
      if let literal = self.numbers.value(of: number)?.literal(of: machine[variable].type, machine) { found[variable] = literal }
    }
    return found
  }
}

extension Moves {
  /// The events of a reaction with the arguments that were found, and any others where it does not matter.
  func arguments(
    _ payload: [Expr?], of reaction: ReactionID, _ assembly: Assembly
  ) -> [(event: AssembledEventID, values: [Value])] {
    let machine = assembly.machine(of: .machine)
    guard case .events(let events) = machine[reaction].trigger else { return [] }
    let parameters = machine[reaction].parameters
    return events.map { event in
      let id = assembly[ScopeID.machine].events[event.index]
      let usual = usualPayload(of: id)
      let values = zip(assembly[id].parameters, usual).map { parameter, value in
        let index = parameters.firstIndex { $0.name == parameter.name }
        return index.flatMap { payload[$0] }?.asValue(machine) ?? value
      }
      return (id, values)
    }
  }
}

extension Value {
  /// As an expression; nil where it has none that is a literal.
  fileprivate func literal(of type: ValueType, _ machine: Machine) -> Expr? {
    func literal(_ kind: Expr.Kind) -> Expr { Expr(kind, type: type, span: machine.span) }
    switch (self, type) {
    case (.bool(let flag), .bool): return literal(.boolean(flag))
    case (.integer(let number, _), .integer): return literal(.integer(number))
    case (.double(let number), .double): return number.isFinite ? literal(.float("\(number)")) : nil
    case (.float(let number), .float): return number.isFinite ? literal(.float("\(number)")) : nil
    case (.string(let text), .string): return literal(.string([.text(text)]))
    case (.duration(let time), .duration): return literal(.duration(nanoseconds: time.attoseconds / 1_000_000_000))
    case (.enumCase(_, let name), .enumeration(let id)): return machine[id].cases.firstIndex(of: name).map { literal(.enumCase(id, $0)) }
    default: return nil
    }
  }
}

extension Expr {
  /// The value of a literal.
  fileprivate func asValue(_ machine: Machine) -> Value? {
    switch (kind, type) {
    case (.boolean(let flag), _): .bool(flag)
    case (.integer(let number), .integer(let width)): .integer(number, width)
    case (.float(let text), .double): Double(text).map { .double($0) }
    case (.float(let text), .float): Float(text).map { .float($0) }
    case (.string(let segments), _): if case .text(let text)? = segments.first { .string(text) } else { nil }
    case (.duration(let time), _): .duration(Duration(attoseconds: time * 1_000_000_000))
    case (.enumCase(let id, let index), _): .enumCase(type: machine[id].name, name: machine[id].cases[index])
    default: nil
    }
  }
}
