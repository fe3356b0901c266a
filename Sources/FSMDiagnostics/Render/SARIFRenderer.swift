/// Findings as a SARIF log, for code hosts and review tools.
///
/// Format: OASIS Static Analysis Results Interchange Format, version 2.1.0.
public struct SARIFRenderer: Sendable {
  private let version: String

  /// - Parameter version: The version of fsmc, as `--version` shows it.
  public init(version: String) { self.version = version }

  /// A problem outside any chart's text, such as a file that is not there.
  public struct Problem: Sendable {
    public var message: String
    public var file: String?

    public init(message: String, file: String?) {
      self.message = message
      self.file = file
    }
  }

  /// One log with one run; ends with a line end.
  public func render(_ diagnostics: [(Diagnostic, SourceMap)], problems: [Problem] = []) -> String {
    let codes = Set(diagnostics.map(\.0.code)).sorted { $0.rawValue < $1.rawValue }
    let driver: [(String, JSON)] = [
      ("name", "fsmc"), ("version", .string(version)), ("rules", .array(codes.map(Self.rule))),
    ]
    let invocation: [(String, JSON)] = [
      ("executionSuccessful", .bool(problems.isEmpty)), ("toolExecutionNotifications", .array(problems.map(Self.notification))),
    ]
    let run: [(String, JSON)] = [
      ("tool", .object([("driver", .object(driver))])), ("columnKind", "unicodeCodePoints"), ("invocations", .array([.object(invocation)])),
      ("results", .array(diagnostics.map { Self.result(of: $0.0, in: $0.1) })),
    ]
    let log: [(String, JSON)] = [
      ("$schema", "https://json.schemastore.org/sarif-2.1.0.json"), ("version", "2.1.0"), ("runs", .array([.object(run)])),
    ]
    return JSON.object(log).indented + "\n"
  }

  private static func rule(_ code: DiagnosticCode) -> JSON {
    var members: [(String, JSON)] = [("id", .string(code.rawValue)), ("shortDescription", text(code.title))]
    if let entry = Manual.entry(for: code) { members.append(("help", text(entry.text))) }
    members.append(("defaultConfiguration", .object([("level", .string(code.severity.rawValue))])))
    return .object(members)
  }

  private static func result(of diagnostic: Diagnostic, in sources: SourceMap) -> JSON {
    var members: [(String, JSON)] = [
      ("ruleId", .string(diagnostic.code.rawValue)), ("level", .string(diagnostic.severity.rawValue)),
      ("message", text(diagnostic.message + (diagnostic.hint.map { "\nhint: " + $0 } ?? ""))),
      ("locations", .array([location(diagnostic.span, nil, in: sources)])),
    ]
    if !diagnostic.labels.isEmpty {
      members.append(("relatedLocations", .array(diagnostic.labels.map { location($0.span, $0.message, in: sources) })))
    }
    if let trace = diagnostic.trace { members.append(("codeFlows", .array([flow(trace, diagnostic.span, in: sources)]))) }
    if !diagnostic.fixes.isEmpty { members.append(("fixes", .array(diagnostic.fixes.map { fix($0, in: sources) }))) }
    return .object(members)
  }

  /// A trace as one thread's way through the chart: each call at the reaction it takes.
  private static func flow(_ trace: Diagnostic.Trace, _ span: Span, in sources: SourceMap) -> JSON {
    let locations = trace.steps.map { step -> JSON in
      let message = (step.answers + ["\(step.input): \(step.result)"]).joined(separator: "\n")
      return .object([("location", location(step.span ?? span, message, in: sources))])
    }
    return .object([("threadFlows", .array([.object([("locations", .array(locations))])]))])
  }

  private static func location(_ span: Span, _ message: String?, in sources: SourceMap) -> JSON {
    let physical: [(String, JSON)] = [
      ("artifactLocation", artifact(sources[span.file].path)), ("region", region(span, in: sources[span.file])),
    ]
    var members: [(String, JSON)] = [("physicalLocation", .object(physical))]
    if let message { members.append(("message", text(message))) }
    return .object(members)
  }

  private static func fix(_ fix: Diagnostic.Fix, in sources: SourceMap) -> JSON {
    var files: [FileID] = []
    for edit in fix.edits where !files.contains(edit.span.file) { files.append(edit.span.file) }
    let changes = files.map { id in
      let replacements = fix.edits.filter { $0.span.file == id }.map { edit in
        JSON.object([("deletedRegion", region(edit.span, in: sources[id])), ("insertedContent", text(edit.replacement))])
      }
      return JSON.object([("artifactLocation", artifact(sources[id].path)), ("replacements", .array(replacements))])
    }
    return .object([("description", text(fix.title)), ("artifactChanges", .array(changes))])
  }

  private static func notification(_ problem: Problem) -> JSON {
    var members: [(String, JSON)] = [("level", "error"), ("message", text(problem.message))]
    if let file = problem.file {
      members.append(("locations", .array([.object([("physicalLocation", .object([("artifactLocation", artifact(file))]))])])))
    }
    return .object(members)
  }

  private static func region(_ span: Span, in file: SourceFile) -> JSON {
    // SARIF counts columns in scalars or UTF-16 units, never in what a person sees as one character.
    let (start, end) = (file.scalarPosition(at: span.start), file.scalarPosition(at: span.end))
    return .object([
      ("startLine", .number(start.line)), ("startColumn", .number(start.column)), ("endLine", .number(end.line)),
      ("endColumn", .number(end.column)),
    ])
  }

  private static func artifact(_ path: String) -> JSON { .object([("uri", .string(URIPath.encode(path)))]) }

  private static func text(_ text: String) -> JSON { .object([("text", .string(text))]) }
}
