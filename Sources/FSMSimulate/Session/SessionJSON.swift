import FSMDiagnostics
import FSMModel

/// What a session answers, for programs: one JSON object a line, told apart by its first member (`call`, `state`, `events`, `why`).
public struct SessionJSON {
  private let trace: TraceJSON
  private let text: SessionText
  private let sources: SourceMap
  private var assembly: Assembly { trace.assembly }

  public init(_ assembly: Assembly, _ sources: SourceMap) {
    trace = TraceJSON(assembly)
    text = SessionText(assembly, sources)
    self.sources = sources
  }

  public func value(of call: Call) -> JSON { trace.value(of: call) }

  public func value(of overview: Overview) -> JSON {
    .object([
      ("state", .array(overview.states.map { .string(assembly.pathName(of: $0.node)) })),
      ("values", .object(overview.values.map { ($0.name ?? "", .string($0.value.description)) })),
      (
        "data",
        .object(
          overview.states.flatMap { state in
            state.data.map { ("\(assembly.pathName(of: state.node)).\($0.name ?? "")", .string($0.value.description)) }
          })
      ),
      ("ended", .bool(overview.hasEnded)), ("time", .string(Value.durationText(overview.clock))),
      (
        "timers",
        .array(overview.timers.map { .object([("left", .string(Value.durationText($0.left))), ("what", .string(text.text(of: $0)))]) })
      ),
      ("deferred", .array(overview.deferred.map { .string(trace.text.text(of: $0.event, $0.arguments)) })),
      (
        "running",
        .array(overview.running.map { .object([("name", .string(assembly.name(of: $0.activity))), ("run", .number($0.run))]) })
      ),
    ])
  }

  public func value(of offers: [Offer]) -> JSON {
    .object([("events", .array(offers.map { .object([("event", .string($0.text)), ("remark", .string($0.remark))]) }))])
  }

  public func value(of reasons: Reasons) -> JSON {
    .object([
      ("why", .string(trace.text.text(of: reasons.event, reasons.arguments ?? []))), ("outlook", .string(text.text(of: reasons.outlook))),
      ("tried", .array(reasons.tried.map { value(of: $0) })),
    ])
  }

  private func value(of tried: Reasons.Tried) -> JSON {
    let position = sources.position(of: tried.span)
    var members: [(String, JSON)] = [
      ("state", .string(assembly.pathName(of: tried.look.state))), ("text", .string(trace.text.text(of: tried.look))),
      ("file", .string(sources[tried.span.file].path)), ("line", .number(position.line)), ("column", .number(position.column)),
    ]
    if let span = tried.guardSpan { members.append(("guard", .string(sources.text(of: span)))) }
    members.append(("reads", .object(tried.readings.map { ($0.text, $0.value.map { .string($0.description) } ?? .null) })))
    return .object(members)
  }
}
