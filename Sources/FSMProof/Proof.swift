import FSMDiagnostics
import FSMModel
import FSMSimulate

/// What trying everything says about one machine: findings, each with a shortest way to it, and an account of what was proven.
///
/// Trying is bounded, so three answers are possible: it happens (here is how), it never happens (all there is was tried), and not decided
/// within the bound.
public struct Proof: Sendable {
  public var findings: [Diagnostic]
  public var verdict: Verdict
  public var decisions: Decisions

  /// Tries everything that can be done to a machine.
  ///
  /// - Parameters:
  ///   - known: What the checks have found, which is not reported again.
  ///   - bound: Configurations to remember, at most.
  ///   - most: Configurations to remember, at most, as long as there is news among them.
  ///   - progress: Told now and then how many configurations are known; false when there is no more time.
  /// - Returns: Nil where the machine is too large to be simulated with all that it uses.
  public static func run(
    _ machine: MachineID, of chart: Chart, known: [Diagnostic], bound: Int = 10_000, most: Int? = nil,
    progress: (Int) -> Bool = { _ in true }
  ) -> Proof? {
    guard let assembly = Assembly(chart, machine: machine) else { return nil }
    return run(assembly, known: known, bound: bound, most: most, progress: progress)
  }

  static func run(
    _ assembly: Assembly, known: [Diagnostic], bound: Int, most: Int? = nil, seams: Seams = Seams(),
    progress: (Int) -> Bool = { _ in true }
  ) -> Proof {
    var explorer = Explorer(assembly, bound: bound, most: most, seams: seams)
    explorer.run(progress: progress)
    var judge = Judge(explorer, known: known, seams: seams)
    judge.judge()
    return Proof(findings: judge.findings, verdict: judge.verdict, decisions: judge.decisions)
  }
}

/// What came of a proof, in numbers.
public struct Verdict: Sendable {
  public var machine: String
  public var states = 0
  public var transitions = 0
  /// Configurations that were reached.
  public var configurations = 0
  /// Everything from there was tried.
  public var isComplete = false
  /// The caller's time was up before the bound.
  public var wasStopped = false
  /// What was tried is all that can happen: no number or text from outside had more values than that.
  public var isWhole = false
  /// Paths of states that were not seen to be entered, and not proven to be never entered.
  public var openStates: [String] = []
  /// Reactions not seen to be taken, and not proven to be never taken: `` `on pay` of `open` ``.
  public var openTransitions: [String] = []
  /// Variables not seen to leave their range, and not proven to stay in it.
  public var openRanges: [String] = []
  /// Calculations not seen to trap, and not proven to fit.
  public var openTraps: [Span] = []
  /// The text of a place in the chart, for those.
  public var source: @Sendable (Span) -> String? = { _ in nil }
  /// Reactions of which the checks cannot tell whether they exclude others of their state.
  public var openOverlaps = 0
  public var assertions = 0
  public var heldAssertions = 0
  public var brokenAssertions = 0

  /// For example: "Door has 2 states and 4 transitions; all 14 configurations were tried; every state is entered, every transition taken".
  public var text: String {
    var parts = ["\(machine) has \(count(states, "state")) and \(count(transitions, "transition"))"]
    parts.append(extent)
    parts.append(open)
    if assertions > 0 {
      parts.append(
        heldAssertions == assertions ? "\(count(assertions, "assertion")) proven" : "\(heldAssertions) of \(assertions) assertions proven")
      if brokenAssertions > 0 { parts.append("\(brokenAssertions) refuted") }
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private var extent: String {
    guard isComplete else {
      return "\(count(configurations, "configuration")) tried, there are more (\(wasStopped ? "--time" : "--bound"))"
    }
    let all = configurations == 1 ? "its only configuration was tried" : "all \(configurations) configurations were tried"
    return isWhole ? all : "\(count(configurations, "configuration")) tried, with the values that the chart mentions"
  }

  private var open: String {
    var parts: [String] = []
    func add(_ list: [String], one: String, many: String) {
      guard !list.isEmpty else { return }
      parts.append("whether \(Verdict.named(list)) \(list.count == 1 ? one : many)")
    }
    add(openStates.map { "`\($0)`" }, one: "is entered", many: "are entered")
    add(openTransitions, one: "is taken", many: "are taken")
    add(openRanges.map { "`\($0)`" }, one: "stays in its range", many: "stay in their ranges")
    let traps = openTraps.compactMap(source)
    if traps.count < openTraps.count { parts.append("whether \(count(openTraps.count, "calculation")) can trap") }
    if traps.count == openTraps.count { add(traps.map { "`\($0)`" }, one: "can trap", many: "can trap") }
    if openOverlaps > 0 {
      parts.append("whether \(count(openOverlaps, "reaction")) \(openOverlaps == 1 ? "excludes" : "exclude") others of the same state")
    }
    return parts.isEmpty ? "nothing left open" : "not decided: " + parts.joined(separator: ", ")
  }

  private static let mostNamed = 3

  /// `a`, `b`, `c` and 2 more.
  private static func named(_ list: [String]) -> String {
    var unique: [String] = []
    for name in list where !unique.contains(name) && unique.count < mostNamed { unique.append(name) }
    let rest = list.count - unique.count
    if rest > 0 { return unique.joined(separator: ", ") + " and \(rest) more" }
    guard unique.count > 1, let last = unique.last else { return unique.first ?? "" }
    return unique.dropLast().joined(separator: ", ") + " and " + last
  }

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
