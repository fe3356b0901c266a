import FSMDiagnostics
import FSMModel
import FSMSyntax

/// A branch as understood, before it belongs to a source.
struct ResolvedBranch {
  var condition: Expr?
  var isElse: Bool
  var effects: [Effect]
  var targets: [Target]
  /// `-> self`, which each source reads as itself.
  var selfSpan: Span?
  var selfArguments: [ArgumentSyntax]?
  var mode: Transition.Mode
  var doc: String?
  var span: Span

  func targets(from source: StateID) -> [Target] {
    selfSpan.map { [Target(state: source, arguments: [], span: $0)] } ?? targets
  }
}

extension MachineResolver {
  mutating func resolve(_ syntax: BranchSyntax, in scope: Scope) -> ResolvedBranch {
    var branch = ResolvedBranch(
      condition: syntax.condition.map { check($0, .bool, in: scope.at(.condition)) }, isElse: syntax.otherwise != nil,
      effects: resolve(syntax.effects, in: scope), targets: [], mode: .internal, doc: syntax.doc, span: syntax.span)
    guard let targets = syntax.targets else { return branch }
    if targets.targets.count == 1, targets.targets[0].isSelf {
      let target = targets.targets[0]
      branch.selfSpan = target.span
      if let arguments = target.segments.first?.arguments { branch = withSelf(arguments, target, branch, in: scope) }
    } else {
      branch.targets = resolve(targets, in: scope)
      guard !branch.targets.isEmpty else { return branch }
    }
    branch.mode =
      switch targets.mode {
      case .standard: .standard
      case .reenter: .reenter
      case .external: .external
      }
    return branch
  }

  /// `-> self(from: 3)`: the arguments are those of the holder.
  private mutating func withSelf(
    _ arguments: [ArgumentSyntax], _ target: TargetSyntax, _ branch: ResolvedBranch, in scope: Scope
  ) -> ResolvedBranch {
    var result = branch
    result.selfSpan = nil
    let state = scope.holder
    let name = Name(machine[state].name, target.segments[0].name.span)
    result.targets = [
      Target(
        state: state, arguments: self.arguments(arguments, of: state, name: name, span: target.span, in: scope) ?? [], span: target.span)
    ]
    return result
  }

  /// Reports targets that the source cannot reach: across regions, and the machine itself.
  mutating func checkModes(_ syntax: [BranchSyntax], _ branches: [ResolvedBranch], source: StateID) {
    for branch in branches where branch.mode != .internal { checkReach(branch, source: source) }
  }

  /// True when the branch is legal from this source.
  @discardableResult mutating func checkReach(_ branch: ResolvedBranch, source: StateID) -> Bool {
    let targets = branch.targets(from: source)
    if let top = targets.first(where: { $0.state == .root }) {
      reporter.report(
        .badTarget, at: top.span, "the machine itself cannot be a target", hint: "name the state to enter, as in `-> \(firstState)`")
      return false
    }
    guard branch.mode == .standard || branch.mode == .reenter else { return true }
    if branch.mode == .standard, targets.allSatisfy({ machine.properlyContains(source, $0.state) }) { return true }
    let domain = machine.innermostProperAncestor(of: source, and: targets.lazy.map(\.state))
    guard machine[domain].kind == .parallel, source != domain, source != .root else { return true }
    let regions = ([source] + targets.map(\.state)).map { region(of: $0, in: domain) }
    // A choice among regions has been reported.
    guard !regions.contains(where: { machine[$0].kind == .choice }) else { return true }
    guard let other = zip(targets, regions.dropFirst()).first(where: { $0.1 != regions[0] }) else { return true }
    let (from, to) = (machine[regions[0]].name, machine[other.1].name)
    reporter.report(
      .crossRegion, at: other.0.span, "the target lies in region `\(to)`, the source in region `\(from)`",
      labels: [
        .init(machine[source].nameSpan, "the source"), .init(machine[domain].nameSpan, "`\(machine[domain].name)` is parallel"),
      ],
      hint: "let `\(to)` react to the event itself, or write `external` to leave and enter all of `\(machine[domain].name)`")
    return false
  }

  private var firstState: String { machine[.root].children.first.map { machine[$0].name } ?? "…" }

  /// The child of `domain` that contains the state.
  func region(of state: StateID, in domain: StateID) -> StateID {
    var current = state
    while let parent = machine[current].parent, parent != domain { current = parent }
    return current
  }
}
