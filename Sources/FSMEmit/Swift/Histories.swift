import FSMModel

/// What a machine's histories keep: for each state with a history that something leads to, a property that holds the value of its inside.
///
/// The histories of one state share it: a shallow one looks only at the outermost case.
struct Histories {
  /// For each state that is remembered the name of the property.
  private(set) var properties: [StateID: String] = [:]
  /// Whether something inside a state, itself left out, has entry effects.
  private(set) var hasEntriesInside: [Bool] = []
  /// Whether a state, or something inside it, is a parallel state whose completion some reaction waits for.
  private(set) var hasCompletions: [Bool] = []
  private let machine: Machine

  init(_ machine: Machine, _ parallelCompletions: [StateID: EventID], _ naming: inout SwiftNaming) {
    self.machine = machine
    let targets = machine.transitions.flatMap(\.targets) + machine.states.flatMap { $0.initial?.targets ?? [] }
    for target in targets where machine[target.state].isHistory {
      guard let parent = machine[target.state].parent, properties[parent] == nil else { continue }
      let name = parent == .root ? "history" : naming.helpers[parent.index].lowercasedFirst + "History"
      properties[parent] = naming.claimMember(name)
    }
    if properties.isEmpty { return }
    hasEntriesInside = machine.bottomUp { state, inner in
      inner.contains(true) || state.children.contains { !machine[$0].entry.isEmpty }
    }
    hasCompletions = machine.bottomUp { state, inner in inner.contains(true) || parallelCompletions[state.id] != nil }
  }

  /// The property that remembers the inside of a state; nil where nothing asks for it.
  subscript(state: StateID) -> String? { properties[state] }

  /// The choices inside a state: while one of them is active there is nothing to remember.
  func choices(in state: StateID) -> [StateID] {
    (state.index + 1..<machine[state].end).map { StateID($0) }.filter { machine[$0].kind == .choice }
  }

  /// The declarations of the properties.
  func stored(_ naming: SwiftNaming) -> [SwiftLine] {
    machine.states.flatMap { state -> [SwiftLine] in
      guard let name = properties[state.id] else { return [] }
      let what = state.id == .root ? "the machine" : "`\(machine.pathName(of: state.id))`"
      return [
        .text("/// What was last active inside \(what)."), .text("private var \(name): \(naming.types[state.id.index])?"),
      ]
    }
  }
}

/// Remembering and coming back, in machines without regions.
extension SwiftSteps {
  /// Remembers what is active inside a state, which `state` still holds.
  ///
  /// - Parameter scope: at the place that was active when the step began.
  mutating func remember(_ composite: StateID, _ scope: inout SwiftScope) -> [SwiftLine] {
    guard let property = context.histories[composite] else { return [] }
    if case .exactly(let leaf) = scope.location {
      var lines = bind(dataOnPath(to: leaf).subtracting(dataOnPath(to: composite)), &scope)
      let data = scope.data
      lines.append(.text("\(property) = \(patterns.value(leaf, in: composite, data: { data[$0] ?? "" }))"))
      return lines
    }
    let lines = flush(&scope)
    if composite == .root { return lines + [.text("\(property) = state")] }
    let inside = scope.names.claim("inside")
    let pattern = patterns.pattern(composite, inner: "let \(inside)")
    return lines + [.block("if case \(pattern) = state", [.text("\(property) = \(inside)")])]
  }

  /// The function that enters the inside of a state through one of its histories.
  mutating func writeRestore(_ history: StateID, as name: String) {
    let parent = machine[history].parent ?? .root
    guard let property = context.histories[parent], let standard = machine.standard(of: history) else { return }
    let (scope, parameters) = outerData(of: history)
    var otherwise = scope
    let first = byDefault(standard, in: parent, &otherwise).lines + [.text("return")]
    var restoring = scope
    let inside = restoring.names.claim("inside")
    let isDeep = machine[history].kind == .history(isDeep: true) || machine[parent].children.allSatisfy { machine[$0].children.isEmpty }
    let rest = isDeep ? restoreDeep(parent, inside, restoring) : restoreShallow(parent, inside, restoring)
    functions.append(
      Function(
        owner: parent, doc: "Goes back to where `\(parent == .root ? machine.name : machine.pathName(of: parent))` was left.",
        head: head(name, parameters), body: [.block("guard let \(inside) = \(property) else", first)] + rest))
  }

  private mutating func restoreDeep(_ composite: StateID, _ inside: String, _ scope: SwiftScope) -> [SwiftLine] {
    let data = scope.data
    let value = composite == .root ? inside : patterns.value(composite, data: { data[$0] ?? "" }, inner: inside)
    let lines: [SwiftLine] = [.text("state = \(value)")]
    return context.histories.hasEntriesInside[composite.index] ? lines + [.text(context.try + call(.resume(composite)))] : lines
  }

  private mutating func restoreShallow(_ composite: StateID, _ inside: String, _ scope: SwiftScope) -> [SwiftLine] {
    var arms: [SwiftLine] = []
    for child in machine.activeChildren(of: composite) {
      var inner = scope
      let pattern = bindingPattern(child, in: composite, Set(machine[child].data), mutating: [], &inner)
      arms.append(.label("case \(pattern)", enterRemembered(child, &inner).lines, comment: nil))
    }
    return [.block("switch \(inside)", arms)]
  }

  /// The function that runs the entry effects of all that was put back inside a composite.
  mutating func writeResume(_ composite: StateID, as name: String) {
    var arms: [SwiftLine] = []
    for child in machine.activeChildren(of: composite) {
      let entry = machine[child].entry
      let goesOn = context.histories.hasEntriesInside[child.index]
      if entry.isEmpty && !goesOn { continue }
      var scope = SwiftScope(location: .exactly(child))
      let written = entry.written.filter { machine[$0].owner != .root }
      var needed = entry.variables.filter { machine[$0].owner != .root }
      if !written.isEmpty { needed.formUnion(dataOnPath(to: child)) }
      let pattern = bindingPattern(child, in: .root, needed, mutating: written, &scope)
      var lines = effects(entry, &scope)
      if !machine[child].children.isEmpty { scope.location = .inside(child) }
      lines += flush(&scope)
      if goesOn { lines.append(.text(context.try + call(.resume(child)))) }
      arms.append(.label("case \(pattern)", lines, comment: nil))
    }
    if !isWhole(composite, arms.count) { arms.append(.label("default", [.text("break")], comment: nil)) }
    functions.append(
      Function(
        owner: composite, doc: "Entry effects of what has come back.", head: head(name), body: [.block("switch state", arms)]))
  }

  /// True when so many cases of a composite are all that its place, `state` or a region, can be.
  func isWhole(_ composite: StateID, _ count: Int, in place: StateID = .root) -> Bool {
    // An only child's children are all there is, too.
    count == machine.activeChildren(of: composite).count
      && machine.path(from: place, to: composite).allSatisfy { state in
        machine[state].parent.map { machine[$0].children.allSatisfy { $0 == state || machine[$0].isPseudo } } ?? true
      }
  }
}
