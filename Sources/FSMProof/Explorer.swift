import FSMDiagnostics
import FSMModel
import FSMSimulate

/// Tries everything that can be done to a machine, breadth first, so that whatever it meets it meets by a shortest way.
///
/// The interpreter takes the steps, once for each thing that a call finds in what it reads; where it would find the same again, what came
/// of it is recalled. The explorer only remembers where it has been. It ends when there is nothing new, or at its bound, which counts
/// moments and calls and never time: the same chart gives the same answer everywhere.
struct Explorer {
  /// Something wrong that a call met.
  struct Incident {
    enum Kind: Hashable {
      case outOfRange(String)
      case trap(Span, String)
      /// From there, with no end in sight.
      case endless([NodeID])
      /// Round and round, through these transitions.
      case livelock([TransitionPlace])

      /// What two incidents share that are one to whoever mends the chart: a place that traps does so with many numbers.
      var asSeen: Kind { if case .trap(let span, _) = self { .trap(span, "") } else { self } }
    }
    var kind: Kind
    /// The call that met it.
    var step: Step
  }

  /// A call at a place; at -1 it is the start.
  struct Step {
    var place: Int
    /// The number of the move.
    var move: Int32
    var answers: [(question: Environment.Question, value: Value)] = []
  }

  /// A call that led to another place.
  struct Edge {
    var step: Step
    var to: Int32
    /// Transitions that it took, in the order of the chart.
    var covered: [TransitionPlace]
  }

  let assembly: Assembly
  let bound: Int
  /// Events deferred at a moment that is looked at, at most: a dozen for the usual bound.
  private let mostDeferred: Int
  /// Moments to remember at most where beyond the bound there is still news: states and transitions met for the first time.
  let most: Int
  /// Calls that took something, where they are asked for.
  var edges: [Edge] = []
  var places: Places
  var calls = 0
  /// The first place after entering a node, by node.
  var visited: [NodeID: Int] = [:]
  /// The caller had no more time.
  private(set) var wasStopped = false
  /// The first place after taking a transition.
  var taken: [TransitionPlace: Int] = [:]
  var incidents: [Incident] = []
  /// For each assertion of the machine the first place that violates it.
  var violations: [Int: Int] = [:]
  /// There was nothing left to try.
  private(set) var isComplete = false
  /// Everything that the caller could do has been tried too.
  var isWhole = true

  /// How many places there were when something was last met for the first time.
  var newsAt = 0
  /// The machine that all calls are made on.
  var machine: Interpreter
  /// The machine of the place that is expanded, made when it is first needed, and its row.
  var before: Interpreter?
  var row: [UInt32] = []
  var numbers = CellTable()
  var recalled = Recall()
  var results: [CallResult] = []
  var judgements = Recall()
  let footprint: Footprint
  let judging: Footprint
  let layout: CellLayout
  var moves: Moves
  var seenIncidents: Set<Incident.Kind> = []
  let seams: Seams
  private let domains: Domains
  let oracle: Oracle
  let environment: Environment
  let assertions: [(index: Int, condition: Expr)]
  /// What the caller's code answered in the calls that first led to places, where it was asked.
  var answers: [Int: [(question: Environment.Question, value: Value)]] = [:]

  /// Calls tried for each moment the bound allows.
  private static let callsPerMoment = 8
  /// Cells to remember at most: a gigabyte.
  private static let mostCells = 1 << 28

  let recordsEdges: Bool

  init(_ assembly: Assembly, bound: Int, most: Int? = nil, recordsEdges: Bool = false, seams: Seams = Seams()) {
    self.most = max(bound, most ?? bound)
    machine = Explorer.interpreter(assembly)
    self.seams = seams
    self.recordsEdges = recordsEdges
    self.assembly = assembly
    self.bound = bound
    mostDeferred = max(8, Int(Double(bound).squareRoot()) / 8)
    let layout = CellLayout(assembly)
    self.layout = layout
    footprint = Footprint(layout)
    judging = Footprint(layout)
    places = Places(layout) { seams.isBlind(layout, $0) }
    domains = Domains(assembly)
    moves = Moves(domains, layout)
    oracle = Oracle(domains)
    environment = oracle.environment
    assertions = assembly.machine(of: .machine).assertions.enumerated().compactMap { index, assertion in
      if case .never(let condition) = assertion.kind { (index, condition) } else { nil }
    }
  }

  static func interpreter(_ assembly: Assembly) -> Interpreter {
    var options = Interpreter.Options()
    options.mostMicrosteps = 2_000
    options.mostWork = 20_000
    options.recordsSteps = false
    options.recordsEffects = false
    options.recordsCoverage = true
    return Interpreter(assembly, options: options)
  }

  /// - Parameter progress: Told now and then how many moments are known; false when there is no more time.
  mutating func run(progress: (Int) -> Bool = { _ in true }) {
    let starts = domains.starts()
    isWhole = starts.isWhole
    before = machine
    for values in starts.lists { make(moves.number(.start(values)), from: -1) }
    guard explore(from: 0, progress) else { return stop() }
    pursue(progress)
    isComplete = !wasStopped && places.expanded == places.count
  }

  mutating func stop() { wasStopped = true }

  /// Expands all places from one on that were not yet, and those they lead to, up to the bound; false when there is no more time.
  mutating func explore(from first: Int, _ progress: (Int) -> Bool) -> Bool {
    var next = first
    while next < places.count, isWithinBound {
      if !places.isExpanded(next), !isCrowded(next) { expand(next) }
      next += 1
      if next % 64 == 0, !progress(places.count) { return false }
    }
    return true
  }

  /// Makes a call at a place that was expanded before.
  mutating func retry(_ move: Int32, from index: Int) {
    before = nil
    row.replaceSubrange(row.indices, with: places.row(index))
    places.retry()
    make(move, from: index)
  }

  private var isWithinBound: Bool {
    let limit = min(max(bound, min(most, newsAt + bound)), Explorer.mostCells / layout.width)
    return places.count < limit && calls < limit * Explorer.callsPerMoment
  }

  /// Whether more events are deferred there than it is worth to look beyond. They pile up without end where nothing takes them, and each
  /// place would be longer than the one before.
  private func isCrowded(_ index: Int) -> Bool {
    numbers.count(deferred: places.cell(index * layout.width + layout.deferred)) > mostDeferred
  }

  mutating func expand(_ index: Int) {
    before = nil
    row.replaceSubrange(row.indices, with: places.row(index))
    moves.look(at: row, numbers, keeps: seams.keeps)
    if numbers.hasTexts, row[layout.firstSlot..<layout.firstHistory].contains(where: CellTable.hasTexts) { isWhole = false }
    let isStuck = moves.found.isEmpty && !places.hasEnded(index) && !found(index).restsOnPurpose
    places.expand(index, isWhole: moves.isWhole, isStuck: isStuck)
    let found = moves.found
    for move in found { attempt(move, from: index) }
    if !places.isWhole(index) { isWhole = false }
  }

  /// The machine of the place that is expanded.
  mutating func found(_ index: Int) -> Interpreter {
    if let before { return before }
    var machine = machine
    machine.become(row[...], layout, numbers)
    before = machine
    return machine
  }

  mutating func leaveOpen(_ index: Int) {
    isWhole = false
    if index >= 0 { places.leaveOpen(index) }
  }

  mutating func note(_ kind: Incident.Kind, _ step: Step) {
    guard seenIncidents.insert(kind.asSeen).inserted else { return }
    incidents.append(Incident(kind: kind, step: step))
  }

  func kind(_ step: Step) -> Move.Kind { moves.kinds[Int(step.move)] }

  /// The calls that lead to a place, from the start on.
  func steps(to place: Int) -> [Step] {
    var steps: [Step] = []
    var current = place
    while current >= 0 {
      let parent = Int(places.parents[current])
      steps.append(Step(place: parent, move: places.moves[current], answers: answers[current] ?? []))
      current = parent
    }
    return steps.reversed()
  }

  /// The moves that lead to a place, from the start on.
  func path(to place: Int) -> [Move] { timed(steps(to: place)) }

  /// The moves that lead to what a call met.
  func path(to incident: Incident) -> [Move] { timed(steps(to: incident.step.place) + [incident.step]) }
}
