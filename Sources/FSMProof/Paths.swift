import FSMDiagnostics
import FSMModel
import FSMSimulate

/// Sequences of calls that together take every reaction that can be taken, or every two of them one after the other.
///
/// A greedy walk over what was explored: on to the nearest call that takes something new, and from the start again where there is none or
/// the sequence has become long. The sequences are short and few, not the fewest.
public struct Paths: Sendable {
  /// Each sequence from the start on.
  public private(set) var traces: [Diagnostic.Trace] = []
  /// Transitions, or pairs of them, that the sequences take.
  public private(set) var taken = 0
  /// Transitions of the machine that no sequence takes.
  public private(set) var missing: [TransitionID] = []
  /// Everything was explored; else there may be more to take.
  public private(set) var isComplete = false

  private static let longest = 30

  private struct Item: Hashable {
    var first: TransitionPlace?
    var second: TransitionPlace
  }

  /// - Parameters:
  ///   - pairs: Whether every two reactions that can follow each other are to be taken so.
  ///   - bound: Configurations to explore, at most.
  /// - Returns: Nil where the machine is too large to be simulated with all that it uses.
  public init?(through machine: MachineID, of chart: Chart, pairs: Bool, bound: Int) {
    guard let assembly = Assembly(chart, machine: machine) else { return nil }
    var explorer = Explorer(assembly, bound: bound, recordsEdges: true)
    explorer.run()
    isComplete = explorer.isComplete
    var walk = Walk(explorer.edges, pairs: pairs)
    let counterexample = Counterexample(assembly)
    while let path = walk.next() {
      traces.append(counterexample.trace(of: explorer.timed(path.map { explorer.edges[$0].step })))
    }
    taken = walk.seen.count
    let reached = Set(explorer.taken.keys)
    missing = chart[machine].transitions.map(\.id).filter { !reached.contains(TransitionPlace(transition: $0)) }
  }

  private struct Walk {
    let edges: [Explorer.Edge]
    let pairs: Bool
    /// Edges that begin at a place; those of the start under -1.
    private var leaving: [Int32: [Int]] = [:]
    var seen: Set<Item> = []

    init(_ edges: [Explorer.Edge], pairs: Bool) {
      (self.edges, self.pairs) = (edges, pairs)
      for (index, edge) in edges.enumerated() { leaving[Int32(edge.step.place), default: []].append(index) }
    }

    /// The next sequence that takes something new.
    mutating func next() -> [Int]? {
      var path: [Int] = []
      while path.count < Paths.longest, let more = nearest(from: path.last) {
        for edge in more {
          seen.formUnion(items(path.last, edge))
          path.append(edge)
        }
      }
      return path.isEmpty ? nil : path
    }

    private func items(_ before: Int?, _ edge: Int) -> [Item] {
      guard pairs, let before else { return pairs ? [] : edges[edge].covered.map { Item(first: nil, second: $0) } }
      return edges[before].covered.flatMap { first in edges[edge].covered.map { Item(first: first, second: $0) } }
    }

    /// The shortest way on to a call that takes something new after the one before it, breadth first.
    private func nearest(from last: Int?) -> [Int]? {
      var parents: [Int: Int] = [:]
      var queue: [Int] = []
      var head = 0
      func way(to edge: Int?) -> [Int] {
        var way: [Int] = []
        var current = edge
        while let edge = current, edge != last || parents[edge] != nil {
          way.append(edge)
          current = parents[edge].flatMap { $0 < 0 ? nil : $0 }
        }
        return way.reversed()
      }
      var current: Int? = last
      while true {
        let following = leaving[current.map { edges[$0].to } ?? -1] ?? []
        if let new = following.first(where: { next in items(current, next).contains { !seen.contains($0) } }) {
          return (current == last && head == 0 ? [] : way(to: current)) + [new]
        }
        for next in following where parents[next] == nil {
          parents[next] = head == 0 ? -1 : current ?? -1
          queue.append(next)
        }
        guard head < queue.count else { return nil }
        current = queue[head]
        head += 1
      }
    }
  }
}
