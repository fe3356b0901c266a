/// One declaration, state or reaction of a chart in the making, with what stands in its braces.
///
/// A piece is written on a line of its own, so that a diagnostic's line tells the piece, and every part can be left out while a chart that
/// shows a difference is made smaller.
struct ChartPiece: Sendable, Hashable {
  /// What cannot be left out alone: `on e0`, `initial state s3`, `var n0: Int = 1`.
  var head: String
  /// What stands between `[` and `]`.
  var condition: String?
  var effects: [String] = []
  /// What stands after `->`.
  var target: String?
  /// Nil for a piece without braces.
  var members: [ChartPiece]?
  /// Members follow without braces: an event's reactions by source, or, without a head, the machines of a chart.
  var isOpen = false

  init(_ head: String, condition: String? = nil, effects: [String] = [], target: String? = nil, members: [ChartPiece]? = nil) {
    self.head = head
    self.condition = condition
    self.effects = effects
    self.target = target
    self.members = members
  }

  /// The chart's text.
  var text: String { rendered().text }

  /// The piece itself, or the first of several machines.
  var firstMachine: ChartPiece {
    get { head.isEmpty && isOpen ? members?.first ?? self : self }
    set {
      if head.isEmpty, isOpen { members?[0] = newValue } else { self = newValue }
    }
  }

  /// The text, and for each of its lines the way from this piece to the one that stands there.
  func rendered() -> (text: String, paths: [[Int]]) {
    var lines: [String] = []
    var paths: [[Int]] = []
    render(depth: 0, path: [], &lines, &paths)
    return (lines.map { $0 + "\n" }.joined(), paths)
  }

  private func render(depth: Int, path: [Int], _ lines: inout [String], _ paths: inout [[Int]]) {
    if head.isEmpty, isOpen {
      for (index, member) in (members ?? []).enumerated() { member.render(depth: depth, path: path + [index], &lines, &paths) }
      return
    }
    let indent = String(repeating: "  ", count: depth)
    var parts = head.isEmpty ? [] : [head]
    if let condition { parts.append("[\(condition)]") }
    if !effects.isEmpty { parts.append("/ " + effects.joined(separator: ", ")) }
    if let target { parts.append("-> " + target) }
    paths.append(path)
    guard let members else { return lines.append(indent + parts.joined(separator: " ")) }
    lines.append(indent + parts.joined(separator: " ") + (isOpen ? "" : " {"))
    for (index, member) in members.enumerated() { member.render(depth: depth + 1, path: path + [index], &lines, &paths) }
    if isOpen { return }
    lines.append(indent + "}")
    paths.append(path)
  }

  subscript(path: [Int]) -> ChartPiece {
    get {
      path.reduce(self) { piece, index in piece.members?[index] ?? piece }
    }
    set {
      guard let first = path.first else {
        self = newValue
        return
      }
      members?[first][Array(path.dropFirst())] = newValue
    }
  }

  /// Leaves out the piece at a path; the mark of an initial state passes to its next sibling.
  mutating func remove(at path: [Int]) {
    guard let last = path.last else { return }
    let parent = Array(path.dropLast())
    guard let gone = self[parent].members?.remove(at: last), gone.head.hasPrefix("initial state ") else { return }
    guard let heir = self[parent].members?.firstIndex(where: { $0.head.hasPrefix("state ") }) else { return }
    var initial = self[parent + [heir]]
    initial.head = "initial " + initial.head
    self[parent + [heir]] = initial
  }
}
