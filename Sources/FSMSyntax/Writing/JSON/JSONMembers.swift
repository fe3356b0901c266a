/// The members of an object in the making.
struct JSONMembers {
  /// A value, or one that still grows.
  private enum Slot {
    case value(JSONText)
    case members([(key: String, value: JSONText)])
    case items([JSONText])

    var json: JSONText {
      switch self {
      case .value(let value): value
      case .members(let members): .object(members)
      case .items(let items): .array(items)
      }
    }
  }

  private var keys: [String] = []
  private var slots: [Slot] = []
  private var indices: [String: Int] = [:]

  var count: Int { keys.count }

  var json: JSONText { .object(keys.indices.map { (keys[$0], slots[$0].json) }) }

  subscript(_ key: String) -> JSONText? { indices[key].map { slots[$0].json } }

  func has(_ key: String) -> Bool { indices[key] != nil }

  mutating func set(_ key: String, _ value: JSONText) { slots[slot(key)] = .value(value) }

  mutating func set(_ key: String, _ text: String?) { if let text { set(key, .string(text)) } }

  mutating func set(_ key: String, _ text: PlainStringSyntax?) { set(key, text?.value) }

  /// Adds to the array of a key.
  mutating func append(_ value: JSONText, to key: String) {
    let index = slot(key)
    var items: [JSONText] = []
    switch slots[index] {
    case .items(let known), .value(.array(let known)): items = known
    default: break
    }
    // The array is held once while it grows, so that growing it copies nothing.
    slots[index] = .items([])
    items.append(value)
    slots[index] = .items(items)
  }

  /// Adds to the object of a key.
  mutating func add(_ name: String, _ value: JSONText, to key: String) {
    let index = slot(key)
    var members: [(key: String, value: JSONText)] = []
    switch slots[index] {
    case .members(let known), .value(.object(let known)): members = known
    default: break
    }
    slots[index] = .members([])
    members.append((name, value))
    slots[index] = .members(members)
  }

  private mutating func slot(_ key: String) -> Int {
    if let index = indices[key] { return index }
    indices[key] = keys.count
    keys.append(key)
    slots.append(.value(.object([])))
    return keys.count - 1
  }
}
