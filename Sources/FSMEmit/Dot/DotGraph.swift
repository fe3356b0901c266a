/// A graph as Graphviz draws it: clusters that nest, nodes in them, edges between nodes.
///
/// Flat arrays in drawing order; a cluster or node names the cluster it lies in by its place in `clusters`, where outer ones come first.
struct DotGraph: Sendable {
  /// One attribute, `name=value`.
  struct Attribute: Sendable, Hashable {
    let name: StaticName
    let value: DotString
  }

  /// A frame around nodes and further frames.
  struct Cluster: Sendable {
    var id: DotID
    var parent: Int?
    var attributes: Attributes
    /// Nodes in it that stand side by side.
    var sideBySide: [DotID] = []
  }

  struct Node: Sendable {
    var id: DotID
    var cluster: Int?
    var attributes: Attributes
  }

  struct Edge: Sendable {
    var tail: DotID
    var head: DotID
    var attributes: Attributes
  }

  var name: DotID
  var attributes = Attributes()
  var nodeDefaults = Attributes()
  var edgeDefaults = Attributes()
  var clusters: [Cluster] = []
  var nodes: [Node] = []
  var edges: [Edge] = []
}

/// The name of an attribute: always a word of fsmc's own.
struct StaticName: Sendable, Hashable, ExpressibleByStringLiteral {
  let text: String

  init(stringLiteral text: StaticString) { self.text = text.description }
}

/// Attributes in the order given.
struct Attributes: Sendable, ExpressibleByDictionaryLiteral {
  private(set) var list: [DotGraph.Attribute] = []

  /// Attributes whose values are words of fsmc's own.
  init(dictionaryLiteral elements: (StaticName, StaticString)...) {
    list = elements.map { DotGraph.Attribute(name: $0, value: DotString(plain: $1)) }
  }

  /// Adds an attribute; a later one of the same name wins.
  mutating func set(_ name: StaticName, _ value: DotString) {
    list.removeAll { $0.name == name }
    list.append(DotGraph.Attribute(name: name, value: value))
  }

  func setting(_ name: StaticName, _ value: DotString) -> Attributes {
    var copy = self
    copy.set(name, value)
    return copy
  }

  func merging(_ others: Attributes) -> Attributes {
    var copy = self
    for attribute in others.list { copy.set(attribute.name, attribute.value) }
    return copy
  }
}
