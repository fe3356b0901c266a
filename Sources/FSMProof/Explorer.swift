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
    var interpreter: Interpreter?
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
      case endless([NodeID])
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
  /// Calls that took something, where they are asked for.
  private(set) var edges: [Edge] = []
  private(set) var places: [Place] = []
  private(set) var calls = 0
  /// The first place after entering a node, by node.
  private(set) var visited: [NodeID: Int] = [:]
  /// The first place after taking a transition.
  private(set) var taken: [TransitionPlace: Int] = [:]
  private(set) var incidents: [Incident] = []
  /// For each assertion of the machine the first place that violates it.
  private(set) var violations: [Int: Int] = [:]
  /// There was nothing left to try.
  private(set) var isComplete = false
  /// Everything that the caller could do has been tried too.
  private(set) var isWhole = true

  private var known: [Moment: Int] = [:]
  private var seenIncidents: Set<Incident.Kind> = []
  private let seams: Seams
  private let moves: Moves
  private let domains: Domains
  private let oracle: Oracle
  private let assertions: [(index: Int, condition: Expr)]

  /// Calls tried for each moment the bound allows.
  private static let callsPerMoment = 8
  /// What a call that does not come to an end counts for, so that many of them do not take for ever.
  private static let endlessCost = 500
  /// Ways to answer the questions of one call.
  private static let mostAnswers = 64

  private let recordsEdges: Bool

  init(_ assembly: Assembly, bound: Int, recordsEdges: Bool = false, seams: Seams = Seams()) {
    self.seams = seams
    self.recordsEdges = recordsEdges
    self.assembly = assembly
    self.bound = bound
    domains = Domains(assembly)
    moves = Moves(domains)
    oracle = Oracle(domains)
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

  /// - Parameter progress: Told now and then how many moments are known.
  mutating func run(progress: (Int) -> Void = { _ in }) {
    let starts = domains.starts()
    isWhole = starts.isWhole
    for values in starts.lists { attempt(.start(values), from: -1, Explorer.interpreter(assembly)) }
    var next = 0
    while next < places.count, places.count < bound, calls < bound * Explorer.callsPerMoment {
      expand(next)
      next += 1
      if next % 1_000 == 0 { progress(places.count) }
    }
    isComplete = next == places.count
  }

  private mutating func expand(_ index: Int) {
    guard let interpreter = places[index].interpreter else { return }
    let (kinds, isWhole) = seams.moves(interpreter, moves)
    places[index].isWhole = isWhole
    places[index].isStuck = kinds.isEmpty && !interpreter.hasEnded && !interpreter.restsOnPurpose
    if interpreter.holdsOpaqueValues { self.isWhole = false }
    for kind in kinds { attempt(kind, from: index, interpreter) }
    if !places[index].isWhole { self.isWhole = false }
    places[index].interpreter = nil
  }

  /// Makes a call once for each way its questions can be answered.
  private mutating func attempt(_ kind: Move.Kind, from index: Int, _ before: Interpreter) {
    oracle.reset()
    var rounds = 0
    repeat {
      var interpreter = before
      var move = Move(kind: kind)
      let call = move.perform(on: &interpreter, oracle.environment)
      move.answers = oracle.answers
      calls += 1
      rounds += 1
      file(call, move, interpreter, from: index)
    } while rounds < Explorer.mostAnswers && oracle.turn()
    if rounds == Explorer.mostAnswers || oracle.hasOpenAnswers { leaveOpen(index) }
  }

  private mutating func leaveOpen(_ index: Int) {
    isWhole = false
    if index >= 0 { places[index].isWhole = false }
  }

  private mutating func file(_ call: Call, _ move: Move, _ interpreter: Interpreter, from index: Int) {
    switch call.outcome {
    case .taken, .deferred, .ignored, .dropped: arrive(at: interpreter, call, move, from: index)
    case .rejected(.outOfRange(let variable)): note(.outOfRange(variable), move, index)
    case .rejected(.endless):
      calls += Explorer.endlessCost
      note(.endless(index < 0 ? [] : places[index].configuration), move, index)
    case .trapped(let message, let span): note(.trap(span, message), move, index)
    case .unanswered: leaveOpen(index)
    case .tooLong:
      calls += Explorer.endlessCost
      leaveOpen(index)
    case .rejected: break
    }
  }

  private mutating func arrive(at interpreter: Interpreter, _ call: Call, _ move: Move, from index: Int) {
    let moment = seams.moment(interpreter)
    let target = known[moment] ?? places.count
    if target == places.count {
      known[moment] = target
      places.append(
        Place(
          parent: index, move: move, interpreter: interpreter, hasEnded: interpreter.hasEnded, configuration: interpreter.activeNodes))
      judge(interpreter, target)
    }
    if index >= 0, places[index].next.last != Int32(target) { places[index].next.append(Int32(target)) }
    if recordsEdges, index < 0 || !call.covered.isEmpty {
      let covered = call.covered.sorted { ($0.scope, $0.transition) < ($1.scope, $1.transition) }
      edges.append(Edge(from: Int32(index), to: Int32(target), move: move, covered: covered))
    }
    for node in call.visited where visited[node] == nil { visited[node] = target }
    for transition in call.covered where taken[transition] == nil { taken[transition] = target }
  }

  private mutating func judge(_ interpreter: Interpreter, _ place: Int) {
    for (index, condition) in assertions where violations[index] == nil {
      if interpreter.judge(condition) == true { violations[index] = place }
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
