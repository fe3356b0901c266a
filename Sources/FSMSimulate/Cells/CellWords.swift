import FSMModel

/// What a cell holds, as a list of words: equal lists mean the same.
struct CellWords: Hashable {
  private var words: [UInt64] = []
  /// Whether texts of values that only the caller's code knows are told apart.
  private let keepsTexts: Bool
  /// There was such a text.
  private(set) var hasTexts = false

  init(_ content: CellContent, keepsTexts: Bool) {
    self.keepsTexts = keepsTexts
    switch content {
    case .value(let value):
      add(0)
      add(value)
    case .memory(let memory):
      add(1)
      add(memory)
    case .timers(let zone):
      add(2)
      add(zone.kinds.count)
      for kind in zone.kinds { add(kind) }
      add(zone.isWhole ? 1 : 0)
      if let bounds = zone.bounds {
        for bound in bounds {
          add(bound.most)
          add(bound.isStrict ? 1 : 0)
        }
      } else {
        for time in zone.left { add(time.attoseconds) }
      }
    case .deferred(let occurrences):
      add(3)
      add(occurrences.count)
      for occurrence in occurrences { add(occurrence) }
    }
  }

  static func == (a: CellWords, b: CellWords) -> Bool { a.words == b.words }

  func hash(into hasher: inout Hasher) { words.withUnsafeBytes { hasher.combine(bytes: $0) } }

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

  private mutating func add(_ memory: Store.Remembered) {
    add(memory.nodes)
    add(memory.values.count)
    for (slot, value) in memory.values.sorted(by: { $0.key < $1.key }) {
      add(slot)
      add(value)
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
    case .integer(let number, let type):
      // The type counts too: arithmetic needs both operands of one type, and traps at its bounds.
      if (-1 << 50..<1 << 50).contains(number) { return mark(.small, Int(number) << 4 | type.number) }
      mark(.integer, type.number)
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
    case .symbolic(let text):
      hasTexts = true
      if keepsTexts { mark(.symbolic, text) } else { mark(.symbolic) }
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
