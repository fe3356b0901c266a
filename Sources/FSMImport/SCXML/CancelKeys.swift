import FSMDiagnostics

/// Which sends a `<cancel>` withdraws.
///
/// SCXML withdraws by the id of a `<send>`, the language by event. That is the same where all sends of an event bear the id; where they do
/// not, those that do send an event of their own, which every descriptor takes for the first.
struct CancelKeys {
  /// Ids that some `<cancel>` names.
  private var cancelled: Set<String> = []
  /// For each event the ids its sends bear, nil for those that no `<cancel>` reaches; in document order.
  private var keys: [String: [String?]] = [:]
  private var events: [String] = []
  /// What `<cancel>` of an id withdraws.
  private(set) var entries: [String: [Int]] = [:]
  private var sent: [Key: Int] = [:]
  private var seen: Set<Key> = []

  private struct Key: Hashable {
    var event: String
    var id: String?
  }

  init(_ outline: SCXMLOutline) {
    outline.forEachContent { actions in
      actions.forEachAction { if case .cancel(let id, _) = $0 { cancelled.insert(id.text) } }
    }
    outline.forEachContent { actions in
      actions.forEachAction { if case .send(let send) = $0, !send.isInternal { note(send) } }
    }
  }

  private mutating func note(_ send: SCXMLSend) {
    let key = key(of: send)
    if keys[send.event.text] == nil { events.append(send.event.text) }
    if seen.insert(Key(event: send.event.text, id: key)).inserted { keys[send.event.text, default: []].append(key) }
  }

  private func key(of send: SCXMLSend) -> String? {
    guard send.delay != nil, let id = send.id?.text, cancelled.contains(id) else { return nil }
    return id
  }

  /// Adds the events that stand for others.
  mutating func settle(in table: inout EventTable) {
    for event in events {
      guard let base = table.index(of: event), let ids = keys[event] else { continue }
      for id in ids {
        let entry = ids.count == 1 || id == nil ? base : table.add(event, .cancellable, span: table[base].span)
        sent[Key(event: event, id: id)] = entry
        if let id { entries[id, default: []].append(entry) }
      }
    }
  }

  /// The event that a `<send>` sends.
  func entry(of send: SCXMLSend) -> Int? { sent[Key(event: send.event.text, id: key(of: send))] }
}
