import FSMDiagnostics
import FSMSyntax

/// The states of a machine in JSON, flat, each before those inside it; number 0 is the machine.
struct JSONOutline {
  struct Node {
    var key: JSONString
    var object: JSONObject
    var span: Span
    var parent: Int?
    var children: [Int] = []
    var kind: Kind
    /// The name in the language; the key where that is one.
    var name = ""
  }

  enum Kind: String {
    case state, parallel, final, history, choice
  }

  private(set) var nodes: [Node] = []
  private(set) var states: StateOutline
  private(set) var diagnostics: [Diagnostic] = []
  /// Numbers by explicit identity (`id`), and by the one that a state has without: the keys from the machine's on, joined by dots.
  private var identities: [String: Int] = [:]
  private var childrenByKey: [[String: Int]] = []

  init(_ root: JSONValue, _ object: JSONObject, machine: String) {
    states = StateOutline(machine: machine)
    let key = object["id"]?.string ?? JSONString(text: machine, content: 0..<0, span: root.span)
    add(object, key: key, span: root.span, parent: nil, identity: key.text)
    nodes[0].name = machine
  }

  /// Recursion is as deep as the file nests, which the reader bounds.
  private mutating func add(_ object: JSONObject, key: JSONString, span: Span, parent: Int?, identity: String) {
    let index = nodes.count
    nodes.append(Node(key: key, object: object, span: span, parent: parent, kind: kind(of: object)))
    childrenByKey.append([:])
    if let explicit = object["id"]?.string?.text { identities[explicit] = index }
    if identities[identity] == nil { identities[identity] = index }
    guard let members = object["states"]?.object?.members else {
      if let wrong = object["states"], parent == nil || wrong.object == nil { expectObject(wrong, "states") }
      return
    }
    var unique = UniqueNames(reserving: members.map(\.key.text))
    for member in members {
      guard let inner = member.value.object else {
        expectObject(member.value, member.key.text)
        continue
      }
      let child = nodes.count
      let name = unique.name(for: member.key.text)
      nodes[index].children.append(child)
      childrenByKey[index][member.key.text] = child
      _ = states.add(name, in: index)
      add(inner, key: member.key, span: member.key.span, parent: index, identity: identity + "." + member.key.text)
      nodes[child].name = name
    }
  }

  private mutating func expectObject(_ value: JSONValue, _ key: String) {
    if value.object != nil { return }
    diagnostics.append(Diagnostic(.badForeignChart, at: value.span, "`\(key.clipped)` is \(value.description), and an object is needed"))
  }

  private mutating func kind(of object: JSONObject) -> Kind {
    guard let type = object["type"] else { return object["history"] == nil || object["states"] != nil ? .state : .history }
    switch type.string?.text {
    case "parallel": return .parallel
    case "final": return .final
    case "history": return .history
    case "choice": return .choice
    case "atomic", "compound": return .state
    default:
      diagnostics.append(
        Diagnostic(
          .badForeignChart, at: type.string?.span ?? type.span, "no state is of this type",
          hint: "`type` is one of `parallel`, `final`, `history`, `choice`, `atomic`, `compound`"))
      return .state
    }
  }

  // MARK: Questions

  func child(_ node: Int, _ key: String) -> Int? { childrenByKey[node][key] }

  /// The state of an identity, as in `#door.open`: of all of it, or of a part before a dot and the keys behind it.
  func state(identity: String) -> Int? {
    if let found = identities[identity] { return found }
    var rest: [Substring] = []
    var head = identity[...]
    while let dot = head.lastIndex(of: ".") {
      rest.insert(head[head.index(after: dot)...], at: 0)
      head = head[..<dot]
      if let start = identities[String(head)], let found = walk(rest, from: start) { return found }
    }
    return nil
  }

  /// The state along keys joined by dots, inside another one.
  func state(keys: String, in node: Int) -> Int? {
    if let found = child(node, keys) { return found }
    return keys.contains(".") ? walk(keys.split(separator: ".", omittingEmptySubsequences: false), from: node) : nil
  }

  private func walk(_ keys: [Substring], from start: Int) -> Int? {
    var current = start
    for key in keys {
      guard let next = child(current, String(key)) else { return nil }
      current = next
    }
    return current
  }
}
