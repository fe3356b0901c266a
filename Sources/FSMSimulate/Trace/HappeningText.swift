import FSMModel

/// What happened within a step, and why reactions were or were not taken, each as a line.
extension TraceText {
  public func text(of happening: Happening) -> String {
    switch happening {
    case .leave(let node): "leave \(assembly.pathName(of: node))"
    case .enter(let node): "enter \(assembly.pathName(of: node))"
    case .set(let name, _, let new): "\(name) = \(new)"
    case .perform(let effect): text(of: effect)
    case .raise(let event, let arguments): "raise \(text(of: event, arguments))"
    case .send(let event, let arguments, nil): "send \(text(of: event, arguments))"
    case .send(let event, let arguments, let delay?): "send \(text(of: event, arguments)) in \(Value.duration(delay))"
    case .cancel(let event, let count): "cancel \(assembly[event].name) (\(count))"
    case .done(let node): "done \(assembly.pathName(of: node))"
    case .answer(let question, let value): "\(question.text) is \(value)"
    }
  }

  /// `do refund(amount: 5)`, `start load(url: "a") #1`, `cancel load #1`.
  public func text(of effect: PerformedEffect) -> String {
    let name = effect.path
    switch effect.kind {
    case .action: return "do " + Symbolic.call(name, effect.arguments)
    case .startActivity(_, let run): return "start \(Symbolic.call(name, effect.arguments)) #\(run)"
    case .cancelActivity(_, let run): return "cancel \(name) #\(run)"
    }
  }

  public func text(of look: Look) -> String {
    let subject =
      switch look.subject {
      case .transition(let place): text(of: place)
      case .hold: assembly.pathName(of: look.state)
      }
    return "\(subject): \(text(of: look.verdict))"
  }

  private func text(of verdict: Look.Verdict) -> String {
    switch verdict {
    case .taken: "taken"
    case .guardFalse: "its guard is false"
    case .preempted(let winner): "preempted by \(text(of: winner))"
    case .shadowed(let node): "hidden by \(assembly.pathName(of: node))"
    case .deferred: "defers it"
    case .ignored: "ignores it"
    case .unknown(let question): "depends on `\(question.text)`"
    case .trapped(let message): "its guard traps: \(message)"
    }
  }
}
