import FSMDiagnostics
import FSMModel

/// Lowers the behaviour of one machine to functions, each of bounded size: one per composite with its simple children's switches inline, one
/// per state where that would be too much.
struct SwiftSteps {
  /// One private function.
  struct Function {
    /// Groups functions under the state they are about.
    var owner: StateID
    var doc: String?
    var head: String
    var body: [SwiftLine]
  }

  /// How a step can end.
  enum Outcome: String, CaseIterable {
    case taken, deferred, ignored, unhandled, guardsFailed, finished
  }

  /// What a dispatching function looks for.
  enum Kind: Hashable {
    case event, always
  }

  /// Lines, and whether they always leave the function.
  struct Block {
    var lines: [SwiftLine]
    var leaves: Bool
  }

  /// A function that other code calls, made when first wanted.
  enum Helper: Hashable {
    case react(StateID, Kind)
    case leaveInside(StateID)
    case leave(StateID)
    case enter(StateID)
    case choose(StateID)
    case restore(StateID)
    case resume(StateID)
  }

  let context: SwiftContext
  let patterns: SwiftPatterns
  var functions: [Function] = []
  /// Choices whose branches are being written, one inside the other.
  var openChoices = 0
  var outcomes: Set<Outcome> = []
  /// False for a machine that takes every event: its steps return nothing.
  let returnsOutcome: Bool
  /// How a step ends that drops a completion or a timer; nobody outside sees it, so it is an outcome that the machine has anyway.
  let dropped: Outcome
  /// Some step ends so.
  var drops = false
  /// What a step returns where the state is not what its caller saw, which never happens: an outcome that the machine has anyway.
  let bail: Outcome
  /// Data that exit effects inside a state may change.
  let writtenInside: [Set<VariableID>]
  let reaches: [Reach]
  var machine: Machine { context.machine }
  private var naming: SwiftNaming
  private var helperNames: [Helper: String] = [:]
  private var wanted: [Helper] = []

  /// Above so many reactions a composite's children get functions of their own.
  static let inlineLimit = 50

  init(_ context: SwiftContext, returnsOutcome: Bool, dropped: Outcome, bail: Outcome) {
    self.context = context
    self.returnsOutcome = returnsOutcome
    self.dropped = dropped
    self.bail = bail
    naming = context.naming
    patterns = SwiftPatterns(context: context)
    let machine = context.machine
    reaches = Reach.all(machine)
    writtenInside = machine.bottomUp { state, inner in
      state.children.reduce(inner.reduce([]) { $0.union($1) }) { $0.union(machine[$1].exit.written) }
    }
  }

  // MARK: Functions wanted by others

  mutating func call(_ helper: Helper, _ extra: [String] = []) -> String {
    "\(name(of: helper))(\((extra + context.arguments).joined(separator: ", ")))"
  }

  mutating func claim(_ name: String) -> String { naming.claimFunction(name) }

  private mutating func name(of helper: Helper) -> String {
    if let name = helperNames[helper] { return name }
    let name: String
    switch helper {
    case .react(let state, .event): name = state == .root ? "reactAnywhere" : "react" + naming.helpers[state.index]
    case .react(let state, .always): name = "always" + (state == .root ? "Anywhere" : naming.helpers[state.index])
    case .leaveInside(let state): name = "leaveInside" + naming.helpers[state.index]
    case .leave(let state): name = "leave" + naming.helpers[state.index]
    case .enter(let state): name = "enter" + naming.helpers[state.index]
    case .choose(let state): name = "choose" + naming.helpers[state.index]
    case .restore(let history): name = "enter" + naming.helpers[history.index]
    case .resume(let state): name = "resume" + (state == .root ? "" : naming.helpers[state.index])
    }
    let claimed = claim(name)
    helperNames[helper] = claimed
    wanted.append(helper)
    return claimed
  }

  /// Writes the functions asked for, and those these ask for, until none is left.
  mutating func writeWanted() {
    while let helper = wanted.popLast() {
      switch helper {
      case .react(let state, let kind): writeReactions(of: state, kind, as: name(of: helper))
      case .leaveInside(let state): writeLeaveInside(state, as: name(of: helper))
      case .leave(let state): writeLeave(state, as: name(of: helper))
      case .enter(let state): writeEnter(state, as: name(of: helper))
      case .choose(let state): writeChoose(state, as: name(of: helper))
      case .restore(let history): writeRestore(history, as: name(of: helper))
      case .resume(let state): writeResume(state, as: name(of: helper))
      }
    }
  }

  /// The head of a private function with the parameters every step has.
  func head(_ name: String, _ own: [String] = [], returns: String? = nil) -> String {
    let parameters = (own + context.parameters).joined(separator: ", ")
    return "private mutating func \(name)(\(parameters))\(context.throws)" + (returns.map { " -> \($0)" } ?? "")
  }

  func expressions(_ scope: SwiftScope) -> SwiftExpressions { SwiftExpressions(context: context, scope: scope) }

  // MARK: Small parts

  /// Leaves the function with an outcome.
  mutating func end(_ outcome: Outcome) -> Block {
    outcomes.insert(outcome)
    if !returnsOutcome { return Block(lines: [], leaves: false) }
    return Block(lines: [.text("return .\(outcome.rawValue)")], leaves: true)
  }

  /// Leaves the function because nothing takes a completion or a timer.
  mutating func drop() -> Block {
    drops = true
    if !returnsOutcome { return Block(lines: [], leaves: false) }
    return Block(lines: [.text("return .\(dropped.rawValue)")], leaves: true)
  }

  /// A case label over several patterns, broken where it grows long.
  static func label(_ patterns: [String]) -> String {
    var text = "case "
    var width = 5
    for (index, pattern) in patterns.enumerated() {
      if index > 0 {
        text += ","
        if width + pattern.utf8.count > 100 {
          text += "\n  "
          width = 2
        } else {
          text += " "
        }
      }
      text += pattern
      width += pattern.utf8.count + 2
    }
    return text
  }

  func patternLabel(_ patterns: [String], _ block: Block, comment: String? = nil) -> SwiftLine {
    .label(Self.label(patterns), block.lines.isEmpty ? [.text("break")] : block.lines, comment: comment)
  }
}
