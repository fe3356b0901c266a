import FSMModel

/// A microstep: what history remembers, exits, effects, entries.
extension Run {
  /// Takes the selected transitions: (a) exits, innermost first, reverse document order; (b) for each transition in order of selection its
  /// effects, then the arguments of its targets; (c) entries, outermost first, document order.
  mutating func microstep(_ taken: [SelectedTransition]) throws(Failure) {
    try count()
    try watchForCycles(taken)
    if options.recordsSteps || options.recordsCoverage { for selected in taken { covered.insert(selected.place) } }
    let left = leaving(taken)
    let memories = remember(left, taken)
    for node in left.reversed() { try exit(node) }
    keepValues(of: memories)
    given.removeAll()
    for selected in taken { try transitionEffects(of: selected) }
    for node in left { clearData(of: node) }
    try enter(try plan(for: taken))
  }

  private mutating func count() throws(Failure) {
    microsteps += 1
    guard microsteps <= options.mostMicrosteps else { throw .rejected(.endless) }
    try spend()
  }

  /// Counts work towards the limit of the simulation.
  mutating func spend() throws(Failure) {
    work += 1
    guard work <= options.mostWork else { throw .tooLong }
    if work & 0x3FF == 0, options.isStopped() { throw .tooLong }
  }

  /// Active nodes that any of the transitions leaves, in document order.
  private func leaving(_ taken: [SelectedTransition]) -> [NodeID] {
    let ranges = taken.flatMap(\.extent).sorted { $0.lowerBound < $1.lowerBound }
    return ranges.flatMap { store.active(in: $0) }
  }

  private mutating func transitionEffects(of selected: SelectedTransition) throws(Failure) {
    let frame = Frame(scope: selected.place.scope, parameters: selected.parameters)
    try perform(selected.transition.effects, frame)
    for target in selected.transition.targets { try give(target.arguments, frame) }
  }

  /// Notes the values that a target passes to data, for the entry of their states.
  mutating func give(_ arguments: [State.Assignment], _ frame: Frame) throws(Failure) {
    for argument in arguments { given[slot(argument.variable, frame.scope)] = try value(argument.value, frame) }
  }
}
