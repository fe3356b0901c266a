import FSMModel

/// Where the values of a machine with regions are kept, and what the private properties are called that reach them.
///
/// A parallel state is a struct with a field for each region; a region's active child stands in that field. What stands deeper than a field of
/// `state` is reached through a private property, so that the code of one region need not take the whole machine apart.
struct SwiftRegions {
  /// For each parallel state that is no region: the property that holds its struct.
  private(set) var structs: [StateID: String] = [:]
  /// For each datum that stands in an enum: the property that holds it.
  private(set) var data: [VariableID: String] = [:]
  /// For each region the field of the struct around it.
  private(set) var fields: [StateID: String] = [:]
  /// For each datum of a region the field of the struct around it.
  private(set) var dataFields: [VariableID: String] = [:]
  /// For each region or machine in which a choice can be reached: the field of `Call` that tells which one was.
  private(set) var pending: [StateID: String] = [:]
  /// For each choice its case in the enum of choices.
  private(set) var choiceCases: [StateID: String] = [:]
  /// For each region that can be done the property that tells whether it is.
  private(set) var isDone: [StateID: String] = [:]
  /// For each region the enum of what it can choose while other regions choose as well: for an event, and without one.
  private(set) var reactionTypes: [StateID: (event: String, always: String)] = [:]
  let machine: Machine

  static func isNeeded(for machine: Machine) -> Bool { machine.states.contains { $0.kind == .parallel } }

  init(_ machine: Machine, _ naming: inout SwiftNaming) {
    self.machine = machine
    for state in machine.states where state.kind == .parallel {
      if state.id != .root, !isRegion(state.id) { structs[state.id] = naming.claimFunction(naming.helpers[state.id.index].lowercasedFirst) }
      nameFields(of: state, naming)
    }
    for state in machine.states where isRegion(state.id) && state.kind != .final && SwiftJoint.canBeDone(state.id, machine) {
      isDone[state.id] = naming.claimFunction("is" + naming.helpers[state.id.index] + "Done")
    }
    for state in machine.states where isRegion(state.id) && !state.isPseudo {
      let name = naming.helpers[state.id.index]
      reactionTypes[state.id] = (naming.claimType(name + "Reaction"), naming.claimType(name + "AlwaysReaction"))
    }
    for variable in machine.variables where variable.owner != .root && !isRegion(variable.owner) {
      let name = naming.helpers[variable.owner.index] + variable.name.capitalizedFirst
      data[variable.id] = naming.claimFunction(name.lowercasedFirst)
    }
    for state in machine.states where state.kind == .choice {
      let slot = slot(of: state.id)
      pending[slot] = "choice" + (slot == .root ? "" : naming.helpers[slot.index])
      choiceCases[state.id] = SwiftIdentifier(escaping: naming.helpers[state.id.index].lowercasedFirst).text
    }
  }

  private mutating func nameFields(of state: State, _ naming: SwiftNaming) {
    var names = SwiftNames(taken: ["hash", "hashValue"])
    let regions = machine.activeChildren(of: state.id)
    for region in regions { fields[region] = names.claim(machine[region].name) }
    for region in regions {
      for id in machine[region].data { dataFields[id] = names.claim(machine[region].name + machine[id].name.capitalizedFirst) }
    }
  }

  /// True of a child of a parallel state.
  func isRegion(_ state: StateID) -> Bool { machine[state].parent.map { machine[$0].kind == .parallel } ?? false }

  /// The innermost region around a state, or the machine: the place whose enum names the state.
  func slot(of state: StateID) -> StateID {
    var current = state
    while let parent = machine[current].parent {
      if machine[parent].kind == .parallel { return current }
      current = parent
    }
    return .root
  }

  /// The struct of a parallel state: `state`, or `on`, or `on.audio`.
  func structText(_ parallel: StateID) -> String {
    if parallel == .root { return "state" }
    if let name = structs[parallel] { return name }
    return place(parallel)
  }

  /// Where the value inside a region, or inside the machine, stands: `state`, or `on.audio`.
  func place(_ slot: StateID) -> String {
    guard let parent = machine[slot].parent, let field = fields[slot] else { return "state" }
    return structText(parent) + "." + field
  }

  /// Where a datum stands that is no property of the machine.
  func place(of id: VariableID) -> String? {
    if let name = data[id] { return name }
    guard let field = dataFields[id], let parent = machine[machine[id].owner].parent else { return nil }
    return structText(parent) + "." + field
  }

  /// Every name that a local must not hide.
  var names: [String] { structs.values.map(\.withoutBackticks) + data.values.map(\.withoutBackticks) }

  /// Tests that no choice which would hide the state is waiting to be left.
  func choiceTests(hiding state: StateID) -> [String] {
    guard !pending.isEmpty else { return [] }
    return machine.ancestors(of: state).flatMap { ancestor in
      machine[ancestor].children.filter { machine[$0].kind == .choice }.map { choice in
        "call.\(pending[slot(of: choice)] ?? "") != .\(choiceCases[choice] ?? "")"
      }
    }
  }

  /// Conditions of an `if` that hold while a state is active; none where it always is.
  ///
  /// For example: `case .on(let on) = state`, `case .playing = on.audio`.
  func conditions(_ state: StateID, _ patterns: SwiftPatterns, _ names: inout SwiftNames) -> [String] {
    if isRegion(state), let parent = machine[state].parent { return conditions(parent, patterns, &names) }
    var found: [String] = []
    var base = StateID.root
    var place = "state"
    for node in machine.path(from: .root, to: state) {
      guard let parent = machine[node].parent, machine[parent].kind == .parallel, let field = fields[node] else { continue }
      if structs[parent] != nil {
        let local = names.claim(machine[parent].name.lowercasedFirst)
        found.append("case \(patterns.pattern(parent, in: base, inner: "let \(local)")) = \(place)")
        place = local
      }
      place += "." + field
      base = node
    }
    if state != base { found.append("case \(patterns.pattern(state, in: base)) = \(place)") }
    return found
  }
}
