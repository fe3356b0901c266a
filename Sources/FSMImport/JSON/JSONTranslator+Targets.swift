import FSMDiagnostics
import FSMSyntax

/// Targets: `sibling`, `.child`, `#identity`, or a path of the language with data.
extension JSONTranslator {
  /// A target as written, and the state it leads to where that is known.
  private struct Found {
    var syntax: TargetSyntax
    var node: Int?
    /// `.child`, which does not leave the source.
    var isInside: Bool
  }

  /// - Parameter transition: What says whether the source is left; nil for a transition that is only a target.
  mutating func targets(_ value: JSONValue, in transition: JSONObject?, from node: Int) -> TargetsSyntax? {
    let found = find(value, from: node)
    guard let first = found.first else { return nil }
    if found.count == 1, staysInside(first, transition, node), let inside = insideTargets(of: node, value.span) { return inside }
    if found.count == 1, first.node == node, staysInside(first, transition, node) { return nil }
    let mode = mode(found, transition, node, value.span)
    return TargetsSyntax(targets: found.map(\.syntax), mode: mode, span: value.string?.span ?? value.span)
  }

  mutating func targets(_ value: JSONValue, mode: TargetsSyntax.Mode, from node: Int) -> TargetsSyntax? {
    let found = find(value, from: node)
    if found.isEmpty { return nil }
    return TargetsSyntax(targets: found.map(\.syntax), mode: mode, span: value.string?.span ?? value.span)
  }

  private mutating func find(_ value: JSONValue, from node: Int) -> [Found] {
    if case .null = value.kind { return [] }
    return strings(value).compactMap { target($0, from: node) }
  }

  // MARK: What is left

  /// True for the source itself as target where that leaves nothing: in version 5 without `reenter`, in version 4 with `internal`.
  private func staysInside(_ found: Found, _ transition: JSONObject?, _ node: Int) -> Bool {
    guard found.node == node, node != 0, !found.syntax.isSelf else { return false }
    if isVersion4 { return transition?["internal"]?.bool == true }
    return transition?["reenter"]?.bool != true && transition?["mode"] == nil && transition?["external"] == nil
  }

  /// What a state that is not left enters anew; nil for one without inner states.
  private func insideTargets(of node: Int, _ span: Span) -> TargetsSyntax? {
    let children = outline.nodes[node].children.filter { outline.nodes[$0].kind != .history }
    guard !children.isEmpty else { return nil }
    var entered = children
    if outline.nodes[node].kind != .parallel {
      let initial = outline.nodes[node].object["initial"]
      let text = initial?.string?.text ?? initial?.object?["target"]?.string?.text
      entered = [text.flatMap { outline.state(keys: $0, in: node) } ?? children[0]]
    }
    let targets = entered.compactMap { outline.states.path(to: $0, from: node) }.map { path in
      TargetSyntax(segments: path.map { .init(name: Name($0, span), arguments: nil, span: span) }, isSelf: false, span: span)
    }
    return targets.isEmpty ? nil : TargetsSyntax(targets: targets, mode: .standard, span: span)
  }

  private mutating func mode(_ found: [Found], _ transition: JSONObject?, _ node: Int, _ span: Span) -> TargetsSyntax.Mode {
    switch transition?["mode"]?.string?.text {
    case "reenter": return .reenter
    case "external": return .external
    case .some(let other):
      report(.badForeignChart, at: transition?["mode"]?.span ?? span, "`\(other.clipped)` is no mode: it is `reenter` or `external`")
    case nil: break
    }
    if transition?["external"]?.bool == true { return .external }
    let isInside = node != 0 && !found.isEmpty && found.allSatisfy { $0.node.map { outline.states.contains(node, $0) } ?? false }
    guard isInside else { return .standard }
    if isVersion4 { return transition?["internal"]?.bool == true || found.allSatisfy(\.isInside) ? .standard : .reenter }
    return transition?["reenter"]?.bool == true ? .reenter : .standard
  }

  // MARK: Finding

  private mutating func target(_ text: JSONString, from node: Int) -> Found? {
    if text.text == "self", sibling("self", of: node) == nil, outline.child(node, "self") == nil {
      let segment = TargetSyntax.Segment(name: Name("self", text.span), arguments: nil, span: text.span)
      return Found(syntax: TargetSyntax(segments: [segment], isSelf: true, span: text.span), node: node, isInside: false)
    }
    if text.text.hasPrefix("#") {
      if let found = outline.state(identity: String(text.text.dropFirst())) { return byPath(found, text, node) }
      return unknown(text)
    }
    if text.text.hasPrefix(".") {
      let inner = String(text.text.dropFirst())
      if let found = outline.state(keys: inner, in: node) { return byPath(found, text, node, isInside: true) }
      return written(text, from: node, skipping: 1)
    }
    if let found = sibling(text.text, of: node) { return byPath(found, text, node) }
    return written(text, from: node, skipping: 0)
  }

  private func sibling(_ keys: String, of node: Int) -> Int? { outline.state(keys: keys, in: outline.nodes[node].parent ?? node) }

  /// The path as written where it leads there, else the shortest that does.
  func path(to state: Int, asWritten text: JSONString, from node: Int) -> [String]? {
    let written = text.text.drop { $0 == "." }.split(separator: ".").map(String.init)
    let fits = written.allSatisfy(UniqueNames.isName) && outline.states.state(written, from: node) == state
    return fits ? written : outline.states.path(to: state, from: node)
  }

  private mutating func byPath(_ state: Int, _ text: JSONString, _ node: Int, isInside: Bool = false) -> Found? {
    guard let path = path(to: state, asWritten: text, from: node) else {
      report(
        .ambiguousState, at: text.span, "no path leads to `\(text.text.clipped)` from here", hint: "rename one of the states of that name")
      return nil
    }
    let segments = path.map { TargetSyntax.Segment(name: Name($0, text.span), arguments: nil, span: text.span) }
    return Found(syntax: TargetSyntax(segments: segments, isSelf: false, span: text.span), node: state, isInside: isInside)
  }

  /// A target of the language: `player(volume: 1).paused`.
  private mutating func written(_ text: JSONString, from node: Int, skipping: Int) -> Found? {
    let range = text.content.lowerBound + skipping..<text.content.upperBound
    let reading = fragments.targets(range)
    guard let targets = reading.whole, targets.targets.count == 1, targets.mode == .standard, let target = targets.targets.first else {
      if text.text.contains("(") { diagnostics += reading.diagnostics } else { _ = unknown(text) }
      return nil
    }
    let state = outline.states.state(target.segments.map(\.name.text), from: node)
    return Found(syntax: target, node: state, isInside: skipping > 0)
  }

  private mutating func unknown(_ text: JSONString) -> Found? {
    let near = Suggestions.closest(to: String(text.text.drop { $0 == "#" || $0 == "." }), among: outline.nodes.dropFirst().map(\.key.text))
    report(
      .unknownState, at: text.span, "no state is at `\(text.text.clipped)`", hint: near.map { "did you mean `\($0.clipped)`?" })
    return nil
  }
}
