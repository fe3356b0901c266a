import FSMModel

/// Writes values and patterns of the `State` enum.
struct SwiftPatterns {
  let context: SwiftContext

  /// A pattern that matches while `state` is active: `.active(.paused(let at))`.
  ///
  /// - Parameters:
  ///   - base: the composite whose enum is matched.
  ///   - binding: for data of states from `base` down to `state`, what stands for them: `let at`.
  ///   - inner: what stands for the inner value of `state` itself.
  func pattern(_ state: StateID, in base: StateID = .root, binding: [VariableID: String] = [:], inner: String? = nil) -> String {
    let machine = context.machine
    var text = inner
    for state in machine.path(from: base, to: state).reversed() {
      var parts: [String] = []
      if !machine[state].children.isEmpty { parts.append(text ?? "_") }
      parts += machine[state].data.map { binding[$0] ?? "_" }
      let payload = parts.allSatisfy { $0 == "_" } ? "" : "(\(parts.joined(separator: ", ")))"
      text = "." + context.naming.cases[state.index] + payload
    }
    return text ?? inner ?? "_"
  }

  /// The value for a configuration: `.active(.paused(at: at))`.
  ///
  /// - Parameters:
  ///   - data: the text of each datum's value.
  ///   - inner: the inner value of `state`, where that is a composite.
  func value(_ state: StateID, in base: StateID = .root, data: (VariableID) -> String, inner: String? = nil) -> String {
    let machine = context.machine
    var text = inner
    for state in machine.path(from: base, to: state).reversed() {
      var parts: [String] = []
      if let text, !machine[state].children.isEmpty { parts.append(text) }
      parts += machine[state].data.map { (machine[$0].isLabelled ? SwiftIdentifier(label: machine[$0].name).text + ": " : "") + data($0) }
      text = "." + context.naming.cases[state.index] + (parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))")
    }
    return text ?? ""
  }
}
