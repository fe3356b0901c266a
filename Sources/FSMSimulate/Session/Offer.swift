import FSMModel

/// Something that the machine can be told now: an event it accepts, an outcome it waits for, time.
public struct Offer: Sendable, Hashable {
  /// As it is typed, with types for values: `putMoney(amount: Int)`, `load.done(Photo)`.
  public var text: String
  /// What would become of it; empty where it would be taken.
  public var remark: String
  /// What is typed first: `putMoney`.
  public var name: String
}

extension Session {
  /// Events that some active state reacts to, defers or ignores, in the order declared; then outcomes of activities that run, and the next
  /// moment at which something falls due.
  public var offers: [Offer] {
    let text = TraceText(assembly)
    var offers = interpreter.acceptedEvents.map { id -> Offer in
      let event = assembly[id]
      let reasons = interpreter.reasons(for: id, event.parameters.isEmpty ? [] : nil, environment: environment)
      return Offer(text: event.signature, remark: reasons.outlook.remark, name: event.name)
    }
    for (activity, _) in interpreter.runningActivities {
      let name = assembly.name(of: activity)
      let declared = assembly.callable(assembly.activity(activity).activity, activity.scope)
      offers.append(Offer(text: "\(name).done" + (declared.resultText.map { "(\($0))" } ?? ""), remark: "", name: "\(name).done"))
      guard declared.throwing != .never else { continue }
      let error = if case .type(let type) = declared.throwing { type } else { "Error" }
      offers.append(Offer(text: "\(name).failed(\(error))", remark: "", name: "\(name).failed"))
    }
    if let timer = interpreter.pendingTimers.first {
      let what =
        timer.state.map { "after in \(assembly.pathName(of: $0))" } ?? timer.event.map { "send \(text.text(of: $0, timer.arguments))" }
        ?? ""
      offers.append(Offer(text: "advance \(Value.duration(timer.left))", remark: what, name: "advance"))
    }
    return offers
  }
}

extension AssembledEvent {
  /// `putMoney(amount: Int)`
  public var signature: String {
    let list = parameters.map { ($0.isLabelled ? "\($0.name): " : "_ \($0.name): ") + $0.typeText }
    return name + (list.isEmpty ? "" : "(\(list.joined(separator: ", ")))")
  }
}

extension Reasons.Outlook {
  fileprivate var remark: String {
    switch self {
    case .taken: ""
    case .deferred: "is deferred"
    case .ignored: "is ignored"
    case .rejected: "no guard holds"
    case .depends: "depends on its guards"
    case .trapped(let message): "traps: \(message)"
    }
  }
}
