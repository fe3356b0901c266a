import FSMDiagnostics

/// The events of a chart, and which of them a descriptor matches.
///
/// SCXML sends names; a descriptor matches all names that begin with its parts (section 3.12.1). The language declares events, so a chart's
/// events are the names it raises, sends or waits for, and the completions of its states.
struct EventTable {
  struct Entry {
    enum Kind: Equatable {
      case plain
      /// Stands for the event in sends that a `<cancel>` withdraws, where others must stay.
      case cancellable
      /// `done.state.id`, raised by the final states themselves, because it is waited for where `done` is not seen.
      case raisedCompletion(state: Int)
      /// `done.state.id`, as the language's own `done`.
      case completion(state: Int)
    }

    /// The name in SCXML.
    var text: String
    var name = ""
    var span: Span
    var kind: Kind
  }

  private(set) var entries: [Entry] = []
  /// Entries by their text; the first of those that share one.
  private var byText: [String: Int] = [:]
  private var trie = Trie()

  subscript(index: Int) -> Entry { entries[index] }

  @discardableResult
  mutating func add(_ text: String, _ kind: Entry.Kind, span: Span) -> Int {
    if kind == .plain, let known = byText[text], entries[known].kind == .plain { return known }
    let index = entries.count
    entries.append(Entry(text: text, span: span, kind: kind))
    if byText[text] == nil { byText[text] = index }
    trie.insert(text, index)
    return index
  }

  func index(of text: String) -> Int? { byText[text] }

  mutating func setKind(_ kind: Entry.Kind, of index: Int) { entries[index].kind = kind }

  mutating func giveNames() {
    var names = UniqueNames(reserving: entries.filter { $0.kind == .plain }.map(\.text))
    for index in entries.indices {
      switch entries[index].kind {
      case .plain: entries[index].name = names.name(for: entries[index].text)
      case .cancellable, .raisedCompletion: entries[index].name = names.fresh(like: entries[index].text)
      case .completion: break
      }
    }
  }

  /// The entries that a descriptor other than `*` matches, in order.
  func matches(_ descriptor: String) -> [Int] { trie.entries(below: Self.stem(of: descriptor)).sorted() }

  /// A descriptor without the `.*` or `.` that may end it and says nothing.
  static func stem(of descriptor: String) -> String {
    if descriptor.hasSuffix(".*") { return String(descriptor.dropLast(2)) }
    return descriptor.hasSuffix(".") ? String(descriptor.dropLast()) : descriptor
  }

  /// Names by their parts.
  private struct Trie {
    private var children: [[Substring: Int]] = [[:]]
    private var ends: [[Int]] = [[]]

    mutating func insert(_ text: String, _ entry: Int) {
      var node = 0
      for part in text.split(separator: ".", omittingEmptySubsequences: false) {
        if let next = children[node][part] {
          node = next
        } else {
          children[node][part] = children.count
          node = children.count
          children.append([:])
          ends.append([])
        }
      }
      ends[node].append(entry)
    }

    func entries(below text: String) -> [Int] {
      var node = 0
      for part in text.split(separator: ".", omittingEmptySubsequences: false) {
        guard let next = children[node][part] else { return [] }
        node = next
      }
      var found: [Int] = []
      var open = [node]
      while let next = open.popLast() {
        found += ends[next]
        open += children[next].values
      }
      return found
    }
  }
}
