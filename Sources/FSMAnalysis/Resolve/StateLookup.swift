import FSMDiagnostics
import FSMModel
import FSMSyntax

/// How a path finds its state: among the members of the state that holds the reaction, then its siblings and itself, then outwards; else
/// it is the only state of that name below the machine. The machine's own name starts an absolute path.
extension MachineResolver {
  /// The states along a path, outermost first; the last is the one meant. Nil after a report when there is none.
  ///
  /// For example: `player.paused` gives `[player, paused]`.
  mutating func states(along path: PathSyntax, from holder: StateID) -> [StateID]? {
    if let found = nearStates(along: path.segments, from: holder) { return found }
    if path.segments[0].text == machine.name {
      if path.segments.count == 1 { return [.root] }
      if let found = members(along: path.segments.dropFirst(), of: .root) { return [.root] + found }
      reportBroken(path, from: holder)
      return nil
    }
    let distant = distantStates(path)
    switch distant.count {
    case 1: return chain(endingAt: distant[0], length: path.segments.count)
    case 0: reportBroken(path, from: holder)
    default: reportAmbiguous(path, distant)
    }
    return nil
  }

  mutating func state(at path: PathSyntax, from holder: StateID) -> StateID? { states(along: path, from: holder)?.last }

  /// Looks without a report.
  mutating func quietState(at path: PathSyntax, from holder: StateID) -> StateID? {
    if let near = nearStates(along: path.segments, from: holder) { return near.last }
    if path.segments[0].text == machine.name { return members(along: path.segments.dropFirst(), of: .root)?.last }
    let distant = distantStates(path)
    return distant.count == 1 ? distant[0] : nil
  }

  /// Members of the holder, then of each state around it.
  private func nearStates(along segments: [Name], from holder: StateID) -> [StateID]? {
    var level: StateID? = holder
    while let current = level {
      if let found = members(along: segments[...], of: current) { return found }
      level = machine[current].parent
    }
    return nil
  }

  private func members(along segments: ArraySlice<Name>, of start: StateID) -> [StateID]? {
    var found: [StateID] = []
    var current = start
    for segment in segments {
      guard let next = names.children[.init(state: current, name: segment.text)] else { return nil }
      found.append(next)
      current = next
    }
    return found
  }

  /// All states below the machine that the path fits, found once for each text.
  private mutating func distantStates(_ path: PathSyntax) -> [StateID] {
    let key = path.text
    if let known = names.distantPaths[key] { return known }
    let starts = names.statesNamed[path.segments[0].text] ?? []
    let found = starts.compactMap { path.segments.count == 1 ? $0 : members(along: path.segments.dropFirst(), of: $0)?.last }
    names.distantPaths[key] = found
    return found
  }

  private func chain(endingAt state: StateID, length: Int) -> [StateID] {
    Array(machine.ancestorsAndSelf(of: state).prefix(length).reversed())
  }

  private mutating func reportAmbiguous(_ path: PathSyntax, _ states: [StateID]) {
    let paths = states.prefix(5).map { "`\(machine.pathName(of: $0))`" }
    let rest = states.count > 5 ? " and \(states.count - 5) more" : ""
    reporter.report(
      .ambiguousState, at: path.span, "`\(path.text)` could be any of \(paths.joined(separator: ", "))\(rest)",
      labels: states.prefix(5).map { .init(machine[$0].nameSpan, "`\(machine.pathName(of: $0))`") }, hint: "write one of these paths")
  }

  /// Points at the first segment that names nothing.
  private mutating func reportBroken(_ path: PathSyntax, from holder: StateID) {
    var reached: StateID?
    var rest = path.segments[...]
    if path.segments[0].text == machine.name, path.segments.count > 1 {
      (reached, rest) = (.root, rest.dropFirst())
    } else if path.segments.count > 1 {
      let first = PathSyntax(segments: [path.segments[0]])
      if let start = quietState(at: first, from: holder) { (reached, rest) = (start, rest.dropFirst()) }
    }
    while let current = reached, rest.count > 1, let next = names.children[.init(state: current, name: rest[rest.startIndex].text)] {
      (reached, rest) = (next, rest.dropFirst())
    }
    let culprit = rest.first ?? path.segments[path.segments.count - 1]
    if let reached, case .machine(let used) = machine[reached].kind {
      reporter.report(
        .unknownState, at: culprit.span, "`\(culprit.text)` is not a state of this machine",
        labels: [.init(machine[reached].nameSpan, "`\(machine[reached].name)` acts as machine `\(machines[used.index].name)`")],
        hint: "what is inside is that machine's own; enter `\(machine[reached].name)` itself, or give that machine an event for it")
      return
    }
    let inside = reached.map { machine.pathName(of: $0) }
    let near = candidates(reached.map { machine[$0].children.map { machine[$0].name } } ?? machine.states.dropFirst().map(\.name))
    let list = near.count <= 6 && !near.isEmpty ? near.map { "`\($0)`" }.joined(separator: ", ") : nil
    let otherwise =
      if let inside { list.map { "inside `\(inside)` are \($0)" } ?? "`\(inside)` has no inner states" } else {
        "declare it: `state \(culprit.text)`"
      }
    reporter.unknown(
      culprit, kind: "state", code: .unknownState, among: near, otherwise: near.count > 6 && inside != nil ? nil : otherwise)
  }
}
