import FSMDiagnostics
import FSMSyntax

/// What a chart says about findings that are meant to stay: `// allow FSM511: the lid stays open for good`.
///
/// Such a comment covers warnings and notes of the code that begin on its line or, where it stands alone, on the next line with something
/// on it. It needs a reason, and is itself reported when it covers nothing. Errors cannot be allowed: there is no output with them.
struct Allowances: Sendable {
  /// One code of one comment.
  struct Allowance: Sendable {
    var code: DiagnosticCode
    /// The code in the comment.
    var span: Span
    var file: FileID
    /// The line it speaks of, from 1.
    var line: Int
    var isUsed = false
  }

  private(set) var all: [Allowance] = []
  /// Comments that are none, though they begin like it.
  private(set) var problems: [Diagnostic] = []
  private let sources: SourceMap

  init(_ files: [SyntaxFile], _ sources: SourceMap) {
    self.sources = sources
    for (file, source) in zip(files, sources.files) {
      for comment in file.comments(in: source) { read(comment, in: file, source) }
    }
  }

  /// Takes out what is allowed.
  mutating func apply(to findings: [Diagnostic]) -> (kept: [Diagnostic], allowed: [Diagnostic]) {
    guard !all.isEmpty else { return (findings, []) }
    var kept: [Diagnostic] = []
    var allowed: [Diagnostic] = []
    for finding in findings {
      let line = sources[finding.span.file].position(at: finding.span.start).line
      let fitting = all.indices.filter { all[$0].code == finding.code && all[$0].file == finding.span.file && all[$0].line == line }
      if fitting.isEmpty || finding.severity == .error {
        kept.append(finding)
      } else {
        for index in fitting { all[index].isUsed = true }
        allowed.append(finding)
      }
    }
    return (kept, allowed)
  }

  /// Allowances that cover nothing, of codes that had their chance to be found.
  func unused(_ wasLookedFor: (DiagnosticCode) -> Bool) -> [Diagnostic] {
    all.filter { !$0.isUsed && wasLookedFor($0.code) }.map { allowance in
      let isError = allowance.code.severity == .error
      let name = "`\(allowance.code.rawValue)`"
      return Diagnostic(
        .unusedAllowance, at: allowance.span,
        isError ? "\(name) is an error, which cannot be allowed" : "\(name) is not found on line \(allowance.line)",
        hint: "remove the comment")
    }
  }

  // MARK: Reading comments

  private mutating func read(_ comment: Span, in file: SyntaxFile, _ source: SourceFile) {
    let text = source.text(of: comment)
    guard text.hasPrefix("//"), let rest = Self.after("allow", in: text.dropFirst(2)), rest.hasPrefix("FSM") else { return }
    let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let reason = parts.count == 2 ? parts[1].drop(while: \.isWhitespace) : ""
    guard !reason.isEmpty else {
      problems.append(
        Diagnostic(
          .badAllowance, at: comment, "this says no reason", hint: "write why: `// allow FSM511: the lid stays open for good`"))
      return
    }
    let line = spokenOf(comment, in: file, source)
    for name in parts[0].split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      let start = Int(comment.start) + text[..<name.startIndex].utf8.count
      let span = Span(file: comment.file, start: start, end: start + name.utf8.count)
      if let code = DiagnosticCode(rawValue: String(name)) {
        all.append(Allowance(code: code, span: span, file: comment.file, line: line))
      } else {
        problems.append(
          Diagnostic(.badAllowance, at: span, "there is no finding `\(name)`", hint: "a finding ends with its code in brackets"))
      }
    }
  }

  /// What follows a word and blanks.
  private static func after(_ word: String, in text: Substring) -> Substring? {
    let rest = text.drop(while: \.isWhitespace)
    guard rest.hasPrefix(word) else { return nil }
    let next = rest.dropFirst(word.count)
    return next.first?.isWhitespace == true ? next.drop(while: \.isWhitespace) : nil
  }

  /// The comment's own line where something stands before it; else that of the next token.
  private func spokenOf(_ comment: Span, in file: SyntaxFile, _ source: SourceFile) -> Int {
    let line = source.line(at: comment.start)
    let next = file.firstToken(from: comment.end)
    let previous = next > 0 ? file.tokens[next - 1] : nil
    if let previous, source.line(at: previous.span.start) == line { return line }
    return next < file.tokens.count ? source.line(at: file.tokens[next].span.start) : line
  }
}

extension SyntaxFile {
  /// The number of the first token that begins at an offset or later, found by halving.
  fileprivate func firstToken(from offset: Int32) -> Int {
    tokens.partitioningIndex { $0.span.start >= offset }
  }
}
