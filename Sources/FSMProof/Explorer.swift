import FSMDiagnostics
import FSMModel
import FSMSimulate

/// Tries everything that can be done to a machine, breadth first, so that whatever it meets it meets by a shortest way.
///
/// The interpreter takes the steps; the explorer only remembers where it has been. It ends when there is nothing new, or at its bound,
/// which counts moments and calls and never time: the same chart gives the same answer everywhere.
struct Explorer {
  /// A moment that was reached.
  struct Place {
    var parent: Int
    var move: Move
    /// Nil once everything has been tried from here.
    var snapshot: Interpreter.Snapshot?
    var next: [Int32] = []
    var hasEnded = false
    /// Everything that can happen here has been tried.
    var isWhole = false
    var configuration: [NodeID]
    /// Nothing can happen here any more, although the machine has not ended.
    var isStuck = false
  }

  /// Something wrong that a call met.
  struct Incident {
    enum Kind: Hashable {
      case outOfRange(String)
      case trap(Span, String)
      /// From there, with no end in sight.
      case endless([NodeID])
      /// Round and round, through these transitions.
      case livelock([TransitionPlace])
    }
    var kind: Kind
    /// Where it began, and the call that met it.
    var place: Int
    var move: Move
  }

  /// A call that led from one place to another; from -1 it is the start.
  struct Edge {
    var from: Int32
    var to: Int32
    var move: Move
    /// Transitions that it took, in the order of the chart.
    var covered: [TransitionPlace]
  }

  let assembly: Assembly
  let bound: Int
  /// Moments to remember at most where beyond the bound there is still news: states and transitions met for the first time.
  let most: Int
  /// Calls that took something, where they are asked for.
  private(set) var edges: [Edge] = []
  private(set) var places: [Place] = []
  private(set) var calls = 0
  /// The first place after entering a node, by node.
  private(set) var visited: [NodeID: Int] = [:]
  /// The caller had no more time.
  private(set) var wasStopped = false
  /// The first place after taking a transition.
  private(set) var taken: [TransitionPlace: Int] = [:]
  private(set) var incidents: [Incident] = []
  /// For each assertion of the machine the first place that violates it.
  private(set) var violations: [Int: Int] = [:]
  /// There was nothing left to try.
  private(set) var isComplete = false
  /// Everything that the caller could do has been tried too.
  private(set) var isWhole = true

  private var known: [Moment: Int32] = [:]
  /// How many places there were when something was last met for the first time.
  private var newsAt = 0
  /// The machine that all calls are made on.
  private var machine: Interpreter
  private var seenIncidents: Set<Incident.Kind> = []
  private let seams: Seams
  private var moves: Moves
  private let domains: Domains
  private let oracle: Oracle
  private let environment: Environment
  private let assertions: [(index: Int, condition: Expr)]

  /// Calls tried for each moment the bound allows.
  private static let callsPerMoment = 8
  /// What a call that does not come to an end counts for, so that many of them do not take for ever.
  private static let endlessCost = 500
  /// Ways to answer the questions of one call.
  private static let mostAnswers = 64

  private let recordsEdges: Bool

  init(_ assembly: Assembly, bound: Int, most: Int? = nil, recordsEdges: Bool = false, seams: Seams = Seams()) {
    self.most = max(bound, most ?? bound)
    machine = Explorer.interpreter(assembly)
    self.seams = seams
    self.recordsEdges = recordsEdges
    self.assembly = assembly
    self.bound = bound
    domains = Domains(assembly)
    moves = Moves(domains)
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
    options.recordsCoverage = true
    return Interpreter(assembly, options: options)
  }

  /// - Parameter progress: Told now and then how many moments are known; false when there is no more time.
  mutating func run(progress: (Int) -> Bool = { _ in true }) {
    let starts = domains.starts()
    isWhole = starts.isWhole
    let fresh = machine.snapshot
    for values in starts.lists { attempt(.start(values), from: -1, fresh) }
    var next = 0
    while next < places.count, isWithinBound {
      expand(next)
      next += 1
      if next % 64 == 0, !progress(places.count) {
        wasStopped = true
        break
      }
    }
    isComplete = next == places.count
  }

  private var isWithinBound: Bool {
    let limit = max(bound, min(most, newsAt + bound))
    return places.count < limit && calls < limit * Explorer.callsPerMoment
  }

  private mutating func expand(_ index: Int) {
    guard let snapshot = places[index].snapshot else { return }
    machine.snapshot = snapshot
    let (kinds, isWhole) = seams.moves(machine, &moves)
    places[index].isWhole = isWhole
    places[index].isStuck = kinds.isEmpty && !machine.hasEnded && !machine.restsOnPurpose
    if machine.holdsOpaqueValues { self.isWhole = false }
    for kind in kinds { attempt(kind, from: index, snapshot) }
    if !places[index].isWhole { self.isWhole = false }
    places[index].snapshot = nil
  }

  /// Makes a call once for each way its questions can be answered.
  private mutating func attempt(_ kind: Move.Kind, from index: Int, _ before: Interpreter.Snapshot) {
    oracle.reset()
    var rounds = 0
    repeat {
      machine.snapshot = before
      var move = Move(kind: kind)
      let call = move.perform(on: &machine, environment)
      move.answers = oracle.answers
      calls += 1
      rounds += 1
      file(call, move, from: index)
    } while rounds < Explorer.mostAnswers && oracle.turn()
    if rounds == Explorer.mostAnswers || oracle.hasOpenAnswers { leaveOpen(index) }
  }

  private mutating func leaveOpen(_ index: Int) {
    isWhole = false
    if index >= 0 { places[index].isWhole = false }
  }

  private mutating func file(_ call: Call, _ move: Move, from index: Int) {
    switch call.outcome {
    case .taken, .deferred, .ignored, .dropped: arrive(call, move, from: index)
    case .rejected(.outOfRange(let variable)): note(.outOfRange(variable), move, index)
    case .rejected(.endless):
      calls += Explorer.endlessCost
      let cycle = cycle(of: move)
      note(cycle.isEmpty ? .endless(index < 0 ? [] : places[index].configuration) : .livelock(cycle), move, index)
    case .trapped(let message, let span): note(.trap(span, message), move, index)
    case .unanswered: leaveOpen(index)
    case .tooLong:
      calls += Explorer.endlessCost
      leaveOpen(index)
    case .rejected: break
    }
  }

  /// The circle that an endless call goes round, from its first transition in the chart on; empty where none is found.
  private mutating func cycle(of move: Move) -> [TransitionPlace] {
    machine.options.findsCycles = true
    defer { machine.options.findsCycles = false }
    let cycle = move.replay(on: &machine).cycle
    let starts = cycle.indices.min { (cycle[$0].scope, cycle[$0].transition) < (cycle[$1].scope, cycle[$1].transition) } ?? 0
    return Array(cycle[starts...] + cycle[..<starts])
  }

  private mutating func arrive(_ call: Call, _ move: Move, from index: Int) {
    let target = place(of: seams.moment(machine))
    if target == places.count {
      places.append(
        Place(parent: index, move: move, snapshot: machine.snapshot, hasEnded: machine.hasEnded, configuration: machine.activeNodes))
      judge(target)
    }
    if index >= 0, places[index].next.last != Int32(target) { places[index].next.append(Int32(target)) }
    if recordsEdges, index < 0 || !call.covered.isEmpty {
      let covered = call.covered.sorted { ($0.scope, $0.transition) < ($1.scope, $1.transition) }
      edges.append(Edge(from: Int32(index), to: Int32(target), move: move, covered: covered))
    }
    for node in call.visited where visited[node] == nil {
      visited[node] = target
      newsAt = places.count
    }
    for transition in call.covered where taken[transition] == nil {
      taken[transition] = target
      newsAt = places.count
    }
  }

  /// The number of a moment's place; that of the next place where it is new.
  private mutating func place(of moment: Moment) -> Int {
    let next = Int32(places.count)
    func number(_ known: inout Int32) -> Int {
      if known < 0 { known = next }
      return Int(known)
    }
    return number(&known[moment, default: -1])
  }

  private mutating func judge(_ place: Int) {
    for (index, condition) in assertions where violations[index] == nil {
      if machine.judge(condition) == true { violations[index] = place }
    }
  }

  private mutating func note(_ kind: Incident.Kind, _ move: Move, _ index: Int) {
    guard seenIncidents.insert(kind).inserted else { return }
    incidents.append(Incident(kind: kind, place: index, move: move))
  }
}

extension Explorer {
  /// The moves that lead to a place, from the start on.
  func path(to place: Int) -> [Move] {
    var moves: [Move] = []
    var current = place
    while current >= 0 {
      moves.append(places[current].move)
      current = places[current].parent
    }
    return moves.reversed()
  }
}
