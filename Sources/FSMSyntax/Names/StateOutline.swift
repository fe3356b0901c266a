/// The states of one machine by name, and how a path finds one: among the members of the state that holds the reaction, then its siblings
/// and itself, then outwards; else it is the only state of that name. The machine's own name starts an absolute path.
///
/// What `FSMAnalysis` does for the chart, here for other formats, which have rules of their own to name a state.
public struct StateOutline: Sendable {
  public private(set) var names: [String]
  public private(set) var parents: [Int?] = [nil]
  private var children: [[String: Int]] = [[:]]
  private var byName: [String: [Int]] = [:]

  /// An outline of only the machine itself, which is number 0.
  public init(machine: String) { names = [machine] }

  /// Adds a state inside another; returns its number.
  public mutating func add(_ name: String, in parent: Int) -> Int {
    let index = names.count
    names.append(name)
    parents.append(parent)
    children.append([:])
    if children[parent][name] == nil { children[parent][name] = index }
    byName[name, default: []].append(index)
    return index
  }

  /// The state a path leads to; nil where it leads to none, or to several.
  ///
  /// For example: `state(["player", "paused"], from: 0)`.
  public func state(_ path: [String], from holder: Int) -> Int? {
    guard let first = path.first else { return nil }
    var level: Int? = holder
    while let current = level {
      if let found = members(path[...], of: current) { return found }
      level = parents[current]
    }
    if first == names[0] { return path.count == 1 ? 0 : members(path.dropFirst(), of: 0) }
    let starts = byName[first] ?? []
    guard starts.count <= Self.mostNamesakes || path.count == 1 else { return nil }
    if path.count == 1 { return starts.count == 1 ? starts[0] : nil }
    let found = starts.compactMap { members(path.dropFirst(), of: $0) }
    return found.count == 1 ? found[0] : nil
  }

  /// Beyond so many states of one name a path is not looked for among them: keeps the work in proportion to the chart.
  private static let mostNamesakes = 32

  private func members(_ path: ArraySlice<String>, of start: Int) -> Int? {
    var current = start
    for name in path {
      guard let next = children[current][name] else { return nil }
      current = next
    }
    return current
  }

  /// The state along names inside another one.
  public func member(_ path: [String], of start: Int) -> Int? { members(path[...], of: start) }

  /// The names from the machine's on.
  public func fullPath(of state: Int) -> [String] {
    var path: [String] = []
    var current: Int? = state
    while let next = current {
      path.append(names[next])
      current = parents[next]
    }
    return path.reversed()
  }

  /// The shortest path that leads to a state; nil where none does.
  public func path(to state: Int, from holder: Int) -> [String]? {
    var path: [String] = []
    var current = state
    while let parent = parents[current] {
      path.insert(names[current], at: 0)
      if self.state(path, from: holder) == state { return path }
      current = parent
    }
    path.insert(names[0], at: 0)
    return self.state(path, from: holder) == state ? path : nil
  }

  /// True for a state inside another, at any depth.
  public func contains(_ outer: Int, _ inner: Int) -> Bool {
    var current = parents[inner]
    while let state = current {
      if state == outer { return true }
      current = parents[state]
    }
    return false
  }
}
