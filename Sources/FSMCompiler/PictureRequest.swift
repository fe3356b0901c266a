import FSMDiagnostics
import FSMEmit
import FSMImport
import FSMModel

/// What of a chart's machines a picture shows, and what stands out, in the words of the command line.
public struct PictureRequest: Sendable {
  /// Levels of states to draw; nil for all.
  public var depth: Int?
  /// Paths of states that stand out.
  public var highlighted: [String] = []
  /// A run to draw over the chart.
  public var run: RecordedRun?
  /// What was found beside what the compilation itself found.
  public var findings: [Diagnostic] = []

  public init() {}

  /// The view of each machine, or the first path that is no state of any of them.
  func views(of machines: ArraySlice<Machine>) -> (views: [MachineID: PictureView], unknown: String?) {
    var views: [MachineID: PictureView] = [:]
    var missing = Set(highlighted)
    for machine in machines {
      var view = PictureView(depth: depth)
      for path in highlighted {
        let found = machine.states(called: path)
        if !found.isEmpty { missing.remove(path) }
        for state in found { view.highlighted.formUnion(machine.ancestorsAndSelf(of: state).dropLast()) }
      }
      if let run { view.draw(run, of: machine) }
      views[machine.id] = view
    }
    return (views, highlighted.first { missing.contains($0) })
  }
}

extension PictureView {
  fileprivate mutating func draw(_ run: RecordedRun, of machine: Machine) {
    for (index, step) in run.steps.enumerated() where step.machine == machine.name && machine.transitions.indices.contains(step.transition)
    {
      steps[machine.transitions[step.transition].id, default: []].append(index + 1)
    }
    for path in run.entered { visited.formUnion(machine.states(called: path)) }
    for path in run.configuration {
      for state in machine.states(called: path) { highlighted.formUnion(machine.ancestorsAndSelf(of: state).dropLast()) }
    }
  }
}

extension Machine {
  /// The states of a path, or of a name that needs none.
  fileprivate func states(called path: String) -> [StateID] {
    let parts = path.split(separator: ".").map(String.init)
    guard let last = parts.last else { return [] }
    let tail = parts.first == name ? Array(parts.dropFirst()) : parts
    return states.dropFirst().filter { state in
      guard state.name == last || state.label == path else { return false }
      let names = self.path(from: .root, to: state.id).map { self[$0].name }
      return state.label == path || names.suffix(tail.count) == tail[...]
    }.map(\.id)
  }
}
