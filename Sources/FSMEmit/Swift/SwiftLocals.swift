/// Leaves out the locals of a function that nothing reads, so that the function compiles without a warning.
///
/// Steps make locals for everything a transition may want. What it does not want in the end (a condition was decided beforehand, a datum is
/// written and gone before anybody could read it) is known when the function stands, and is taken away here by swiftc's own rules for locals
/// that are unused, unchanged, or written and never read.
struct SwiftLocals {
  /// What lines do with a name.
  struct Use: OptionSet {
    var rawValue: Int
    static let read = Use(rawValue: 1)
    static let written = Use(rawValue: 2)
    /// A condition hangs on it.
    static let decides = Use(rawValue: 4)
  }

  typealias Uses = [String: Use]

  /// Writes that nobody reads were taken away, and may leave more locals without use.
  private var isUnsettled = false

  /// The body of a function without what it does not need.
  static func pruned(_ body: [SwiftLine]) -> [SwiftLine] {
    guard body.containsText({ $0.has("let ") || $0.has("var ") }) else { return body }
    var body = body
    for _ in 0..<8 {
      var locals = SwiftLocals()
      var uses: Uses = [:]
      body = locals.walk(merged(body), &uses)
      if !locals.isUnsettled { break }
    }
    return body
  }

  // MARK: From the last line to the first

  /// The lines with only those locals that lines behind them use; `uses` tells of those behind, and then of these as well.
  private mutating func walk(_ lines: [SwiftLine], _ uses: inout Uses) -> [SwiftLine] {
    // The last first.
    var kept: [SwiftLine] = []
    for line in lines.reversed() {
      if let line = walk(line, &kept, &uses) { kept.append(line) }
    }
    return kept.reversed()
  }

  private mutating func walk(_ line: SwiftLine, _ later: inout [SwiftLine], _ uses: inout Uses) -> SwiftLine? {
    switch line {
    case .blank: return line
    case .text(let text): return statement(text, &later, &uses).map { .text($0) }
    case .located(let span, let body):
      var kept: [SwiftLine] = []
      for inner in body.reversed() {
        if let inner = walk(inner, &later, &uses) { kept.append(inner) }
      }
      return kept.isEmpty ? nil : .located(span, kept.reversed())
    case .label(let head, let body, let comment):
      let (head, body) = nested(head, body, &uses)
      return .label(head, body.isEmpty ? [.text("break")] : body, comment: comment)
    case .block(let head, let body):
      let (head, body) = nested(head, body, &uses)
      return .block(head, body)
    case .locatedBlock(let span, let head, let body):
      let (head, body) = nested(head, body, &uses)
      return .locatedBlock(span, head, body)
    case .chain(let branches):
      return .chain(
        branches.map { branch in
          let (head, body) = nested(branch.head, branch.body, &uses)
          return .init(head: head, body: body)
        })
    }
  }

  /// A head with the lines in its braces, which see what it binds.
  private mutating func nested(_ head: String, _ body: [SwiftLine], _ uses: inout Uses) -> (String, [SwiftLine]) {
    var inner: Uses = [:]
    var body = walk(body, &inner)
    body.reverse()
    let head = pattern(head, &body, &inner)
    uses.merge(inner) { $0.union($1) }
    return (head, body.reversed())
  }

  private mutating func statement(_ text: String, _ later: inout [SwiftLine], _ uses: inout Uses) -> String? {
    if text.hasPrefix("guard case ") {
      let kept = pattern(text, &later, &uses)
      return SwiftTokens(kept).bound.isEmpty ? nil : kept
    }
    if let local = SwiftTokens(text).declaration { return declaration(local, text, &later, &uses) }
    note(text, &uses)
    return text
  }

  /// A pattern with `_` for what nothing uses, and `let` for what nothing changes.
  private mutating func pattern(_ text: String, _ later: inout [SwiftLine], _ uses: inout Uses) -> String {
    let bound = text.has("case ") ? SwiftTokens(text).bound : []
    var kept = text
    for local in bound where !dropsWrites(to: local.name, &later, uses) {
      let use = uses[local.name] ?? []
      if local.isVariable { hideConstants(of: local.name, &later, uses) }
      if use.isEmpty {
        kept = SwiftTokens(kept).replacing(local, with: "_")
      } else if local.isVariable, !use.contains(.written) {
        kept = SwiftTokens(kept).replacing(local, with: "let \(local.name)")
      }
    }
    for local in bound { uses[local.name] = nil }
    note(kept, &uses)
    for local in SwiftTokens(kept).bound { uses[local.name] = nil }
    return kept
  }

  private mutating func declaration(
    _ local: SwiftTokens.Declaration, _ text: String, _ later: inout [SwiftLine], _ uses: inout Uses
  ) -> String? {
    let isDropped = dropsWrites(to: local.name, &later, uses)
    let use = uses[local.name] ?? []
    if local.isVariable { hideConstants(of: local.name, &later, uses) }
    // `var level = level` of what nothing changes: the name means the same without it.
    if local.isVariable, local.value == local.name, !use.contains(.written) { return nil }
    uses[local.name] = nil
    if use.isEmpty {
      let rest = SwiftTokens.forgetting(local.value)
      if let rest { note(rest, &uses) }
      return rest
    }
    note(local.value, &uses, decides: use.contains(.decides))
    let text = use.contains(.decides) ? text.dropLast(local.value.count) + Self.unfolded(local.value) : text
    return local.isVariable && !isDropped && !use.contains(.written) ? "let" + text.dropFirst("var".count) : text
  }

  /// Notes what a statement or an expression does with names.
  private func note(_ text: String, _ uses: inout Uses, decides: Bool = false) {
    let tokens = SwiftTokens(text)
    if let assignment = tokens.assignment {
      let target = uses[assignment.name] ?? []
      uses[assignment.name] = target.union(.written)
      return note(assignment.value, &uses, decides: target.contains(.decides))
    }
    let decides = decides || tokens.hasCondition
    for (name, use) in tokens.uses { uses[name, default: []].formUnion(decides ? use.union(.decides) : use) }
  }

  // MARK: Values known beforehand

  /// What swiftc is not to look through; `SwiftMachine` writes the function where a step calls it.
  static let unfolding = "Self.unfolded("

  /// A value that does not tell swiftc how a condition will turn out: of a branch that it can decide it warns.
  private static func unfolded(_ value: String) -> String { SwiftTokens.isConstant(value) ? unfolding + value + ")" : value }

  /// Some line calls the function.
  static func unfolds(_ lines: [SwiftLine]) -> Bool { lines.containsText { $0.has(unfolding) } }

  // MARK: Writes that nobody reads

  /// Takes away the writes to a local that is never read; false where there is nothing to take away.
  private mutating func dropsWrites(to name: String, _ later: inout [SwiftLine], _ uses: Uses) -> Bool {
    guard let use = uses[name], !use.contains(.read) else { return false }
    isUnsettled = true
    later = Self.changed(name, later.reversed()) { assignment in
      // A value that can trap or be refused is worked out all the same.
      let value = assignment.operation.map { "\(name) \($0) \(SwiftTokens.operand(assignment.value))" } ?? assignment.value
      return SwiftTokens.forgetting(value)
    }.reversed()
    return true
  }

  /// Constants that are given later to a local on which conditions hang are hidden as its first value is.
  private func hideConstants(of name: String, _ later: inout [SwiftLine], _ uses: Uses) {
    guard uses[name]?.isSuperset(of: [.written, .decides]) ?? false else { return }
    later = Self.changed(name, later.reversed()) { assignment in
      assignment.operation == nil
        ? "\(name) = \(Self.unfolded(assignment.value))" : "\(name) \(assignment.operation ?? "")= \(assignment.value)"
    }.reversed()
  }

  /// The lines with something else in the place of each assignment to a local; nil leaves it out.
  private static func changed(_ name: String, _ lines: [SwiftLine], _ change: (SwiftTokens.Assignment) -> String?) -> [SwiftLine] {
    var kept: [SwiftLine] = []
    for (index, line) in lines.enumerated() {
      func inside(_ head: String, _ body: [SwiftLine]) -> [SwiftLine] {
        SwiftTokens(head).bound.contains { $0.name == name } ? body : changed(name, body, change)
      }
      switch line {
      case .blank: kept.append(line)
      case .text(let text):
        let tokens = SwiftTokens(text)
        if tokens.declaration?.name == name || text.hasPrefix("guard case "), tokens.bound.contains(where: { $0.name == name }) {
          return kept + lines[index...]
        }
        guard let assignment = tokens.assignment, assignment.name == name else {
          kept.append(line)
          continue
        }
        if let rest = change(assignment) { kept.append(.text(rest)) }
      case .located(let span, let body):
        let body = changed(name, body, change)
        if !body.isEmpty { kept.append(.located(span, body)) }
      case .label(let head, let body, let comment):
        let body = inside(head, body)
        kept.append(.label(head, body.isEmpty ? [.text("break")] : body, comment: comment))
      case .block(let head, let body): kept.append(.block(head, inside(head, body)))
      case .locatedBlock(let span, let head, let body): kept.append(.locatedBlock(span, head, inside(head, body)))
      case .chain(let branches):
        kept.append(.chain(branches.map { .init(head: $0.head, body: inside($0.head, $0.body)) }))
      }
    }
    return kept
  }

  // MARK: One local for one name

  /// Lines in which `var level = level` does not stand beside the `let level` it would repeat: that one is a `var` instead.
  private static func merged(_ lines: [SwiftLine]) -> [SwiftLine] {
    var kept: [SwiftLine] = []
    var places: [String: Int] = [:]
    for line in lines {
      switch line {
      case .text(let text):
        let tokens = SwiftTokens(text)
        if let local = tokens.declaration, local.isVariable, local.value == local.name, let place = places[local.name],
          case .text(let first) = kept[place]
        {
          kept[place] = .text(SwiftTokens(first).replacing(.init(name: local.name, isVariable: false), with: "var \(local.name)"))
          continue
        }
        for local in text.hasPrefix("guard case ") || tokens.declaration != nil ? tokens.bound : [] { places[local.name] = kept.count }
        kept.append(line)
      case .label(let head, let body, let comment): kept.append(.label(head, merged(body), comment: comment))
      case .block(let head, let body): kept.append(.block(head, merged(body)))
      case .locatedBlock(let span, let head, let body): kept.append(.locatedBlock(span, head, merged(body)))
      case .chain(let branches): kept.append(.chain(branches.map { .init(head: $0.head, body: merged($0.body)) }))
      case .blank, .located: kept.append(line)
      }
    }
    return kept
  }
}
