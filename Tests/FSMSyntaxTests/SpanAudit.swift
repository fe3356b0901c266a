import FSMDiagnostics

@testable import FSMSyntax

/// Walks all of a tree by reflection and looks at each span in it.
struct SpanAudit {
  let limit: Int32
  private(set) var faults: [String] = []
  /// How many expressions could not be read.
  private(set) var invalid = 0

  init(limit: Int32) { self.limit = limit }

  mutating func file(_ file: SyntaxFile) {
    for item in file.items { walk(item, within: nil) }
    for diagnostic in file.diagnostics {
      check(diagnostic.span, "finding")
      for label in diagnostic.labels { check(label.span, "label") }
      for edit in diagnostic.fixes.flatMap(\.edits) { check(edit.span, "edit") }
      if diagnostic.message.isEmpty || diagnostic.message.hasSuffix(".") { faults.append(diagnostic.message) }
    }
  }

  private mutating func check(_ span: Span, _ what: String) {
    if span.start < 0 || span.end < span.start || span.end > limit { faults.append("\(what) \(span)") }
  }

  private mutating func walk(_ value: Any, within outer: Span?) {
    if let span = value as? Span {
      check(span, "node")
      return
    }
    if let expression = value as? ExprSyntax, case .invalid = expression.kind { invalid += 1 }
    let mirror = Mirror(reflecting: value)
    let own = mirror.children.first { $0.label == "span" }?.value as? Span
    if let own, let outer, own.start < outer.start || own.end > outer.end {
      faults.append("\(type(of: value)) \(own) outside \(outer)")
    }
    for child in mirror.children { walk(child.value, within: own ?? outer) }
  }
}

/// Whether a tree says all that its text says.
enum Coverage {
  /// Every name of the text stands in the tree, except in types and imports, whose text is kept whole.
  static func isWhole(_ file: SyntaxFile, _ source: SourceFile) -> Bool {
    let dump = file.dump
    return file.tokens.allSatisfy { token in
      guard token.kind == .identifier || token.kind == .quotedIdentifier || token.kind == .integer else { return true }
      return dump.contains(source.text(of: token.span).trimmingBackticks)
    }
  }
}

extension String {
  fileprivate var trimmingBackticks: String { hasPrefix("`") ? String(dropFirst().dropLast()) : self }
}
