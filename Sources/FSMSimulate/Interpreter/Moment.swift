import FSMModel

/// Everything that decides what a machine does next: equal moments have equal futures.
///
/// Texts of values that only the caller's code knows are left out: what is asked about them can be answered in any way.
public struct Moment: Hashable, Sendable {
  private var configuration: [NodeID]
  private var slots: [Value?]
  private var history: [NodeID: Store.Remembered]
  private var timers: [Timer]
  private var deferred: [Store.Occurrence]
  private var running: Set<ActivityPlace>
  private var hasEnded: Bool

  private struct Timer: Hashable, Sendable {
    var left: Duration
    var kind: Timers.Kind
  }

  init(_ store: Store) {
    configuration = store.configuration
    slots = store.slots.map { $0?.withoutText }
    history = store.history.mapValues { Store.Remembered(nodes: $0.nodes, values: $0.values.mapValues(\.withoutText)) }
    timers = store.timers.inOrder.map { Timer(left: $0.due - store.clock, kind: $0.kind) }
    deferred = store.deferred.elements.map { Store.Occurrence(trigger: $0.value.trigger, arguments: $0.value.arguments.map(\.withoutText)) }
    running = Set(store.running.keys)
    hasEnded = store.hasEnded
  }
}

extension Value {
  fileprivate var withoutText: Value { if case .symbolic = self { .symbolic("") } else { self } }
}

extension Interpreter {
  public var moment: Moment { Moment(store) }

  /// True where a variable or datum holds a value that only the caller's code knows.
  public var holdsOpaqueValues: Bool { store.slots.contains { $0?.isKnown == false } }

  /// Whether some active state defers or ignores whatever comes: it is meant to rest.
  public var restsOnPurpose: Bool { store.configuration.contains { assembly[$0].holds.ignoresAll } }
}
