import FSMDiagnostics
import FSMModel
import FSMSimulate

/// What came of a call, for all machines in which it finds the same.
struct CallResult {
  /// Where in `written` of the call's footprint; nil where the machine is as it was.
  var written: [Int32]?
  var numbers: [UInt32] = []
  /// Whether anything was left out that could come of it.
  var leavesOpen = false
  /// In the order of the chart; where edges are recorded.
  var covered: [TransitionPlace] = []
}

/// Making calls, or recalling what came of them.
extension Explorer {
  /// What a call that does not come to an end counts for, so that many of them do not take for ever.
  private static let endlessCost = 500
  /// Ways to answer the questions of one call.
  private static let mostAnswers = 64

  /// Does something at the place that is expanded.
  mutating func attempt(_ move: Int32, from index: Int) {
    guard let result = recalled.result(of: move, row) else { return make(move, from: index) }
    calls += 1
    if results[result].leavesOpen { leaveOpen(index) }
    guard let written = results[result].written else { return }
    let target = follow(written, results[result].numbers, move, from: index)
    lead(to: target, Step(place: index, move: move), results[result].covered)
  }

  /// Makes a call, once for each way its questions can be answered.
  mutating func make(_ number: Int32, from index: Int) {
    var found = found(index)
    let kind = moves.kinds[Int(number)]
    if case .fire(let timers) = kind { found.become(row[...], layout, numbers, firing: timers) }
    oracle.reset()
    var rounds = 0
    repeat {
      machine = found
      footprint.begin()
      var move = Move(kind: kind)
      let call = move.perform(on: &machine, environment, index < 0 ? nil : footprint)
      move.answers = oracle.answers
      calls += 1
      rounds += 1
      file(call, found, move, Step(place: index, move: number, answers: move.answers))
    } while rounds < Explorer.mostAnswers && oracle.turn()
    if rounds == Explorer.mostAnswers || oracle.hasOpenAnswers { leaveOpen(index) }
  }

  private mutating func file(_ call: Call, _ found: Interpreter, _ move: Move, _ step: Step) {
    let index = step.place
    var result = CallResult()
    switch call.outcome {
    case .taken, .deferred, .ignored, .dropped: arrive(call, step, &result)
    case .rejected(.outOfRange(let variable)): note(.outOfRange(variable), step)
    case .rejected(.endless):
      calls += Explorer.endlessCost
      let cycle = Explorer.cycle(of: move, on: found)
      note(cycle.isEmpty ? .endless(index < 0 ? [] : places.configuration(index)) : .livelock(cycle), step)
    case .trapped(let message, let span): note(.trap(span, message), step)
    case .unanswered: result.leavesOpen = true
    case .tooLong:
      calls += Explorer.endlessCost
      result.leavesOpen = true
    case .rejected: break
    }
    if result.leavesOpen { leaveOpen(index) }
    guard index >= 0, footprint.isWhole else { return }
    let read = footprint.read.filter { !seams.isOverlooked(layout, Int($0)) }
    recalled.learn(step.move, reading: read, row, result: results.count)
    results.append(result)
  }

  /// The circle that an endless call goes round, from its first transition in the chart on; empty where none is found.
  private static func cycle(of move: Move, on found: Interpreter) -> [TransitionPlace] {
    var machine = found
    machine.options.findsCycles = true
    let cycle = move.replay(on: &machine).cycle
    let starts = cycle.indices.min { (cycle[$0].scope, cycle[$0].transition) < (cycle[$1].scope, cycle[$1].transition) } ?? 0
    return Array(cycle[starts...] + cycle[..<starts])
  }

  private mutating func arrive(_ call: Call, _ step: Step, _ result: inout CallResult) {
    let index = step.place
    let written = index < 0 ? (0..<layout.width).map { Int32($0) } : footprint.written
    if index < 0 { row = Array(repeating: 0, count: layout.width) }
    var fired: [Int] = []
    if case .fire(let timers) = kind(step) { fired = timers }
    result.written = written
    result.numbers = written.map { cell in
      cell == layout.timers
        ? machine.timers(after: row[layout.timers], firing: fired, &numbers) : machine.number(of: Int(cell), layout, &numbers)
    }
    let before = places.count
    let target = follow(written, result.numbers, step.move, from: index)
    if target == before, !step.answers.isEmpty { answers[target] = step.answers }
    if recordsEdges { result.covered = call.covered.sorted { ($0.scope, $0.transition) < ($1.scope, $1.transition) } }
    lead(to: target, step, result.covered)
    for node in call.visited where visited[node] == nil {
      visited[node] = target
      newsAt = places.count
    }
    for transition in call.covered where taken[transition] == nil {
      taken[transition] = target
      newsAt = places.count
    }
  }

  private mutating func lead(to target: Int, _ step: Step, _ covered: [TransitionPlace]) {
    if step.place >= 0 { places.lead(to: target) }
    guard recordsEdges, step.place < 0 || !covered.isEmpty else { return }
    edges.append(Edge(step: step, to: Int32(target), covered: covered))
  }

  /// The place that is like the one that is expanded but for some cells.
  private mutating func follow(_ written: [Int32], _ new: [UInt32], _ move: Int32, from index: Int) -> Int {
    var hash = index < 0 ? 0 : places.hash(index)
    for (position, cell) in written.enumerated() {
      let cell = Int(cell)
      if index >= 0 { hash = hash &- places.weight(cell, numbers.plain(row[cell])) }
      hash = hash &+ places.weight(cell, numbers.plain(new[position]))
      row[cell] = new[position]
    }
    let target = places.find(row, hash, numbers)
    if target == places.count {
      places.append(row, hash, parent: index, move: move)
      judge(target)
    }
    if index >= 0 {
      let first = index * layout.width
      for cell in written { row[Int(cell)] = places.cell(first + Int(cell)) }
    }
    return target
  }

  /// Judges assertions at a place that is new; `row` is its row.
  private mutating func judge(_ place: Int) {
    var machine: Interpreter?
    for (number, assertion) in assertions.enumerated() where violations[assertion.index] == nil {
      let known = judgements.result(of: Int32(number), row)
      if let known, known == 0 { continue }
      let judged: Bool
      if let known {
        judged = known == 1
      } else {
        if machine == nil {
          machine = Explorer.interpreter(assembly)
          machine?.become(row[...], layout, numbers)
        }
        judging.begin()
        judged = machine?.judge(assertion.condition, footprint: judging) == true
        judgements.learn(Int32(number), reading: judging.read, row, result: judged ? 1 : 0)
      }
      if judged { violations[assertion.index] = place }
    }
  }
}
