import FSMModel
import Synchronization

@testable import FSMSimulate

/// Everything that can happen to a machine of a `SmallChart`, found by trying every value, every answer and every moment in turn.
///
/// It shares the interpreter with the search it is compared with, and nothing else: what is tried is written down here, moments are told
/// apart by all that a machine is made of, and time passes in half seconds.
struct Exhaustive {
  private(set) var visited: Set<NodeID> = []
  private(set) var taken: Set<TransitionPlace> = []
  /// Assertions that are violated, by number.
  private(set) var violated: Set<Int> = []
  /// Variables that were given values outside their range.
  private(set) var left: Set<String> = []
  private(set) var isComplete = true
  /// A call did not come to its end: what it would have done nobody can say.
  private(set) var wasStopped = false

  private struct Key: Hashable {
    var nodes: [NodeID]
    var values: [Value?]
    var history: [NodeID: Store.Remembered]
    var timers: [Interpreter.PendingTimer]
    var hasEnded: Bool

    init(_ interpreter: Interpreter) {
      nodes = interpreter.store.configuration
      values = interpreter.store.slots
      history = interpreter.store.history
      timers = interpreter.pendingTimers
      hasEnded = interpreter.hasEnded
    }
  }

  private let assembly: Assembly
  private let machine: Machine
  private let environments: [Environment]
  private let asked: Asked

  /// Whether a call has asked for anything.
  private final class Asked: Sendable {
    let flag = Atomic(false)
  }

  private var numbers: [Key: Int] = [:]
  private var all: [Interpreter] = []
  /// The machine after each call that can be made.
  var settled: [Interpreter] { all }
  private var before: [[Int]] = []

  init(_ assembly: Assembly, most: Int) {
    self.assembly = assembly
    machine = assembly.machine(of: .machine)
    asked = Asked()
    environments = Self.environments(machine, asked)
    var options = Interpreter.Options()
    options.recordsSteps = false
    options.recordsCoverage = true
    options.mostMicrosteps = 500
    for flag in [false, true] {
      for n in 0..<4 {
        var values: [VariableID: Value] = [:]
        for variable in machine.variables where variable.value == nil {
          values[variable.id] = variable.name == "flag" ? .bool(flag) : .integer(Int128(n), .int)
        }
        let fresh = Interpreter(assembly, options: options)
        for environment in environments {
          var interpreter = fresh
          note(interpreter.start(values, environment: environment), interpreter, from: nil)
        }
      }
    }
    var next = 0
    while next < all.count {
      guard all.count <= most else {
        isComplete = false
        break
      }
      expand(next)
      next += 1
    }
    if isComplete { judgeFutures() }
  }

  private mutating func expand(_ index: Int) {
    let interpreter = all[index]
    for (number, event) in assembly.events.enumerated() where !event.isPrivate {
      for list in Self.payloads(event) {
        answering { search, environment in
          var copy = interpreter
          search.note(copy.send(AssembledEventID(number), list, environment: environment), copy, from: index)
        }
      }
    }
    guard interpreter.nextDeadline != nil else { return }
    answering { search, environment in
      var copy = interpreter
      search.note(copy.advance(by: .milliseconds(500), environment: environment), copy, from: index)
    }
  }

  /// Makes a call with every way to answer; once where nothing is asked.
  private mutating func answering(_ call: (inout Exhaustive, Environment) -> Void) {
    asked.flag.store(false, ordering: .relaxed)
    for (number, environment) in environments.enumerated() {
      if number == 1, !asked.flag.load(ordering: .relaxed) { return }
      call(&self, environment)
    }
  }

  private static func payloads(_ event: AssembledEvent) -> [[Value]] {
    guard let type = event.parameters.first?.type else { return [[]] }
    switch type {
    case .bool: return [[.bool(false)], [.bool(true)]]
    case .enumeration: return ["red", "green", "blue"].map { [.enumCase(type: "Hue", name: $0)] }
    default: return (-4...8).map { [.integer($0, .int)] }
    }
  }

  /// Every way in which the functions can answer: `ask()`, and `asked(n:)` of each number.
  private static func environments(_ machine: Machine, _ asked: Asked) -> [Environment] {
    guard machine.callables.contains(where: { $0.name == "ask" }) else { return [Environment()] }
    return (0..<32).map { bits in
      Environment { question in
        asked.flag.store(true, ordering: .relaxed)
        guard case .integer(let n, _)? = question.arguments.first else { return .bool(bits & 1 == 1) }
        return .bool(bits >> (n + 1) & 1 == 1)
      }
    }
  }

  private mutating func note(_ call: Call, _ interpreter: Interpreter, from index: Int?) {
    guard !call.outcome.isUndone else {
      switch call.outcome {
      case .rejected(.endless), .trapped, .tooLong: wasStopped = true
      case .rejected(.outOfRange(let name)): left.insert(name)
      default: break
      }
      return
    }
    visited.formUnion(call.visited)
    taken.formUnion(call.covered)
    let key = Key(interpreter)
    let number = numbers[key] ?? all.count
    if number == all.count {
      numbers[key] = number
      all.append(interpreter)
      before.append([])
      for (position, assertion) in machine.assertions.enumerated() {
        if case .never(let condition) = assertion.kind, interpreter.judge(condition) == true { violated.insert(position) }
      }
    }
    if let index { before[number].append(index) }
  }

  /// `assert always reachable`: from each moment, backwards from those in the state.
  private mutating func judgeFutures() {
    for (position, assertion) in machine.assertions.enumerated() {
      guard case .alwaysReachable(let state) = assertion.kind else { continue }
      var hopeful = all.map { $0.isIn(state) }
      var open = hopeful.indices.filter { hopeful[$0] }
      while let next = open.popLast() {
        for index in before[next] where !hopeful[index] {
          hopeful[index] = true
          open.append(index)
        }
      }
      if hopeful.contains(false) { violated.insert(position) }
    }
  }
}
