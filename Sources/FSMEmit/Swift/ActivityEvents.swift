import FSMDiagnostics
import FSMModel

/// Activities as what the caller sees of them: effects that start and cancel a run, and public events that tell how it ended.
///
/// Each name that activities run under gets the effects `startLoad(…, run:)` and `cancelLoad(run:)` and the events `loadDone(…, run:)` and
/// `loadFailed(…, run:)`. Uses in states of which at most one is active at a time share a name's effects and events; where two could run
/// at once, each has its own, named after its state.
struct ActivityEvents {
  /// What effects that only the emitter knows stand for; they are calls of callables that are no actions.
  enum Mark {
    /// The state of a use was entered.
    case wanted(Int)
    /// It is left.
    case stopped(Int)
  }

  /// Runs that share their effects and events.
  struct Runner {
    /// As the functions have it: `Load`.
    var name: String
    var start: CallableID
    var cancel: CallableID
    var done: EventID
    var failed: EventID?
  }

  /// One place of the chart that starts a runner.
  struct Use {
    var use: ActivityUse
    /// As the functions have it: `Load`, or `EditingLoad` where several states start the runner.
    var name: String
    var runner: Int
  }

  /// The machine with those effects and events.
  private(set) var machine: Machine
  private(set) var runners: [Runner] = []
  /// In the order they start.
  private(set) var uses: [Use] = []
  private(set) var marks: [CallableID: Mark] = [:]
  /// Some activity throws an error of any type.
  private(set) var hasFailure = false
  private var eventNames: SwiftNames
  private var actionNames: SwiftNames
  private var functionNames = SwiftNames()
  private var doneOf: [ActivityUseID: EventID] = [:]
  private var failedOf: [ActivityUseID: EventID] = [:]

  init(_ original: Machine) {
    machine = original
    eventNames = SwiftNames(taken: original.events.map(\.name))
    actionNames = SwiftNames(taken: original.callables.map(\.name))
    let sorted = original.activityUses.sorted { ($0.state, $0.id.index) < ($1.state, $1.id.index) }
    for group in Self.groups(sorted, in: original) { add(group) }
    uses.sort { ($0.use.state, $0.use.id.index) < ($1.use.state, $1.use.id.index) }
    for (number, use) in uses.enumerated() { mark(use, .wanted(number), \.entry) }
    // What a state's own machine started goes first, as its exit effects do.
    let numbers = Dictionary(uniqueKeysWithValues: uses.enumerated().map { ($1.use.id, $0) })
    for number in original.states.flatMap(\.activities).compactMap({ numbers[$0] }) { mark(uses[number], .stopped(number), \.exit) }
    for index in machine.reactions.indices {
      guard case .activity(let use, let failed) = machine.reactions[index].trigger else { continue }
      guard let event = failed ? failedOf[use] : doneOf[use] else { continue }
      machine.reactions[index].trigger = .events([event])
    }
  }

  var events: Set<EventID> { Set(runners.flatMap { [$0.done] + ($0.failed.map { [$0] } ?? []) }) }

  // MARK: Groups

  private struct GroupKey: Hashable {
    var name: String
    var activity: CallableID
  }

  private struct Group {
    var name: String
    var uses: [ActivityUse]
    /// Another group has the name too.
    var isAmbiguous: Bool
  }

  /// Uses of one name and activity, in the order of the states; apart where two could be active together.
  private static func groups(_ sorted: [ActivityUse], in machine: Machine) -> [Group] {
    var order: [GroupKey] = []
    var members: [GroupKey: [ActivityUse]] = [:]
    for use in sorted {
      let key = GroupKey(name: use.name, activity: use.activity)
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(use)
    }
    let count = Dictionary(order.map { ($0.name, 1) }, uniquingKeysWith: +)
    return order.flatMap { key -> [Group] in
      let uses = members[key] ?? []
      let isAmbiguous = (count[key.name] ?? 0) > 1
      // In document order two states that can be active together have such a pair of neighbours between them.
      let isShared = zip(uses, uses.dropFirst()).allSatisfy { !machine.canBeActiveTogether($0.state, $1.state) }
      return isShared
        ? [Group(name: key.name, uses: uses, isAmbiguous: isAmbiguous)]
        : uses.map { Group(name: key.name, uses: [$0], isAmbiguous: true) }
    }
  }

  private func owner(_ state: StateID) -> String {
    machine.path(from: .root, to: state).map { machine[$0].name.capitalizedFirst }.joined()
  }

  // MARK: Effects and events

  private mutating func add(_ group: Group) {
    let first = group.uses[0]
    let name = group.isAmbiguous ? (owner(first.state) + group.name.capitalizedFirst).lowercasedFirst : group.name
    let activity = machine[first.activity]
    let number = runners.count
    let capital = functionNames.claim(name.capitalizedFirst).withoutBackticks
    let start = addAction(
      "start" + capital, activity.parameters + [run(activity)], activity,
      "Starts a run of `\(name)`; its completion carries the number `run`.")
    let cancel = addAction("cancel" + capital, [run(activity)], activity, "Cancels a run of `\(name)`.")
    let result = activity.result.map { parameter("result", $0, activity.resultText ?? "", activity.resultSpan ?? activity.span, activity) }
    let done = addEvent(name + "Done", (result.map { [$0] } ?? []) + [run(activity)], activity, "A run of `\(name)` has succeeded.")
    var failed: EventID?
    if let error = error(of: activity) {
      failed = addEvent(name + "Failed", [error, run(activity)], activity, "A run of `\(name)` has failed.")
    }
    runners.append(Runner(name: capital, start: start, cancel: cancel, done: done, failed: failed))
    for use in group.uses {
      doneOf[use.id] = done
      failedOf[use.id] = failed
      let own = group.uses.count == 1 ? capital : functionNames.claim(owner(use.state) + capital).withoutBackticks
      uses.append(Use(use: use, name: own, runner: number))
    }
  }

  private func parameter(_ name: String, _ type: ValueType, _ text: String, _ span: Span, _ activity: Callable) -> Parameter {
    Parameter(name: name, isLabelled: false, type: type, typeText: text, typeSpan: span, span: activity.span)
  }

  private func run(_ activity: Callable) -> Parameter {
    Parameter(
      name: "run", isLabelled: true, type: .integer(.int), typeText: "Int", typeSpan: activity.nameSpan, span: activity.nameSpan)
  }

  private mutating func error(of activity: Callable) -> Parameter? {
    switch activity.throwing {
    case .never: return nil
    case .any:
      hasFailure = true
      // Nobody asks for this type but the output, which declares it.
      return parameter("error", .string, "Failure", activity.span, activity)
    case .type(let text):
      let enumeration = machine.enumerations.first { $0.name == text }
      return parameter("error", enumeration.map { .enumeration($0.id) } ?? .opaque(text), text, activity.span, activity)
    }
  }

  private mutating func addAction(_ name: String, _ parameters: [Parameter], _ activity: Callable, _ doc: String) -> CallableID {
    addCallable(.action, actionNames.claim(name).withoutBackticks, parameters, activity, doc)
  }

  private mutating func addCallable(
    _ kind: Callable.Kind, _ name: String, _ parameters: [Parameter], _ activity: Callable, _ doc: String?
  ) -> CallableID {
    let id = CallableID(machine.callables.count)
    machine.callables.append(
      Callable(
        id: id, kind: kind, name: name, label: nil, doc: doc, parameters: parameters, throwing: .never, result: nil, resultText: nil,
        resultSpan: nil, body: nil, nameSpan: activity.nameSpan, span: activity.span))
    return id
  }

  private mutating func addEvent(_ name: String, _ parameters: [Parameter], _ activity: Callable, _ doc: String) -> EventID {
    let id = EventID(machine.events.count)
    machine.events.append(
      Event(
        id: id, name: eventNames.claim(name).withoutBackticks, label: nil, doc: doc, isPrivate: false, parameters: parameters,
        nameSpan: activity.nameSpan, span: activity.span))
    return id
  }

  /// Entering the state asks for a run, leaving it stops the run.
  private mutating func mark(_ use: Use, _ mark: Mark, _ effects: WritableKeyPath<State, [Effect]>) {
    let id = addCallable(.activity, "", [], machine[use.use.activity], nil)
    marks[id] = mark
    machine[use.use.state][keyPath: effects].append(.perform(id, [], span: use.use.span))
  }
}
