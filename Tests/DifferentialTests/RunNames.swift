import FSMModel
import FSMSimulate

@testable import FSMEmit

/// What the generated machine calls the activities that the interpreter knows by their places.
struct RunNames: Sendable {
  /// The effects and events of one activity, wherever it runs.
  struct Names: Sendable {
    var start: String
    var cancel: String
    var done: String
    var failed: String?
    var result: ValueType?
    var failsWithText: Bool
  }

  private(set) var names: [Names] = []
  /// For each place the number of its names.
  private(set) var runners: [ActivityPlace: Int] = [:]
  /// Every place, in the order of the states.
  private(set) var places: [ActivityPlace] = []

  init(_ context: SwiftContext, _ whole: Inlining, _ assembly: Assembly) {
    let naming = context.naming
    for runner in context.activities.runners {
      let use = context.activities.uses.first { context.activities.runners[$0.runner].start == runner.start }
      let activity = use.map { context.machine[$0.use.activity] }
      names.append(
        Names(
          start: naming.callables[runner.start.index].withoutBackticks, cancel: naming.callables[runner.cancel.index].withoutBackticks,
          done: naming.events[runner.done.index], failed: runner.failed.map { naming.events[$0.index] }, result: activity?.result,
          failsWithText: activity?.throwing == .any))
    }
    for scope in assembly.scopes.indices.map({ ScopeID($0) }) {
      for use in assembly.machine(of: scope).activityUses {
        let place = ActivityPlace(scope: scope, use: use.id)
        guard let id = whole.activity(use.id, within: assembly.states(around: scope)),
          let found = context.activities.uses.first(where: { $0.use.id == id })
        else { continue }
        runners[place] = found.runner
        places.append(place)
      }
    }
  }
}
