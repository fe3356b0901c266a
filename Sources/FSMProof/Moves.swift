import FSMModel
import FSMSimulate

/// What can be done to a machine, by number.
struct Moves {
  /// Numbers of moves, and whether there are no others.
  private struct Choice {
    var moves: [Int32]
    var isWhole: Bool
  }

  /// An event that a state accepts, and the parameters it asks about, as bits.
  private struct Interest {
    var event: Int32
    var read: UInt64
  }

  private(set) var kinds: [Move.Kind] = []
  /// What can be done, as found by `look`; and whether that is all: values that were left out, and too many timers, make it less.
  private(set) var found: [Int32] = []
  private(set) var isWhole = true

  private let domains: Domains
  private let layout: CellLayout
  /// What a state asks about events that it accepts whatever they are.
  private let publicInterests: [Interest]
  /// By node: what it accepts by name, with what is active along with it.
  private var interests: [[Interest]]
  private var takesAll: [Bool]
  private var payloads: [[UInt64: Choice]]
  private var outcomes: [Int: Choice] = [:]
  private var waiting: [UInt32: Choice] = [:]
  /// Events met in this look, and what is asked about each.
  private var isMet: [Bool]
  private var read: [UInt64]
  private var met: [Int32] = []

  init(_ domains: Domains, _ layout: CellLayout) {
    self.domains = domains
    self.layout = layout
    let assembly = domains.assembly
    publicInterests = assembly.events.indices.filter { !assembly.events[$0].isPrivate }.map { event in
      Interest(event: Int32(event), read: domains.parametersRead(of: AssembledEventID(event), in: .machine))
    }
    isMet = Array(repeating: false, count: assembly.events.count)
    read = Array(repeating: 0, count: assembly.events.count)
    payloads = Array(repeating: [:], count: assembly.events.count)
    interests = assembly.nodes.map { node in
      layout.alongWith(node.id).flatMap { active in
        assembly.acceptedByName(active).map { Interest(event: Int32($0.index), read: domains.parametersRead(of: $0, in: active)) }
      }
    }
    takesAll = assembly.nodes.map { node in layout.alongWith(node.id).contains { assembly.acceptsAll($0) } }
  }

  /// The number of a new move.
  mutating func number(_ kind: Move.Kind) -> Int32 {
    kinds.append(kind)
    return Int32(kinds.count - 1)
  }

  /// An event's arguments where nothing asks about them.
  func usualPayload(of event: AssembledEventID) -> [Value] { domains.payloads(of: event, reading: 0).lists.first ?? [] }

  /// Finds what can be done to the machine of a row: events in the order declared, outcomes of activities, the passing of time.
  ///
  /// - Parameter keeps: Whether a move is kept, by its place; all are, but in tests.
  mutating func look(at row: [UInt32], _ table: CellTable, keeps: (@Sendable (Move.Kind, Int) -> Bool)?) {
    found.removeAll(keepingCapacity: true)
    isWhole = true
    guard row[layout.end] == 0 else { return }
    addEvents(row)
    for (index, _) in layout.activities.enumerated() where row[layout.firstActivity + index] != 0 { add(outcomes(of: index)) }
    if row[layout.timers] != 0 { add(waiting(row[layout.timers], table)) }
    guard let keeps else { return }
    found = found.enumerated().filter { keeps(kinds[Int($1)], $0) }.map(\.element)
    isWhole = true
  }

  private mutating func add(_ choice: Choice) {
    found += choice.moves
    if !choice.isWhole { isWhole = false }
  }

  private mutating func addEvents(_ row: [UInt32]) {
    var all = false
    note(.machine, &all)
    for cell in 0..<layout.firstSlot where row[cell] != 0 { note(NodeID(Int(row[cell])), &all) }
    if all { for interest in publicInterests { note(interest) } }
    met.sort()
    for event in met {
      let index = Int(event)
      isMet[index] = false
      defer { read[index] = 0 }
      if let known = payloads[index][read[index]] {
        add(known)
      } else {
        let (lists, isWhole) = domains.payloads(of: AssembledEventID(index), reading: read[index])
        let choice = Choice(moves: lists.map { number(.event(AssembledEventID(index), $0)) }, isWhole: isWhole)
        payloads[index][read[index]] = choice
        add(choice)
      }
    }
    met.removeAll(keepingCapacity: true)
  }

  private mutating func note(_ node: NodeID, _ all: inout Bool) {
    if takesAll[node.index] { all = true }
    for interest in interests[node.index] { note(interest) }
  }

  private mutating func note(_ interest: Interest) {
    let index = Int(interest.event)
    read[index] |= interest.read
    guard !isMet[index] else { return }
    isMet[index] = true
    met.append(interest.event)
  }

  private mutating func outcomes(of index: Int) -> Choice {
    if let known = outcomes[index] { return known }
    let place = layout.activities[index]
    let assembly = domains.assembly
    let use = assembly.activity(place)
    let declared = assembly.callable(use.activity, place.scope)
    let machine = assembly.machine(of: place.scope)
    let results = declared.result.map {
      domains.values(of: $0, in: machine, isRead: true, name: use.name, place: place.scope == .machine ? .result(place.use) : nil)
    }
    var kinds: [Move.Kind] = results.map { $0.values.map { .outcome(place, failed: false, $0) } } ?? [.outcome(place, failed: false, nil)]
    kinds += errors(declared.throwing, machine).map { .outcome(place, failed: true, $0) }
    let choice = Choice(moves: kinds.map { number($0) }, isWhole: results?.isWhole != false)
    outcomes[index] = choice
    return choice
  }

  /// What an activity can fail with: any case of an enum of the chart; of other types nothing is known.
  private func errors(_ throwing: Callable.Throws, _ machine: Machine) -> [Value] {
    switch throwing {
    case .never: []
    case .type(let name):
      machine.enumerations.first { $0.name == name }.map { type in type.cases.map { .enumCase(type: type.name, name: $0) } }
        ?? [.symbolic("error")]
    case .any: [.symbolic("error")]
    }
  }

  private mutating func waiting(_ timers: UInt32, _ table: CellTable) -> Choice {
    if let known = waiting[timers] { return known }
    let choice = Choice(moves: table.firings(timers).map { number(.fire($0)) }, isWhole: table.isWhole(timers: timers))
    waiting[timers] = choice
    return choice
  }
}
