import FSMDiagnostics
import FSMImport
import FSMSyntax

/// The languages that charts are read in.
public enum ChartFormat: String, Sendable, CaseIterable {
  /// The language of this compiler.
  case fsm
  /// W3C State Chart XML.
  case scxml
  /// A machine configuration in JSON, as XState writes it.
  case json

  /// The format that a file's name says; the compiler's own language where it says none.
  ///
  /// For example: `ChartFormat(path: "door.scxml")` is `.scxml`.
  public init(path: String) {
    let name = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).last.map { $0.lowercased() } ?? ""
    self = ChartFormat(rawValue: ending) ?? .fsm
  }

  func syntax(of source: SourceFile) -> SyntaxFile {
    switch self {
    case .fsm: SyntaxFile(parsing: source)
    case .scxml: SyntaxFile(importingSCXML: source)
    case .json: SyntaxFile(importingJSON: source)
    }
  }
}

extension [Diagnostic] {
  /// Findings of the later stages about charts in other languages, as they can be shown: what mends the chart's own language would spoil
  /// another, and what an imported element gave twice is said once.
  func fitting(_ formats: [ChartFormat], _ files: [SyntaxFile]) -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return compactMap { finding in
      guard formats[Int(finding.span.file.index)] != .fsm else { return finding }
      // What a chart only names, or leaves to the program, is not unused for that.
      if finding.code == .unused, files[Int(finding.span.file.index)].assumed.contains(finding.span) { return nil }
      var fitting = finding
      fitting.fixes = []
      return seen.insert(fitting).inserted ? fitting : nil
    }
  }
}
