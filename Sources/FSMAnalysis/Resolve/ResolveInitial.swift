import FSMDiagnostics
import FSMModel
import FSMSyntax

/// Where a composite starts: the child marked `initial`, the only child, or an initial transition.
///
/// Whether one is missing depends on whether the composite is ever entered by default, so that is left to the checks.
extension MachineResolver {
  mutating func settleInitial(of state: StateID, _ members: [MemberSyntax]) {
    var marks: [(span: Span, name: Name)] = []
    var transitions: [InitialSyntax] = []
    for member in members {
      switch member {
      case .state(let syntax): if let span = syntax.initial { marks.append((span, syntax.name)) }
      case .choice(let syntax): if let span = syntax.initial { marks.append((span, syntax.name)) }
      case .initial(let syntax): transitions.append(syntax)
      default: break
      }
    }
    let all = (marks.map(\.span) + transitions.map(\.span)).sorted { $0.start < $1.start }
    switch machine[state].kind {
    case .composite:
      reportDoubled(all, in: state)
      if let first = marks.first {
        setInitial(of: state, toChild: first.name.text, span: first.span)
      } else if let first = transitions.first {
        resolve(first, of: state)
      } else if let child = onlyChild(of: state) {
        machine[state].initial = .init(
          effects: [], targets: [.init(state: child, arguments: [], span: machine[child].nameSpan)], span: machine[child].nameSpan)
      }
    case .parallel:
      for span in all { reportInParallel(span, state) }
    default:
      for syntax in transitions where machine[state].kind != .final {
        let what = machine[state].usedMachine == nil ? "has no inner states to start in" : "starts where its machine starts"
        reporter.report(
          .doubledInitial, at: syntax.span, "state `\(machine[state].name)` \(what)", hint: "leave the initial transition out")
      }
    }
  }

  private func onlyChild(of state: StateID) -> StateID? {
    let real = machine[state].children.filter { !machine[$0].isHistory }
    return real.count == 1 ? real[0] : nil
  }

  private mutating func setInitial(of state: StateID, toChild name: String, span: Span) {
    guard let child = names.children[.init(state: state, name: name)] else { return }
    machine[state].initial = .init(effects: [], targets: [.init(state: child, arguments: [], span: span)], span: span)
  }

  private mutating func reportDoubled(_ spans: [Span], in state: StateID) {
    for span in spans.dropFirst() {
      reporter.report(
        .doubledInitial, at: span, "`\(machine[state].name)` has two initial states", labels: [.init(spans[0], "first marked here")],
        hint: "exactly one state inside a composite is where it starts")
    }
  }

  private mutating func reportInParallel(_ span: Span, _ state: StateID) {
    reporter.report(
      .initialInParallel, at: span, "`initial` inside parallel `\(machine[state].name)`",
      labels: [.init(machine[state].nameSpan, "all states inside are entered together")], hint: "leave `initial` out",
      fixes: [.init("remove `initial`", [.init(span, "")])])
  }

  private mutating func resolve(_ syntax: InitialSyntax, of state: StateID) {
    var scope = Scope(place: .value)
    scope.state = state
    scope.holder = state
    let effects = resolve(syntax.effects, in: scope)
    let targets = resolve(syntax.target, in: scope)
    reportMode(syntax.target)
    for target in targets where !machine.properlyContains(state, target.state) {
      reporter.report(
        .badTarget, at: target.span, "the initial transition of `\(machine[state].name)` leads out of it",
        labels: [.init(machine[state].nameSpan, "the target must lie inside `\(machine[state].name)`")])
      return
    }
    guard !targets.isEmpty else { return }
    machine[state].initial = .init(effects: effects, targets: targets, span: syntax.span)
  }

  /// `reenter` and `external` speak of a source, which initial transitions and histories do not have.
  mutating func reportMode(_ syntax: TargetsSyntax) {
    guard syntax.mode != .standard else { return }
    let word = syntax.mode == .reenter ? "reenter" : "external"
    reporter.report(.badTarget, at: syntax.span, "`\(word)` has no source to leave here", hint: "leave `\(word)` out")
  }

  /// A history's default: where it leads when nothing was remembered.
  mutating func resolve(_ syntax: HistorySyntax, of state: StateID) {
    let parent = machine[state].parent ?? .root
    if machine[parent].kind == .parallel, !syntax.isDeep {
      reporter.report(
        .badRegion, at: syntax.name.span, "the history of parallel `\(machine[parent].name)` must be deep",
        labels: [.init(machine[parent].nameSpan, "all its children are active; only what is inside them can differ")],
        hint: "write `deep history \(syntax.name.text)`")
      machine[state].kind = .history(isDeep: true)
    }
    var scope = Scope(place: .value)
    scope.state = parent
    scope.holder = state
    let effects = resolve(syntax.effects, in: scope)
    guard let target = syntax.target else {
      if let first = syntax.effects.first {
        reporter.report(
          .badTarget, at: first.span, "history `\(syntax.name.text)` has effects but no default target", hint: "write the target: `-> …`")
      }
      return
    }
    reportMode(target)
    let targets = resolve(target, in: scope)
    for target in targets where !machine.properlyContains(parent, target.state) || target.state == state {
      reporter.report(
        .badTarget, at: target.span, "the default of history `\(syntax.name.text)` leads out of `\(machine[parent].name)`",
        labels: [.init(machine[parent].nameSpan, "the target must lie inside")])
      return
    }
    guard !targets.isEmpty else { return }
    machine[state].initial = .init(effects: effects, targets: targets, span: syntax.span)
  }
}
