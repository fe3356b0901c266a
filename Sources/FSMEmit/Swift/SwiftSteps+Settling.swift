/// How a machine settles: one microstep after the other, until nothing more is enabled or raised.
extension SwiftSteps {
  /// The call of the private step.
  func stepCall(_ event: String) -> String { "\(context.try)step(\(([event] + context.arguments).joined(separator: ", ")))" }

  /// The call that takes one enabled `always`, and tells whether there was one.
  var alwaysCall: String { "\(context.try)takeAlways(\(context.arguments.joined(separator: ", ")))" }

  /// The body of the loop: an enabled `always` first, then the event raised first. Each microstep is counted once it was taken.
  func rounds(always: Bool) -> [SwiftLine] {
    var lines: [SwiftLine] = []
    if always, context.countsMicrosteps {
      lines.append(.chain([.init(head: "if \(alwaysCall)", body: context.counting + [.text("continue")])]))
    } else if always {
      lines.append(.text("if \(alwaysCall) { continue }"))
    }
    guard context.raises else { return lines + [.text("return")] }
    return lines + [.text("guard let event = call.next() else { return }")] + raisedStep
  }

  /// Takes a raised event; one that a state defers is put aside, one that nothing takes is dropped.
  private var raisedStep: [SwiftLine] {
    guard returnsOutcome else { return [.text(stepCall("event"))] + context.counting }
    let keep = "\(context.memberNames.deferred).append(event)"
    switch (context.countsMicrosteps, context.defers) {
    case (false, false): return [.text("_ = \(stepCall("event"))")]
    case (false, true): return [.text("if \(stepCall("event")) == .deferred { \(keep) }")]
    case (true, false): return [.text("if \(stepCall("event")) == .taken { try call.count() }")]
    case (true, true):
      return [
        .block(
          "switch \(stepCall("event"))",
          [
            .label("case .taken", context.counting, comment: nil), .label("case .deferred", [.text(keep)], comment: nil),
            .label("default", [.text("break")], comment: nil),
          ])
      ]
    }
  }
}
