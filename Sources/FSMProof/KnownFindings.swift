import FSMDiagnostics

/// What the checks have said already: a proof does not say it again.
struct KnownFindings {
  private struct Key: Hashable {
    var code: DiagnosticCode
    var span: Span
  }

  private let keys: Set<Key>
  /// Where something never happens.
  let never: SpanIndex

  init(_ findings: [Diagnostic]) {
    keys = Set(findings.map { Key(code: $0.code, span: $0.span) })
    never = SpanIndex(findings.filter { [.unreachableState, .neverTaken, .neverCompletes].contains($0.code) }.map(\.span))
  }

  func has(_ code: DiagnosticCode, at span: Span) -> Bool { keys.contains(Key(code: code, span: span)) }
}

/// Spans, to be asked whether one of them overlaps another, in logarithmic time.
struct SpanIndex {
  /// In order of files and starts.
  private let spans: [Span]
  /// For each span the last end among it and those before it in its file.
  private let ends: [Int32]

  init(_ spans: [Span]) {
    self.spans = spans.sorted { ($0.file.index, $0.start) < ($1.file.index, $1.start) }
    var ends: [Int32] = []
    for (index, span) in self.spans.enumerated() {
      let continues = index > 0 && self.spans[index - 1].file == span.file
      ends.append(continues ? max(ends[index - 1], span.end) : span.end)
    }
    self.ends = ends
  }

  func overlaps(_ span: Span) -> Bool {
    let next = spans.partitioningIndex { ($0.file.index, $0.start) >= (span.file.index, span.end) }
    return next > 0 && spans[next - 1].file == span.file && ends[next - 1] > span.start
  }
}
