import FSMDiagnostics
import FSMModel

/// What is true while a state is active, however long a machine runs: bounds of its variables, state by state.
///
/// Abstract interpretation over intervals, one for each variable and state (P. Cousot, R. Cousot, POPL 1977): what reactions, exits and
/// entries do is done to intervals, guards narrow them, and at each state all that arrives is joined. A bound that keeps moving is pushed on
/// to the next number that the chart mentions, then given up; at the end two passes take back what was given up in vain. The work is
/// bounded by the size of the chart; where that is not enough, nothing is said here.
///
/// Regions are threads: each is followed by itself, and what the others do to a variable meanwhile is joined wherever a state of it is
/// active (A. Miné, "Static analysis of run-time errors in embedded critical parallel C programs", ESOP 2011). So values that one region
/// sets are bounded for each of its states, and the cost is that of the regions side by side, not of their product. Reactions to one event
/// are taken in one step, and see what the others have done so far.
struct Flow {
  typealias Extent = ClosedRange<Int128>
  typealias Values = [VariableID: Extent]

  /// What regions hear of each other. Tests leave some of it out, to see that it is missed.
  struct Hearing: OptionSet, Sendable {
    let rawValue: Int
    /// What other regions do while one stays.
    static let others = Hearing(rawValue: 1)
    /// What is done in the same step.
    static let sameStep = Hearing(rawValue: 2)
    static let all: Hearing = [.others, .sameStep]
  }

  let base: Invariants
  let hearing: Hearing
  let levels: FlowLevels
  /// What each state's variables can be while it, or a state inside it, is active; nil of states never entered. Also between microsteps.
  private(set) var values: [Values?]
  /// Transitions that can be taken.
  private(set) var isTaken: [Bool]
  /// What others do to the variables of a level while it stays as it is.
  private(set) var foreign: [Values]
  /// What reactions do to variables, for those taken in the same step.
  private(set) var made: [FlowStep.Moment: [VariableID: [FlowStep.Made]]] = [:]
  /// Whether bounds no longer grow: what arrives is gathered apart.
  private(set) var isTakingBack = false
  /// What may not fit, of all that can happen.
  private(set) var doubts = Doubts()
  private var arriving = Arriving()
  private var changes: [Int]
  private var foreignChanges: [[VariableID: Int]]
  /// What each transition with targets has let others know.
  private var told: [Values]
  private var isOpen: [Bool]
  private var open: [StateID] = []
  private var hasNews = false
  private var work = 0
  private let mostWork: Int
  let sites: FlowSites
  /// Which states of regions go together, as far as that is known.
  let pairs: FlowPairs
  /// States that transitions, or the start, lead to in regions that ask about each other, by level.
  private(set) var reached: [Int: [TransitionID?: Set<StateID>]] = [:]

  private struct Arriving {
    var values: [Values?] = []
    var foreign: [Values] = []
    var made: [FlowStep.Moment: [VariableID: [FlowStep.Made]]] = [:]
  }

  private static let patience = 3
  private static let mostLandmarks = 8
  private static let mostRounds = 24
  private static let mostMakers = 12

  var machine: Machine { base.machine }

  /// Nil where it is too much work.
  init?(_ base: Invariants, hearing: Hearing, pairs: FlowPairs = FlowPairs()) {
    let machine = base.machine
    self.hearing = hearing
    self.pairs = pairs
    self.base = base
    let start = base.valuesAtStart
    levels = FlowLevels(machine, tracking: Array(start.keys))
    sites = FlowSites(machine, levels)
    values = Array(repeating: nil, count: machine.states.count)
    foreign = Array(repeating: [:], count: levels.all.count)
    told = Array(repeating: [:], count: machine.transitions.count)
    foreignChanges = Array(repeating: [:], count: levels.all.count)
    isTaken = Array(repeating: false, count: machine.transitions.count)
    changes = Array(repeating: 0, count: machine.states.count)
    isOpen = Array(repeating: false, count: machine.states.count)
    mostWork = 50_000 + 200 * (machine.states.count + machine.transitions.count)
    guard settle(from: start) else { return nil }
    for _ in 0..<2 { takeBack(from: start) }
  }

  /// Lets values flow until nothing changes; false where that takes too long.
  private mutating func settle(from start: Values) -> Bool {
    for _ in 0..<Flow.mostRounds {
      hasNews = false
      begin(start)
      while let state = open.popLast() {
        isOpen[state.index] = false
        follow(state)
        if work > mostWork { return false }
      }
      finish()
      guard open.isEmpty else { continue }
      // What histories bring back, or others do in the same step, may have become more.
      guard hasNews, sites.needsRounds else { return true }
      for state in machine.states where values[state.id.index] != nil { enqueue(state.id) }
    }
    return false
  }

  /// Everything that can happen with the values known contains everything that happens: values that arrive so are enough.
  private mutating func takeBack(from start: Values) {
    arriving = Arriving(values: Array(repeating: nil, count: values.count), foreign: foreign.map { _ in [:] })
    isTakingBack = true
    isTaken = Array(repeating: false, count: isTaken.count)
    reached = [:]
    doubts = Doubts()
    base.doubt(aboutValuesIn: &doubts)
    begin(start)
    for state in machine.states where values[state.id.index] != nil { follow(state.id) }
    finish()
    (values, foreign, made) = (arriving.values, arriving.foreign, arriving.made)
    (arriving, isTakingBack) = (Arriving(), false)
    for state in machine.states.indices {
      guard let known = values[state] else { continue }
      for (variable, extent) in foreign[levels.numbers[state]] {
        if let own = known[variable] { values[state]?[variable] = own.joined(extent) }
      }
    }
  }

  mutating func count(_ more: Int) { work += more }
  /// Notes where a step leads.
  mutating func note(_ state: StateID, by transition: TransitionID?) {
    let level = levels.numbers[state.index]
    if isTakingBack, sites.linked.contains(level) { reached[level, default: [:]][transition, default: []].insert(state) }
  }

  mutating func note(_ more: Doubts) { if isTakingBack { doubts.formUnion(more) } }
  mutating func doubt(about condition: Expr, _ values: Values) {
    if isTakingBack { base.doubt(about: condition, values, &doubts) }
  }

  mutating func giveUp() { work = mostWork + 1 }
  mutating func take(_ transition: TransitionID) { isTaken[transition.index] = true }

  /// Values that are possible while a state is active. Of variables that are not given nothing has changed.
  mutating func join(_ new: Values, at state: StateID) {
    let (index, level) = (state.index, levels.numbers[state.index])
    work += 1 + new.count / 16
    if isTakingBack {
      arriving.values[index] = arriving.values[index].map { joined($0, new) } ?? row(new, level)
      return
    }
    guard let known = values[index] else {
      values[index] = row(new, level)
      for (variable, extent) in foreign[level] { if let own = values[index]?[variable] { values[index]?[variable] = own.joined(extent) } }
      hasNews = true
      return enqueue(state)
    }
    var grown: [(variable: VariableID, extent: Extent)] = []
    for (variable, extent) in new {
      if let before = known[variable], !before.encloses(extent) { grown.append((variable, before.joined(extent))) }
    }
    guard !grown.isEmpty else { return }
    changes[index] += 1
    let isLasting = changes[index] > Flow.patience
    let far = changes[index] > Flow.patience + Flow.mostLandmarks
    for (variable, extent) in grown {
      let next = isLasting ? pushed(extent, from: known[variable] ?? extent, machine[variable], far: far) : extent
      values[index]?[variable] = next
    }
    enqueue(state)
  }

  private func row(_ new: Values, _ level: Int) -> Values {
    if level == 0, !levels.hasRegions { return new.filter { !$0.key.isParameter } }
    return levels.all[level].keys.reduce(into: Values()) { $0[$1] = new[$1] ?? base.whole(machine[$1]) }
  }

  private func joined(_ known: Values, _ new: Values) -> Values {
    new.reduce(into: known) { result, element in
      if let before = result[element.key] { result[element.key] = before.joined(element.value) }
    }
  }

  /// Moves bounds that have moved on to the next landmark, or as far as they go.
  private func pushed(_ new: Extent, from known: Extent, _ variable: Variable, far: Bool) -> Extent {
    guard let most = base.whole(variable) else { return new }
    var (low, high) = (new.lowerBound, new.upperBound)
    if low < known.lowerBound { low = far ? most.lowerBound : max(most.lowerBound, sites.landmark(atMost: low) ?? most.lowerBound) }
    if high > known.upperBound { high = far ? most.upperBound : min(most.upperBound, sites.landmark(atLeast: high) ?? most.upperBound) }
    return low...max(low, high)
  }

  private mutating func enqueue(_ state: StateID) {
    // Reactions that stay look at each state inside.
    for next in [[state], sites.watchers[state.index], sites.readers[state.index]].joined()
    where !isOpen[next.index] && values[next.index] != nil {
      isOpen[next.index] = true
      open.append(next)
    }
    // An `always` counts for all that is inside.
    if sites.isAsked[state.index] { hasNews = true }
  }

  /// Another region, or a state around a level, has changed a variable.
  mutating func see(_ variable: VariableID, _ extent: Extent, from level: Int) {
    work += 1
    if isTakingBack {
      arriving.foreign[level][variable] = arriving.foreign[level][variable]?.joined(extent) ?? extent
      return
    }
    let before = foreign[level][variable]
    if let before, before.encloses(extent) { return }
    var all = before?.joined(extent) ?? extent
    if let before {
      let count = foreignChanges[level][variable, default: 0] + 1
      foreignChanges[level][variable] = count
      if count > Flow.patience { all = pushed(all, from: before, machine[variable], far: count > Flow.patience + Flow.mostLandmarks) }
    }
    foreign[level][variable] = all
    for state in levels.all[level].states {
      guard let known = values[state.index]?[variable], !known.encloses(all) else { continue }
      work += 1
      values[state.index]?[variable] = known.joined(all)
      enqueue(state)
    }
  }

  /// Whether a transition has more to say of a variable than before; while bounds still grow, saying it once is enough.
  mutating func isNews(_ variable: VariableID, _ extent: Extent, of transition: TransitionID) -> Bool {
    if isTakingBack { return true }
    if let before = told[transition.index][variable], before.encloses(extent) { return false }
    told[transition.index][variable] = told[transition.index][variable]?.joined(extent) ?? extent
    return true
  }

  /// Notes what a reaction does to a variable for those that can be taken with it.
  mutating func note(_ variable: VariableID, _ extent: Extent, by source: StateID, at moment: FlowStep.Moment) {
    let most = base.whole(machine[variable]) ?? extent
    if isTakingBack {
      _ = Flow.note(extent, by: source, most, &arriving.made[moment, default: [:]][variable, default: []])
    } else if Flow.note(extent, by: source, most, &made[moment, default: [:]][variable, default: []]) {
      hasNews = true
    }
  }

  private static func note(_ extent: Extent, by source: StateID, _ most: Extent, _ list: inout [FlowStep.Made]) -> Bool {
    guard let index = list.firstIndex(where: { $0.source == source || $0.source == nil }) else {
      if list.count < Flow.mostMakers {
        list.append(.init(source: source, extent: extent))
      } else {
        list = [.init(source: nil, extent: list.reduce(extent) { $0.joined($1.extent) })]
      }
      return true
    }
    guard !list[index].extent.encloses(extent) else { return false }
    list[index].changes += 1
    let isLasting = list[index].changes > Flow.patience + Flow.mostLandmarks
    list[index].extent = isLasting ? most.joined(extent) : list[index].extent.joined(extent)
    return true
  }

  /// What is not in both, a parameter that only one of them has narrowed, is not known.
  static func join(_ a: Values, _ b: Values) -> Values {
    var result = a
    for (id, extent) in a { result[id] = b[id].map { extent.joined($0) } }
    return result
  }
}
