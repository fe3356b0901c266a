import FSMDiagnostics
import FSMModel
import FSMSyntax

/// Collects findings and words the ones that many places share.
struct Reporter: Sendable {
  var diagnostics: [Diagnostic] = []
  /// Looking for a similar name costs time in proportion to the names there are, so a hopeless chart gets only so many.
  private var suggestionsLeft = 200

  var wantsSuggestions: Bool { suggestionsLeft > 0 }

  mutating func report(
    _ code: DiagnosticCode, at span: Span, _ message: String, severity: Diagnostic.Severity? = nil, labels: [Diagnostic.Label] = [],
    hint: String? = nil, fixes: [Diagnostic.Fix] = []
  ) {
    diagnostics.append(Diagnostic(code, at: span, message, severity: severity, labels: labels, hint: hint, fixes: fixes))
  }

  /// A name that nothing declares, with the declared one that was perhaps meant.
  ///
  /// For example: ``unknown event `pus``` with the hint ``did you mean `push`?``
  mutating func unknown(
    _ name: Name, kind: String, code: DiagnosticCode = .unknownName, among candidates: [String], otherwise: String? = nil,
    message: String? = nil
  ) {
    var similar: String?
    if wantsSuggestions {
      suggestionsLeft -= 1
      similar = Suggestions.closest(to: name.text, among: candidates)
    }
    report(
      code, at: name.span, message ?? "unknown \(kind) `\(name.text)`", hint: similar.map { "did you mean `\($0)`?" } ?? otherwise,
      fixes: similar.map { [Diagnostic.Fix("write `\($0)`", [.init(name.span, $0)])] } ?? [])
  }

  /// A second declaration of a name.
  mutating func duplicate(_ name: Name, kind: String, first: Span, hint: String? = nil) {
    report(
      .duplicateName, at: name.span, "\(kind) `\(name.text)` is declared twice", labels: [.init(first, "first declared here")], hint: hint)
  }
}

extension MachineResolver {
  /// Names to choose a suggestion from, put together only while suggestions are still made.
  func candidates(_ list: @autoclosure () -> [String]) -> [String] { reporter.wantsSuggestions ? list() : [] }

  /// The declared callables of a kind.
  func callableNames(_ kind: Callable.Kind) -> [String] {
    reporter.wantsSuggestions ? machine.callables.lazy.filter { $0.kind == kind }.map(\.name) : []
  }
}
