import FSMAnalysis
import FSMModel
import FSMSimulate

/// Values worth trying for what comes from outside: payloads, values for the start, answers of functions.
///
/// Of booleans and enums these are all there are. Of numbers and strings they are those that the chart mentions, and their neighbours, so
/// that every comparison with a constant comes out both ways. What no guard, assignment or target asks about gets one value.
struct Domains {
  /// Values to try, and whether they stand for all there are.
  struct Choice {
    var values: [Value]
    var isWhole: Bool
  }

  /// Of numbers to either side of few constants.
  private static let usualNumbers = 9
  /// Where the chart mentions many constants.
  private static let mostNumbers = 25
  private static let mostPayloads = 64

  let assembly: Assembly
  private let mentions: Mentions
  /// Parameters that decide something, as bits, by event and by the state whose reaction asks.
  private var read: [AssembledEventID: [NodeID: UInt64]] = [:]
  /// Events that some state defers: whoever takes them later, their parameters are those of now.
  private var deferred: Set<AssembledEventID> = []
  private var readVariables: Set<VariableID> = []

  init(_ assembly: Assembly) {
    self.assembly = assembly
    mentions = Mentions(assembly)
    for index in assembly.scopes.indices { collect(ScopeID(index)) }
  }

  private mutating func collect(_ scope: ScopeID) {
    let machine = assembly.machine(of: scope)
    for reaction in machine.reactions { collect(reaction, machine, scope) }
    for state in machine.states {
      note((state.entry + state.exit).deciding, nil, scope)
      for hold in state.deferred {
        if let event = hold.event {
          deferred.insert(assembly[scope].events[event.index])
        } else {
          deferred.formUnion(assembly.events.indices.map { AssembledEventID($0) })
        }
      }
    }
    for variable in machine.variables {
      note([variable.value, variable.range?.lower, variable.range?.upper].compactMap { $0 }, nil, scope)
    }
    for assertion in machine.assertions { if case .never(let condition) = assertion.kind { note([condition], nil, scope) } }
  }

  private mutating func collect(_ reaction: Reaction, _ machine: Machine, _ scope: ScopeID) {
    var exprs: [Expr] = []
    if case .after(let delay) = reaction.trigger { exprs.append(delay) }
    for id in reaction.transitions {
      let transition = machine[id]
      exprs += transition.effects.deciding + transition.targets.flatMap { $0.arguments.map(\.value) }
      if let condition = transition.condition { exprs.append(condition) }
    }
    note(exprs, reaction, scope)
  }

  private mutating func note(_ exprs: [Expr], _ reaction: Reaction?, _ scope: ScopeID) {
    var events: [AssembledEventID] = []
    if case .events(let named)? = reaction?.trigger { events = named.map { assembly[scope].events[$0.index] } }
    for expr in exprs {
      expr.forEachPart { part in
        switch part.kind {
        case .variable(let id) where scope == .machine: readVariables.insert(id)
        case .parameter(let index):
          guard let parameters = reaction?.parameters, parameters.indices.contains(index) else { return }
          let node = assembly[scope].nodes[reaction?.source.index ?? 0]
          for event in events {
            let position = assembly[event].parameters.firstIndex { $0.name == parameters[index].name } ?? 0
            // Beyond 64 parameters all count as the last.
            read[event, default: [:]][node, default: 0] |= 1 << UInt64(min(position, 63))
          }
        default: break
        }
      }
    }
  }

  /// Which parameters of an event the reactions of an active state ask about, as bits.
  func parametersRead(of event: AssembledEventID, in node: NodeID) -> UInt64 {
    guard let read = read[event] else { return 0 }
    return deferred.contains(event) ? read.values.reduce(0, |) : read[node] ?? 0
  }

  /// Values for an event's parameters, in their order: each list is one way to send it.
  ///
  /// - Parameter read: The parameters that anything asks about; the others get one value.
  func payloads(of event: AssembledEventID, reading read: UInt64) -> (lists: [[Value]], isWhole: Bool) {
    let machine = declaring(event)
    let choices = assembly[event].parameters.enumerated().map { position, parameter in
      let isRead = read >> UInt64(min(position, 63)) & 1 == 1
      return values(
        of: parameter.type, in: machine, isRead: isRead, name: parameter.name, place: .parameter(event, parameter.name))
    }
    return combined(choices)
  }

  /// Each way to choose one value of each; where that is too many, few of each in all ways, and each of the others
  /// beside the first of all others, and beside others of its place.
  private func combined(_ choices: [Choice]) -> (lists: [[Value]], isWhole: Bool) {
    let all = choices.reduce(1) { min($0 * $1.values.count, Domains.mostPayloads + 1) }
    var most = Domains.mostPayloads
    if all > Domains.mostPayloads {
      // So many of each that all ways to combine them have room.
      most = 2
      let varying = choices.count { $0.values.count > 1 }
      while (0..<varying).reduce(1, { product, _ in min(product * (most + 1), Domains.mostPayloads + 1) }) <= Domains.mostPayloads {
        most += 1
      }
    }
    var lists: [[Value]] = [[]]
    for choice in choices {
      let room = max(1, min(most, Domains.mostPayloads / lists.count))
      lists = lists.flatMap { list in choice.values.prefix(room).map { list + [$0] } }
    }
    guard all > Domains.mostPayloads else { return (lists, choices.allSatisfy(\.isWhole)) }
    for (position, choice) in choices.enumerated() {
      for (number, value) in choice.values.enumerated().dropFirst(most) {
        lists.append(choices.enumerated().map { $0 == position ? value : $1.values[0] })
        lists.append(choices.enumerated().map { $0 == position ? value : $1.values[number % $1.values.count] })
      }
    }
    return (lists, false)
  }

  /// Values for what the caller passes at the start.
  func starts() -> (lists: [[VariableID: Value]], isWhole: Bool) {
    let machine = assembly.machine(of: .machine)
    var lists: [[VariableID: Value]] = [[:]]
    var isWhole = true
    for id in machine[.root].data where machine[id].value == nil {
      let variable = machine[id]
      var choice = values(
        of: variable.type, in: machine, isRead: readVariables.contains(id), name: variable.name, place: .variable(id))
      if let range = variable.range, choice.values.count > 1 { choice = fitting(choice, range, variable.type) }
      let room = max(1, Domains.mostPayloads / lists.count)
      if choice.values.count > room || !choice.isWhole { isWhole = false }
      lists = lists.flatMap { list in choice.values.prefix(room).map { list.merging([id: $0]) { $1 } } }
    }
    return (lists, isWhole)
  }

  /// Values within a range, its ends among them; a caller that passes others is at fault, not the chart.
  private func fitting(_ choice: Choice, _ range: ValueRange, _ type: ValueType) -> Choice {
    guard case .integer(let width) = type else { return choice }
    let low = range.lower?.constant ?? width.bounds.lowerBound
    let high = (range.upper?.constant ?? width.bounds.upperBound) - (range.includesUpper || range.upper == nil ? 0 : 1)
    guard low <= high else { return choice }
    if high - low < 16 { return Choice(values: (low...high).map { .integer($0, width) }, isWhole: true) }
    let inside = choice.values.filter { if case .integer(let number, _) = $0 { (low...high).contains(number) } else { true } }
    let ends = [low, high].filter { $0.magnitude < 1 << 40 }.map { Value.integer($0, width) }
    let all = inside + ends.filter { !inside.contains($0) }
    return Choice(values: all.isEmpty ? [.integer(low, width)] : all, isWhole: false)
  }

  /// Values of a type; one alone where nothing asks.
  ///
  /// - Parameter place: What has the value, where that is known.
  func values(of type: ValueType, in machine: Machine, isRead: Bool, name: String, place: Mentions.Place?) -> Choice {
    let mentioned = mentions.constants(of: place)
    let all: [Value]
    switch type {
    case .bool: all = [.bool(true), .bool(false)]
    case .enumeration(let id): all = machine[id].cases.map { .enumCase(type: machine[id].name, name: $0) }
    case .integer(let width):
      all = Domains.integers(about: mentioned.integers).filter(width.bounds.contains).map { .integer($0, width) }
    case .double: all = Domains.reals(about: mentioned.reals).map { .double($0) }
    case .float: all = Domains.reals(about: mentioned.reals).map { .float(Float($0)) }
    case .string: all = mentioned.texts.union([""]).sorted().prefix(Domains.mostNumbers).map { .string($0) }
    case .duration:
      let times = mentioned.durations.union([0])
      let after = Set(times.map { $0 + 1_000_000_000 })
      all = times.union(after).sorted().prefix(Domains.mostNumbers).map { .duration(Duration(attoseconds: $0 * 1_000_000_000)) }
    case .opaque(let text) where text.hasSuffix("?"): all = [.absent, .symbolic(name)]
    case .opaque, .unknown: all = [.symbolic(name)]
    }
    let isFinite = if case .enumeration = type { true } else { type == .bool }
    return isRead ? Choice(values: all, isWhole: isFinite) : Choice(values: Array(all.prefix(1)), isWhole: true)
  }

  /// Constants, one number of each gap between them and to either side, smallest first: every comparison with a constant comes out both
  /// ways, and so do all of them in every way that is possible. Where there are few, the numbers just before them too.
  private static func integers(about constants: Set<Int128>) -> [Int128] {
    let constants = constants.union([0]).filter { $0.magnitude < 1 << 64 }
    func bySize(_ numbers: Set<Int128>) -> [Int128] { numbers.sorted { ($0.magnitude, $0) < ($1.magnitude, $1) } }
    var chosen = Set(constants.flatMap { [$0, $0 + 1] })
    if let least = constants.min() { chosen.insert(least - 1) }
    for number in bySize(Set(constants.map { $0 - 1 })) where chosen.count < usualNumbers { chosen.insert(number) }
    return Array(bySize(chosen).prefix(mostNumbers))
  }

  private static func reals(about constants: Set<Double>) -> [Double] {
    let sorted = constants.union([0]).sorted()
    var chosen = Set(sorted).union(zip(sorted, sorted.dropFirst()).map { $0 + ($1 - $0) / 2 })
    if let least = sorted.first, let most = sorted.last { chosen.formUnion([least - 1, most + 1]) }
    for number in sorted.flatMap({ [$0 - 0.5, $0 + 0.5] }) where chosen.count < usualNumbers { chosen.insert(number) }
    return Array(chosen.sorted { ($0.magnitude, $0) < ($1.magnitude, $1) }.prefix(mostNumbers))
  }

  private func declaring(_ event: AssembledEventID) -> Machine {
    let index = assembly.scopes.firstIndex { $0.events.contains(event) } ?? 0
    return assembly.machine(of: ScopeID(index))
  }
}

extension [Effect] {
  /// Expressions whose values the machine goes by: all but what actions are told.
  fileprivate var deciding: [Expr] {
    var found: [Expr] = []
    forEachEffect { effect in if case .perform = effect { return } else { found += effect.expressions } }
    return found
  }
}
