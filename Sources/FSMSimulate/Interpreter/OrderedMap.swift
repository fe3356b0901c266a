/// Values in the order of their keys; copies share what they have in common, so that a copy of a long one costs nothing and a change of it
/// little: a machine is copied at every call.
///
/// A treap whose nodes never change. Source: C. R. Aragon and R. G. Seidel, "Randomized search trees", FOCS 1989. Priorities come from the
/// number of the insertion, so that the same calls give the same tree; its height is logarithmic with overwhelming probability, and so is
/// the depth of every recursion here.
struct OrderedMap<Key: Comparable & Sendable, Value: Sendable>: Sendable {
  private final class Node: Sendable {
    let key: Key
    let value: Value
    let priority: UInt64
    let left: Node?
    let right: Node?
    let count: Int

    init(_ key: Key, _ value: Value, _ priority: UInt64, _ left: Node?, _ right: Node?) {
      (self.key, self.value, self.priority, self.left, self.right) = (key, value, priority, left, right)
      count = 1 + (left?.count ?? 0) + (right?.count ?? 0)
    }

    func with(left: Node?, right: Node?) -> Node { Node(key, value, priority, left, right) }
  }

  private var root: Node?
  private var insertions: UInt64 = 0

  var count: Int { root?.count ?? 0 }
  var isEmpty: Bool { root == nil }

  /// The value with the least key.
  var first: (key: Key, value: Value)? {
    var node = root
    while let left = node?.left { node = left }
    return node.map { ($0.key, $0.value) }
  }

  /// Adds a value under a key that no other has.
  mutating func insert(_ value: Value, at key: Key) {
    insertions += 1
    root = Self.inserting(Node(key, value, Self.scrambled(insertions), nil, nil), into: root)
  }

  /// Removes the value of a key, if there is one.
  mutating func remove(at key: Key) { root = Self.removing(key, from: root) }

  /// The value with the least key above a key.
  func next(after key: Key) -> (key: Key, value: Value)? {
    var best: Node?
    var next = root
    while let node = next {
      if key < node.key { best = node }
      next = key < node.key ? node.left : node.right
    }
    return best.map { ($0.key, $0.value) }
  }

  var elements: [(key: Key, value: Value)] {
    var all: [(key: Key, value: Value)] = []
    all.reserveCapacity(count)
    var open: [Node] = []
    var next = root
    while true {
      while let node = next {
        open.append(node)
        next = node.left
      }
      guard let node = open.popLast() else { return all }
      all.append((node.key, node.value))
      next = node.right
    }
  }

  private static func inserting(_ new: Node, into node: Node?) -> Node {
    guard let node else { return new }
    guard new.priority <= node.priority else {
      let (less, more) = split(node, at: new.key)
      return new.with(left: less, right: more)
    }
    return new.key < node.key
      ? node.with(left: inserting(new, into: node.left), right: node.right)
      : node.with(left: node.left, right: inserting(new, into: node.right))
  }

  private static func split(_ node: Node?, at key: Key) -> (Node?, Node?) {
    guard let node else { return (nil, nil) }
    if node.key < key {
      let (less, more) = split(node.right, at: key)
      return (node.with(left: node.left, right: less), more)
    }
    let (less, more) = split(node.left, at: key)
    return (less, node.with(left: more, right: node.right))
  }

  private static func removing(_ key: Key, from node: Node?) -> Node? {
    guard let node else { return nil }
    if key == node.key { return joined(node.left, node.right) }
    return key < node.key
      ? node.with(left: removing(key, from: node.left), right: node.right)
      : node.with(left: node.left, right: removing(key, from: node.right))
  }

  /// All keys of `left` are less than those of `right`.
  private static func joined(_ left: Node?, _ right: Node?) -> Node? {
    guard let left else { return right }
    guard let right else { return left }
    return left.priority > right.priority
      ? left.with(left: left.left, right: joined(left.right, right))
      : right.with(left: joined(left, right.left), right: right.right)
  }

  /// The finalizer of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014).
  private static func scrambled(_ number: UInt64) -> UInt64 {
    var z = number &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
