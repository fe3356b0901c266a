import FSMModel

/// Where a machine stands between two calls: what `state` shows.
public struct Overview: Sendable {
  /// An active state, with its data.
  public struct ActiveState: Sendable, Hashable {
    public var node: NodeID
    /// How many states it lies in; zero for the machine itself.
    public var depth: Int
    public var data: [NamedValue]
  }

  /// In document order, each before what it contains; empty before the start.
  public var states: [ActiveState]
  /// The machine's constants and variables.
  public var values: [NamedValue]
  public var clock: Duration
  public var timers: [Interpreter.PendingTimer]
  /// Events that wait for a later state, oldest first.
  public var deferred: [(event: AssembledEventID, arguments: [Value])]
  /// Activities that run, with the numbers of their runs.
  public var running: [(activity: ActivityPlace, run: Int)]
  public var hasEnded: Bool
}

extension Interpreter {
  public var overview: Overview {
    Overview(
      states: isStarted ? activeStatesWithData : [], values: isStarted ? data(of: .machine) : [], clock: clock, timers: pendingTimers,
      deferred: deferredEvents, running: runningActivities, hasEnded: hasEnded)
  }

  private var activeStatesWithData: [Overview.ActiveState] {
    var open: [NodeID] = []
    return activeNodes.map { node in
      while let last = open.last, !assembly.contains(last, node) { open.removeLast() }
      defer { open.append(node) }
      return Overview.ActiveState(node: node, depth: open.count, data: node == .machine ? [] : data(of: node))
    }
  }

  /// The constants, variables and data that belong to a state, those of the machine it uses included.
  private func data(of node: NodeID) -> [NamedValue] {
    assembly[node].layers.flatMap { layer in
      assembly.state(layer).data.compactMap { id in
        store.slots[assembly[layer.scope].firstSlot + id.index].map { NamedValue(assembly.variable(id, layer.scope).name, $0) }
      }
    }
  }

  /// Activities that run, in document order of their states.
  public var runningActivities: [(activity: ActivityPlace, run: Int)] {
    store.running.map { (activity: $0.key, run: $0.value) }.sorted { first, second in
      (first.activity.scope, first.activity.use) < (second.activity.scope, second.activity.use)
    }
  }
}
