import FSMModel

/// Everything that decides what a machine does next: equal moments have equal futures.
///
/// Texts of values that only the caller's code knows are left out: what is asked about them can be answered in any way. A moment is a list
/// of words, each part behind its length, so that a search over many of them compares and hashes memory and nothing else.
public struct Moment: Hashable, Sendable {
  private var words: [UInt64] = []

  init(_ store: Store) {
    words.reserveCapacity(8 + store.configuration.count + store.slots.count)
    add(store.configuration)
    for slot in store.slots { add(slot) }
    add(store.hasEnded ? 1 : 0)
    add(store.history)
    add(store.timers.count)
    if !store.timers.isEmpty {
      for timer in store.timers.inOrder {
        add((timer.due - store.clock).attoseconds)
        add(timer.kind)
      }
    }
    add(store.deferred.count)
    for (_, occurrence) in store.deferred.elements { add(occurrence) }
    if !store.running.isEmpty {
      let places = store.running.keys.sorted { ($0.scope, $0.use) < ($1.scope, $1.use) }
      add(places.count)
      for place in places { add(place) }
    }
  }

  public func hash(into hasher: inout Hasher) { words.withUnsafeBytes { hasher.combine(bytes: $0) } }

  // MARK: Parts

  private mutating func add(_ number: Int) { words.append(UInt64(bitPattern: Int64(number))) }

  private mutating func add(_ number: Int128) {
    words.append(UInt64(truncatingIfNeeded: number))
    words.append(UInt64(truncatingIfNeeded: number >> 64))
  }

  private mutating func add(_ nodes: [NodeID]) {
    add(nodes.count)
    for node in nodes { add(node.index) }
  }

  private mutating func add(_ history: [NodeID: Store.Remembered]) {
    add(history.count)
    guard !history.isEmpty else { return }
    for (node, memory) in history.sorted(by: { $0.key < $1.key }) {
      add(node.index)
      add(memory.nodes)
      add(memory.values.count)
      for (slot, value) in memory.values.sorted(by: { $0.key < $1.key }) {
        add(slot)
        add(value)
      }
    }
  }

  private mutating func add(_ kind: Timers.Kind) {
    switch kind {
    case .state(let node, let number):
      add(node.index)
      add(number)
    case .send(let event, let arguments):
      add(-1 - event.index)
      add(arguments)
    }
  }

  private mutating func add(_ place: ActivityPlace) {
    add(place.scope.index)
    add(place.use.index)
  }

  private mutating func add(_ occurrence: Store.Occurrence) {
    switch occurrence.trigger {
    case .event(let event): add(event.index << 2)
    case .done(let node): add(node.index << 2 | 1)
    case .timer(let node, let number):
      add(node.index << 2 | 2)
      add(number)
    case .activity(let place, let failed):
      add(failed ? 7 : 3)
      add(place)
    }
    add(occurrence.arguments)
  }

  private mutating func add(_ values: [Value]) {
    add(values.count)
    for value in values { add(value) }
  }

  /// What a value is, as the first of its words; small numbers and truth are in the same word.
  private enum Tag: Int { case none, bool, small, integer, double, float, string, duration, enumCase, absent, array, symbolic }

  private mutating func mark(_ tag: Tag, _ payload: Int = 0) { add(payload << 4 | tag.rawValue) }

  /// Arrays are nested no deeper than `Collections` allows.
  private mutating func add(_ value: Value?) {
    switch value {
    case nil: mark(.none)
    case .bool(let flag): mark(.bool, flag ? 1 : 0)
    case .integer(let number, _):
      if (-1 << 50..<1 << 50).contains(number) { return mark(.small, Int(number)) }
      mark(.integer)
      add(number)
    case .double(let number):
      mark(.double)
      words.append(number.bitPattern)
    case .float(let number): mark(.float, Int(number.bitPattern))
    case .string(let text): mark(.string, text)
    case .duration(let time):
      mark(.duration)
      add(time.attoseconds)
    case .enumCase(let type, let name):
      mark(.enumCase, type)
      mark(.enumCase, name)
    case .absent: mark(.absent)
    case .array(let elements):
      mark(.array)
      add(elements)
    case .symbolic: mark(.symbolic)
    }
  }

  private mutating func mark(_ tag: Tag, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
      mark(tag, bytes.count)
      var word: UInt64 = 0
      for (offset, byte) in bytes.enumerated() {
        word = word << 8 | UInt64(byte)
        if offset & 7 == 7 || offset + 1 == bytes.count {
          words.append(word)
          word = 0
        }
      }
    }
  }
}

extension Interpreter {
  public var moment: Moment { Moment(store) }

  /// A running machine without what it was made from.
  public struct Snapshot: Sendable { fileprivate var store: Store }

  /// The machine as it is; going back to it is undo.
  public var snapshot: Snapshot {
    get { Snapshot(store: store) }
    set { store = newValue.store }
  }

  /// True where a variable or datum holds a value that only the caller's code knows.
  public var holdsOpaqueValues: Bool { store.slots.contains { $0?.isKnown == false } }

  /// Whether some active state defers or ignores whatever comes: it is meant to rest.
  public var restsOnPurpose: Bool { store.configuration.contains { assembly[$0].holds.ignoresAll } }
}
