import FSMDiagnostics
import FSMModel

/// Calls for programs: one JSON object a line.
///
///     {"call":"putMoney(amount: 5)","outcome":"taken","effects":[…],"configuration":["hasMoney"],"before":{…},"after":{…},"steps":[…]}
///
/// Values are texts as the chart would write them. A step has `trigger`, `disposition`, `time`, `taken`, `looks` and `happenings`; where
/// steps were cut, `stepsWereCut` is true.
public struct TraceJSON {
  let text: TraceText
  var assembly: Assembly { text.assembly }

  public init(_ assembly: Assembly) { text = TraceText(assembly) }

  public func render(_ calls: [Call]) -> String { calls.map { value(of: $0).line + "\n" }.joined() }

  public func value(of call: Call) -> JSON {
    var members: [(String, JSON)] = [
      ("call", .string(text.title(of: call.input))), ("outcome", .string(call.outcome.description)),
      ("effects", .array(call.effects.map { value(of: $0) })), ("configuration", .array(call.configuration.map { .string($0) })),
      ("ended", .bool(call.hasEnded)), ("before", object(call.before)), ("after", object(call.after)),
      ("steps", .array(call.steps.map { value(of: $0) })),
    ]
    if call.stepsWereCut { members.append(("stepsWereCut", true)) }
    return .object(members)
  }

  private func object(_ values: [NamedValue]) -> JSON { .object(values.map { ($0.name ?? "", .string($0.value.description)) }) }

  private func value(of effect: PerformedEffect) -> JSON {
    let arguments = JSON.array(
      effect.arguments.map { .object(($0.name.map { [("name", .string($0))] } ?? []) + [("value", .string($0.value.description))]) })
    var members: [(String, JSON)] = [("name", .string(effect.name)), ("arguments", arguments)]
    if !effect.place.isEmpty { members.append(("place", .string(effect.place))) }
    switch effect.kind {
    case .action: return .object([("kind", "action")] + members)
    case .startActivity(_, let run): return .object([("kind", "start")] + members + [("run", .number(run))])
    case .cancelActivity(_, let run): return .object([("kind", "cancel")] + members + [("run", .number(run))])
    }
  }

  private func value(of step: Step) -> JSON {
    .object([
      ("trigger", .string(text.title(of: step))), ("disposition", .string("\(step.disposition)")),
      ("time", .string(Value.durationText(step.time))), ("taken", .array(step.taken.map { value(of: $0) })),
      ("looks", .array(step.looks.map { value(of: $0) })), ("happenings", .array(step.happenings.map { value(of: $0) })),
    ])
  }

  /// With the transition's number in its machine, for coverage.
  private func value(of place: TransitionPlace) -> JSON {
    .object([
      ("machine", .string(assembly.machine(of: place.scope).name)), ("place", .string(assembly.placeName(of: place.scope))),
      ("transition", .number(place.transition.index)), ("text", .string(text.text(of: place))),
    ])
  }

  private func value(of look: Look) -> JSON {
    .object([("state", .string(assembly.pathName(of: look.state))), ("text", .string(text.text(of: look)))])
  }

  private func value(of happening: Happening) -> JSON {
    switch happening {
    case .leave(let node): .object([("leave", .string(assembly.pathName(of: node)))])
    case .enter(let node): .object([("enter", .string(assembly.pathName(of: node)))])
    case .set(let name, let old, let new):
      .object([("set", .string(name)), ("old", old.map { .string($0.description) } ?? .null), ("new", .string(new.description))])
    case .perform(let effect): .object([("perform", value(of: effect))])
    default: .object([("note", .string(text.text(of: happening)))])
    }
  }
}
