import FSMModel
import FSMSimulate

/// When calls are made so that timers fall due in the order wanted.
///
/// Each call's moment is later than others' by at least so much: the least moments are longest paths, found by relaxing until nothing
/// changes (Bellman and Ford). Where a moment must be later than another without saying by how much, it is by a little, which is chosen
/// small enough for all of them in the end.
struct Schedule {
  /// One moment, and how many littles.
  private struct Time: Comparable {
    var fixed: Int128 = 0
    var littles = 0

    static func < (a: Time, b: Time) -> Bool { (a.fixed, a.littles) < (b.fixed, b.littles) }
  }

  private struct Constraint {
    var later: Int
    var earlier: Int
    var least: Time
  }

  private var constraints: [Constraint] = []
  private var count = 0
  /// All delays are multiples of it, in attoseconds.
  private var grain: Int128 = 0

  /// Another call; the first is at zero. Returns its number.
  mutating func call() -> Int {
    if count > 0 { require(count, isAfter: count - 1) }
    count += 1
    return count - 1
  }

  /// - Parameter strictly: Whether by more than that.
  mutating func require(_ later: Int, isAfter earlier: Int, by delay: Duration = .zero, strictly: Bool = false) {
    constraints.append(Constraint(later: later, earlier: earlier, least: Time(fixed: delay.attoseconds, littles: strictly ? 1 : 0)))
    grain = Schedule.commonDivisor(grain, delay.attoseconds < 0 ? 0 - delay.attoseconds : delay.attoseconds)
  }

  /// The moments of all calls; nil where there are none like that.
  var moments: [Duration]? {
    var times = Array(repeating: Time(), count: count)
    var isStable = false
    for _ in 0...count where !isStable {
      isStable = true
      for constraint in constraints {
        let earlier = times[constraint.earlier]
        let least = Time(fixed: earlier.fixed + constraint.least.fixed, littles: earlier.littles + constraint.least.littles)
        guard times[constraint.later] < least else { continue }
        times[constraint.later] = least
        isStable = false
      }
    }
    guard isStable, times.first.map({ $0 == Time() }) != false else { return nil }
    let little = Schedule.littles.first { $0 * Int128(count + 1) <= grain } ?? 1
    return times.map { Duration(attoseconds: $0.fixed + Int128($0.littles) * little) }
  }

  /// From a second down, in attoseconds.
  private static let littles: [Int128] = (0...17).flatMap { power -> [Int128] in
    let unit = (0..<(17 - power)).reduce(Int128(1)) { number, _ in number * 10 }
    return [unit * 10, unit * 5, unit * 2]
  }

  /// Euclid's algorithm.
  private static func commonDivisor(_ a: Int128, _ b: Int128) -> Int128 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}

extension Explorer {
  /// Sums of longer ones might not fit.
  private static var longestDelay: Duration { Duration(attoseconds: 1 << 110) }

  private struct Waiting {
    /// The call that armed it.
    var since: Int
    var delay: Duration
  }

  /// Moves that make the calls, with the time that passes between them.
  func timed(_ steps: [Step]) -> [Move] {
    var moves = steps.map { Move(kind: kind($0), answers: $0.answers) }
    guard steps.contains(where: { $0.place >= 0 && places.row($0.place)[places.row($0.place).startIndex + layout.timers] != 0 }),
      let moments = schedule(steps, moves).moments
    else { return moves }
    var result: [Move] = []
    for index in moves.indices {
      let wait = index == 0 ? .zero : moments[index] - moments[index - 1]
      if case .fire = moves[index].kind {
        moves[index].kind = .advance(wait)
      } else if wait > .zero {
        result.append(Move(kind: .advance(wait)))
      }
      result.append(moves[index])
    }
    return result
  }

  private func schedule(_ steps: [Step], _ moves: [Move]) -> Schedule {
    var schedule = Schedule()
    var waiting: [Waiting] = []
    for (step, move) in zip(steps, moves) {
      let call = schedule.call()
      var machine = Explorer.interpreter(assembly)
      if step.place >= 0 {
        let row = places.row(step.place)
        let timers = row[row.startIndex + layout.timers]
        var fired: [Int] = []
        if case .fire(let timers) = move.kind { fired = timers }
        machine.become(row, layout, numbers, firing: fired)
        constrain(&schedule, call, waiting, fired, isWhole: numbers.isWhole(timers: timers))
      }
      _ = move.replay(on: &machine)
      let (kept, armed) = machine.timersKept(of: waiting.count)
      waiting = kept.map { waiting[$0] } + armed.map { Waiting(since: call, delay: min($0, Explorer.longestDelay)) }
    }
    return schedule
  }

  private func constrain(_ schedule: inout Schedule, _ call: Int, _ waiting: [Waiting], _ fired: [Int], isWhole: Bool) {
    for (number, timer) in waiting.enumerated() {
      let turned = Duration.zero - timer.delay
      if fired.contains(number) {
        schedule.require(call, isAfter: timer.since, by: timer.delay)
        schedule.require(timer.since, isAfter: call, by: turned)
      } else {
        // What is due at once falls due with the next advance, however little that is.
        schedule.require(timer.since, isAfter: call, by: turned, strictly: timer.delay > .zero)
      }
    }
    // Of too many timers only one order is considered: that of calls without delay.
    if !isWhole, fired.isEmpty { schedule.require(call - 1, isAfter: call) }
  }
}
