import FSMDiagnostics
import FSMModel

/// What an observer learns of a step, as effects among the chart's own: the state about to be left, the transition taken, the state entered.
///
/// They are actions like any other, so they are returned, performed, recorded and undone as those are, and in one order with them: a state is
/// announced before its exit effects and after its entry effects, a transition before its own effects.
struct Observation {
  /// What an effect that only the emitter knows stands for.
  enum Mark {
    case leaving(StateID)
    /// The place of a transition in the table.
    case taking(Int)
    case entered(StateID)
  }

  /// The machine with those effects.
  private(set) var machine: Machine
  private(set) var marks: [CallableID: Mark] = [:]
  let willLeave: CallableID
  let didTake: CallableID
  let didEnter: CallableID

  /// - Parameters:
  ///   - steps: the machine as steps have it, with events for all that can set it off.
  ///   - count: how many transitions the chart has; what `steps` has behind them is not the chart's.
  init(_ steps: Machine, count: Int) {
    machine = steps
    var names = SwiftNames(taken: steps.callables.map(\.name))
    willLeave = Self.add(
      names.claim("willLeave"), Self.parameter("state", .string, "StateName", steps),
      "A state is about to be left; its exit effects follow.",
      to: &machine)
    didTake = Self.add(
      names.claim("didTake"), Self.parameter("transition", .integer(.int), "Int", steps),
      "A transition is taken, between exits and entries: its place in `transitions`.", to: &machine)
    didEnter = Self.add(
      names.claim("didEnter"), Self.parameter("state", .string, "StateName", steps), "A state has been entered, with its entry effects.",
      to: &machine)
    for state in steps.states where state.id != .root && !state.isPseudo {
      // The final state that ends the machine stays.
      if state.kind != .final || state.parent != .root { machine[state.id].exit.insert(mark(.leaving(state.id)), at: 0) }
      machine[state.id].entry.append(mark(.entered(state.id)))
    }
    for index in 0..<count { machine.transitions[index].effects.insert(mark(.taking(index)), at: 0) }
  }

  private mutating func mark(_ mark: Mark) -> Effect {
    let id = CallableID(machine.callables.count)
    machine.callables.append(Self.callable(id, .activity, "", [], nil, machine.nameSpan))
    marks[id] = mark
    return .perform(id, [], span: machine.nameSpan)
  }

  private static func add(_ name: String, _ parameter: Parameter, _ doc: String, to machine: inout Machine) -> CallableID {
    let id = CallableID(machine.callables.count)
    machine.callables.append(callable(id, .action, name.withoutBackticks, [parameter], doc, machine.nameSpan))
    return id
  }

  /// The type is one that the output declares, so that swiftc finds nothing in it that the chart has to hear of.
  private static func parameter(_ name: String, _ type: ValueType, _ text: String, _ machine: Machine) -> Parameter {
    Parameter(name: name, isLabelled: false, type: type, typeText: text, typeSpan: machine.nameSpan, span: machine.nameSpan)
  }

  private static func callable(
    _ id: CallableID, _ kind: Callable.Kind, _ name: String, _ parameters: [Parameter], _ doc: String?, _ span: Span
  ) -> Callable {
    Callable(
      id: id, kind: kind, name: name, label: nil, doc: doc, parameters: parameters, throwing: .never, result: nil, resultText: nil,
      resultSpan: nil, body: nil, nameSpan: span, span: span)
  }
}

/// What the generated type says of the chart's transitions, and an observer's empty answers.
struct SwiftObservation {
  let context: SwiftContext
  let observation: Observation
  /// The machine as the chart has it.
  let chart: Machine

  private var access: String { context.options.access.prefix }

  /// The line that tells an observer.
  static func text(_ mark: Observation.Mark, _ observation: Observation, _ naming: SwiftNaming) -> String {
    switch mark {
    case .leaving(let state): "actions.\(naming.callables[observation.willLeave.index])(.\(naming.stateNames[state.index]))"
    case .taking(let index): "actions.\(naming.callables[observation.didTake.index])(\(index))"
    case .entered(let state): "actions.\(naming.callables[observation.didEnter.index])(.\(naming.stateNames[state.index]))"
    }
  }

  /// The type of a transition, and all of them.
  func table() -> [[SwiftLine]] {
    let (string, type) = (context.types.library("String"), context.memberNames.transition)
    let conformances = ["Sendable", "Hashable"].map(context.types.library).joined(separator: ", ")
    let text = ChartText(machine: chart)
    let rows = chart.transitions.map { transition -> String in
      let reaction = text.reaction(transition.id)
      let trigger = chart[transition.reaction].trigger == .always ? "always" : reaction.trigger
      let targets = transition.targets.map { SwiftText.literal(chart.pathName(of: $0.state)) }
      let fields = [
        "source: " + SwiftText.literal(chart.pathName(of: transition.source)), "trigger: " + SwiftText.literal(trigger),
        "condition: " + SwiftText.literal(reaction.guardParts.joined(separator: " ")), "targets: [\(targets.joined(separator: ", "))]",
        "place: " + SwiftText.literal(context.lineNote(transition.span)),
      ]
      return ".init(\(fields.joined(separator: ", ")))"
    }
    return [
      [
        .text("/// A transition of the chart, in the chart's words."),
        .block(
          "\(access)struct \(type): \(conformances)",
          [
            .text("/// The state that reacts: its path, or the machine's name."),
            .text("\(access)let source: \(string)"),
            .text("/// What sets it off: events, `after 5s`, `always`, `done`; empty for the branch of a choice."),
            .text("\(access)let trigger: \(string)"),
            .text("/// Its guard; empty where it has none."),
            .text("\(access)let condition: \(string)"),
            .text("/// The paths of the states it leads to; none for one that stays."),
            .text("\(access)let targets: [\(string)]"),
            .text("/// Where the chart has it."),
            .text("\(access)let place: \(string)"),
          ]),
      ],
      [
        .text("/// All transitions, in the order of the chart: what `\(context.naming.callables[observation.didTake.index])` counts."),
        .text(
          "\(access)static let \(context.memberNames.transitions): [\(type)] = [\(rows.map { "\n  \($0)," }.joined())\(rows.isEmpty ? "" : "\n")]"
        ),
      ],
    ]
  }

  /// Nobody has to listen.
  func defaults() -> [SwiftLine] {
    let listeners = ["Actions"] + (context.options.host == nil ? [] : ["\(context.hostTypes.host).\(context.hostTypes.handlers)"])
    return listeners.flatMap { listener -> [SwiftLine] in
      let mutating = listener == "Actions" ? "mutating " : ""
      let lines = [observation.willLeave, observation.didTake, observation.didEnter].map { id -> SwiftLine in
        let parameter = observation.machine[id].parameters[0]
        let type = id == observation.didTake ? context.types.library("Int") : "\(context.naming.machine).StateName"
        return .text("\(access)\(mutating)func \(context.naming.callables[id.index])(_ \(parameter.name): \(type)) {}")
      }
      return [
        .blank, .text("/// What a step does can be heard, and need not be."),
        .block("extension \(context.naming.machine).\(listener)", lines),
      ]
    }
  }
}
