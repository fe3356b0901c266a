import FSMModel

/// What reacting at once, choosing side by side and choosing among rivals have in common.
extension SwiftJoint {
  typealias Kind = SwiftSteps.Kind
  typealias Block = SwiftSteps.Block

  // MARK: Functions about a state

  /// What a function about a state takes before what every step takes.
  struct Passed {
    var parameters: [String]
    var arguments: [String]
    /// Where the value inside the state stands.
    var subject: String
  }

  /// The event, and the value inside a composite where that stands in no place of its own.
  func passed(to state: StateID, _ kind: Kind) -> Passed {
    var passed = Passed(parameters: [], arguments: [], subject: regions.place(state))
    if kind == .event {
      passed.parameters.append("_ event: \(context.eventType)")
      passed.arguments.append("event")
    }
    if machine[state].kind == .composite, state != .root, !regions.isRegion(state) {
      passed.subject = inner(state)
      passed.parameters.append("_ \(passed.subject): \(naming.types[state.index])")
      passed.arguments.append(passed.subject)
    }
    return passed
  }

  /// Writes a function that lets a state react, and returns its call.
  mutating func writeReacting(
    _ name: String, _ state: StateID, _ kind: Kind, _ passed: Passed, doc: String? = nil, _ body: [SwiftLine]
  ) -> String {
    let returns = kind == .event ? "Outcome" : context.types.library("Bool")
    steps.functions.append(
      SwiftSteps.Function(owner: state, doc: doc, head: steps.head(name, passed.parameters, returns: returns), body: body))
    return "\(context.try)\(name)(\((passed.arguments + context.arguments).joined(separator: ", ")))"
  }

  /// How the name of such a function begins.
  func reacting(_ state: StateID, _ kind: Kind) -> String {
    (kind == .event ? "react" : "settle") + (state == .root ? "" : naming.helpers[state.index])
  }

  /// What such a function returns when something was taken.
  func taken(_ kind: Kind) -> SwiftLine { .text(kind == .event ? "return .taken" : "return true") }

  // MARK: What a state says

  /// True when a state itself says something about an event that is meant, or about `always`.
  func speaks(_ state: StateID, _ kind: Kind, isAlwaysMeant: Bool, _ isMeant: (EventID) -> Bool) -> Bool {
    guard steps.reacts(state, kind) else { return false }
    if kind == .always { return isAlwaysMeant }
    if steps.restGroup(of: state).takesAny { return machine.events.contains { isMeant($0.id) } }
    return steps.eventGroups(of: state).contains { $0.events.contains(where: isMeant) }
  }

  func ownScope(of state: StateID, _ kind: Kind) -> SwiftScope {
    var scope = scope(at: machine[state].children.isEmpty ? .exactly(state) : .inside(state))
    // Choices have been left when an event is offered.
    if kind == .event { scope.seesPending = false }
    return scope
  }

  /// The labels of a `switch` over the events that a state says something about.
  struct Arms {
    var lines: [SwiftLine] = []
    /// How many events they name.
    var named = 0
    /// All of them leave the function.
    var leaves = true
    /// What happens to events that are not named; nil where the state says nothing about them.
    var rest: Block?
  }

  /// - Parameters:
  ///   - isMeant: the events of which the `switch` is to know.
  ///   - work: what is done with a group of events, whose parameters the scope has.
  mutating func arms(
    of state: StateID, _ isMeant: (EventID) -> Bool, _ work: (inout Self, SwiftSteps.EventGroup, SwiftScope) -> Block
  ) -> Arms {
    let scope = ownScope(of: state, .event)
    var arms = Arms()
    for var group in steps.eventGroups(of: state) {
      group.events.removeAll { !isMeant($0) }
      if group.events.isEmpty { continue }
      var inner = scope
      let patterns = steps.bindParameters(of: group, &inner)
      let block = work(&self, group, inner)
      arms.leaves = arms.leaves && block.leaves
      arms.named += group.events.count
      let note = group.transitions.first.map { context.lineNote(machine[$0.reaction].span) }
      arms.lines.append(steps.patternLabel(patterns, block, comment: note))
    }
    let rest = steps.restGroup(of: state)
    if rest.takesAny { arms.rest = work(&self, rest, scope) }
    return arms
  }

  /// The label for all other events. Many completions are passed over by name, since they are nothing to `*`.
  ///
  /// - Parameter otherwise: what happens to an event that the state lets pass.
  func restArms(_ rest: Block?, otherwise: Block) -> (lines: [SwiftLine], leaves: Bool) {
    guard let rest else { return ([restArm(otherwise)], otherwise.leaves) }
    let whole = rest.leaves ? rest : Block(lines: rest.lines + otherwise.lines, leaves: otherwise.leaves)
    guard context.hasManyCompletions else { return ([restArm(whole)], whole.leaves) }
    return (
      [steps.patternLabel(["_ where Self.isCompletion(event)"], otherwise), restArm(whole)], whole.leaves && otherwise.leaves
    )
  }

  private func restArm(_ block: Block) -> SwiftLine {
    .label("default", block.lines.isEmpty ? [.text("break")] : block.lines, comment: nil)
  }

  // MARK: Branches

  /// An `if` for each branch, up to the one without a guard.
  ///
  /// - Parameter work: lines that leave the function with a transition, in whose scope the parameters of its reaction are.
  mutating func branches(
    _ transitions: [Transition], _ scope: SwiftScope, _ work: (inout Self, Transition, SwiftScope) -> [SwiftLine]
  ) -> Block {
    var lines: [SwiftLine] = []
    for (transition, condition) in steps.liveBranches(transitions, scope.location) {
      let inner = scope.for(machine[transition.reaction])
      let body = work(&self, transition, inner)
      guard let condition else { return Block(lines: lines + body, leaves: true) }
      let head = "if \(steps.expressions(inner).text(condition))"
      lines.append(condition.isOpaque ? .locatedBlock(condition.span, head, body) : .block(head, body))
    }
    return Block(lines: lines, leaves: false)
  }

  /// Branches of choices inside a state that were reached in the microstep before.
  ///
  /// - Parameter otherwise: ends the function where no branch does.
  mutating func waitingChoices(
    of state: StateID, otherwise: String, _ work: (inout Self, [Transition], SwiftScope) -> Block
  ) -> [SwiftLine] {
    var lines: [SwiftLine] = []
    for choice in machine[state].children where machine[choice].kind == .choice {
      guard let field = regions.pending[regions.slot(of: choice)] else { continue }
      let transitions = machine[choice].reactions.flatMap { machine[$0].transitions.map { machine[$0] } }
      let block = work(&self, transitions, scope(at: .exactly(choice)))
      lines.append(
        .block(
          "if call.\(field) == .\(regions.choiceCases[choice] ?? "")", block.lines + (block.leaves ? [] : [.text(otherwise)])))
    }
    return lines
  }

  // MARK: Functions that choose

  /// Parameters and arguments of functions that only read, behind their own.
  func reading(_ kind: Kind) -> (parameters: [String], arguments: [String]) {
    var parameters: [String] = []
    var arguments: [String] = []
    if context.hasFunctions {
      parameters.append("_ functions: some Functions")
      arguments.append("functions")
    }
    if kind == .always, !regions.pending.isEmpty {
      parameters.append("_ call: Call")
      arguments.append("call")
    }
    return (parameters, arguments)
  }

  /// The case of a choice with the parameters of its reaction: `.loudMute(by)`.
  func value(of choice: Choosable, _ scope: SwiftScope) -> String {
    let values = choice.move.parameters.map { scope.parametersByName[$0.name] ?? $0.name }
    return ".\(choice.name)" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
  }

  /// The cases of an enum of choices, then those that carry what their targets are given.
  func cases(of choices: [Choosable]) -> [SwiftLine] {
    func text(_ types: [String]) -> String { types.isEmpty ? "" : "(\(types.joined(separator: ", ")))" }
    let plain = choices.map { choice in
      let payload = text(choice.move.parameters.map { context.types.text($0) })
      return SwiftLine.text("case \(choice.name)\(payload)  // \(context.lineNote(choice.move.transition.span))")
    }
    let carrying = choices.compactMap { choice in
      choice.entering.map { SwiftLine.text("case \($0)\(text(choice.move.given.map { context.types.text(machine[$0]) }))") }
    }
    return plain + carrying
  }
}
