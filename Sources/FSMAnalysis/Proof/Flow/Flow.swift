import FSMDiagnostics
import FSMModel

/// What is true while a state is active, however long a machine without regions runs: bounds of its variables, state by state.
///
/// Abstract interpretation over intervals, one for each variable and state (P. Cousot, R. Cousot, POPL 1977): what reactions, exits and
/// entries do is done to intervals, guards narrow them, and at each state all that arrives is joined. A bound that keeps moving is pushed on
/// to the next number that the chart mentions, then given up; at the end two passes take back what was given up in vain. The work is
/// bounded by the size of the chart; where that is not enough, nothing is said here.
struct Flow {
  typealias Extent = ClosedRange<Int128>
  typealias Values = [VariableID: Extent]

  let base: Invariants
  /// What each state's variables can be while it, or a state inside it, is active; nil of states never entered. Also between microsteps.
  private(set) var values: [Values?]
  /// Transitions that can be taken.
  private(set) var isTaken: [Bool]
  /// Values that arrive in a pass that takes back; nil while bounds are still growing.
  private var arriving: [Values?]?
  private var changes: [Int]
  private var isOpen: [Bool]
  private var open: [StateID] = []
  private var hasNews = false
  private var work = 0
  private let mostWork: Int
  /// Numbers that the chart mentions, and their neighbours, in order.
  private let landmarks: [Int128]
  /// States whose exit effects assign variables, in document order.
  let exiting: [(state: StateID, variables: [VariableID])]

  private static let patience = 3
  private static let mostLandmarks = 8
  private static let mostRounds = 8

  var machine: Machine { base.machine }

  /// Nil where the machine has regions, or is too much work.
  init?(_ base: Invariants) {
    let machine = base.machine
    guard !machine.states.contains(where: { $0.kind == .parallel }) else { return nil }
    self.base = base
    values = Array(repeating: nil, count: machine.states.count)
    isTaken = Array(repeating: false, count: machine.transitions.count)
    changes = Array(repeating: 0, count: machine.states.count)
    isOpen = Array(repeating: false, count: machine.states.count)
    mostWork = 50_000 + 200 * (machine.states.count + machine.transitions.count)
    landmarks = Flow.landmarks(of: machine)
    exiting = machine.states.compactMap { state in
      let variables = state.exit.assigned
      return variables.isEmpty ? nil : (state.id, variables)
    }
    let start = base.valuesAtStart
    guard settle(from: start) else { return nil }
    for _ in 0..<2 { takeBack(from: start) }
  }

  private static func landmarks(of machine: Machine) -> [Int128] {
    var numbers: Set<Int128> = [0, 1]
    machine.forEachExpression { expr in
      expr.forEachPart { if case .integer(let number) = $0.kind { numbers.formUnion([number - 1, number, number + 1]) } }
    }
    return numbers.sorted()
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
      // What histories bring back may have become more.
      guard hasNews, machine.states.contains(where: { if case .history = $0.kind { true } else { false } }) else { return true }
      for state in machine.states where values[state.id.index] != nil { enqueue(state.id) }
    }
    return false
  }

  /// Everything that can happen with the values known contains everything that happens: values that arrive so are enough.
  private mutating func takeBack(from start: Values) {
    arriving = Array(repeating: nil, count: values.count)
    isTaken = Array(repeating: false, count: isTaken.count)
    begin(start)
    for state in machine.states where values[state.id.index] != nil { follow(state.id) }
    if let arrived = arriving { values = arrived }
    arriving = nil
  }

  private mutating func begin(_ start: Values) {
    if let values = apply(machine[.root].entry, start, at: .root) { descend(into: .root, values) }
  }

  mutating func count(_ more: Int) { work += more }

  mutating func take(_ transition: TransitionID) { isTaken[transition.index] = true }

  /// Values arrive at a state that has nothing inside, by way of all that is around it.
  mutating func arrive(at state: StateID, _ new: Values) {
    var new = new.filter { !$0.key.isParameter }
    if machine[state].kind == .final, machine[state].parent == .root {
      // The machine ends, and what it does on leaving is done.
      if let last = apply(machine[.root].exit, new, at: nil) { new = Flow.join(new, last) }
    }
    for around in machine.ancestorsAndSelf(of: state) {
      work += 1
      join(new, at: around)
    }
  }

  private mutating func join(_ new: Values, at state: StateID) {
    let index = state.index
    if arriving != nil {
      let before = arriving?[index] ?? nil
      arriving?[index] = before.map { Flow.join($0, new) } ?? new
      return
    }
    guard let known = values[index] else {
      values[index] = new
      hasNews = true
      return enqueue(state)
    }
    var joined = Flow.join(known, new)
    guard joined != known else { return }
    changes[index] += 1
    if changes[index] > Flow.patience { joined = pushed(joined, from: known, far: changes[index] > Flow.patience + Flow.mostLandmarks) }
    values[index] = joined
    enqueue(state)
  }

  /// Moves bounds that have moved on to the next landmark, or as far as they go.
  private func pushed(_ new: Values, from known: Values, far: Bool) -> Values {
    new.reduce(into: Values()) { result, element in
      let (id, extent) = element
      guard let most = base.whole(machine[id]), let before = known[id] else {
        result[id] = extent
        return
      }
      var (low, high) = (extent.lowerBound, extent.upperBound)
      if low < before.lowerBound { low = far ? most.lowerBound : max(most.lowerBound, landmark(atMost: low) ?? most.lowerBound) }
      if high > before.upperBound { high = far ? most.upperBound : min(most.upperBound, landmark(atLeast: high) ?? most.upperBound) }
      result[id] = low...max(low, high)
    }
  }

  private func landmark(atMost number: Int128) -> Int128? {
    let next = landmarks.partitioningIndex { $0 > number }
    return next > 0 ? landmarks[next - 1] : nil
  }

  private func landmark(atLeast number: Int128) -> Int128? {
    let next = landmarks.partitioningIndex { $0 >= number }
    return next < landmarks.count ? landmarks[next] : nil
  }

  private mutating func enqueue(_ state: StateID) {
    guard !isOpen[state.index] else { return }
    isOpen[state.index] = true
    open.append(state)
  }

  /// What is not in both, a parameter that only one of them has narrowed, is not known.
  static func join(_ a: Values, _ b: Values) -> Values {
    var result = a
    for (id, extent) in a {
      result[id] = b[id].map { min(extent.lowerBound, $0.lowerBound)...max(extent.upperBound, $0.upperBound) }
    }
    return result
  }
}
