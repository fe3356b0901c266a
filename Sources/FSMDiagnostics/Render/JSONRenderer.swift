/// Findings for programs: one JSON object a line, nothing when there are none.
///
/// Lines, not one array: a program can read them as they come, and a line of another origin between them does no harm.
///
///     {"severity":"error","code":"FSM201","message":"…","file":"door.fsm","line":12,"column":8,"endLine":12,"endColumn":11,
///      "offset":210,"endOffset":213,"labels":[{"message":"…","file":…}],"hint":"…","fixes":[{"title":"…","edits":[{"replacement":"…",…}]}]}
///
/// Lines and columns count from 1, columns in characters (extended grapheme clusters); offsets are bytes, counted from 0. `code` and
/// the place are absent where a problem has none (a file that could not be read); `hint` is absent where there is none. A finding about
/// what happens when the machine runs has `trace`, the calls that lead to it with their states and values, and the same as `script`.
public enum JSONRenderer {
  /// One line for each finding, in the order given.
  public static func render(_ diagnostics: [Diagnostic], in sources: SourceMap) -> String {
    diagnostics.map { value(of: $0, in: sources).line + "\n" }.joined()
  }

  /// The line of a problem outside any chart's text, such as a file that is not there.
  public static func render(problem message: String, file: String?) -> String {
    var members: [(String, JSON)] = [("severity", "error"), ("message", .string(message))]
    if let file { members.append(("file", .string(file))) }
    return JSON.object(members).line + "\n"
  }

  private static func value(of diagnostic: Diagnostic, in sources: SourceMap) -> JSON {
    var members: [(String, JSON)] = [
      ("severity", .string(diagnostic.severity.rawValue)), ("code", .string(diagnostic.code.rawValue)),
      ("message", .string(diagnostic.message)),
    ]
    members += place(diagnostic.span, in: sources)
    members.append(("labels", .array(diagnostic.labels.map { .object([("message", .string($0.message))] + place($0.span, in: sources)) })))
    if let hint = diagnostic.hint { members.append(("hint", .string(hint))) }
    members.append(("fixes", .array(diagnostic.fixes.map { value(of: $0, in: sources) })))
    if let trace = diagnostic.trace {
      members.append(("trace", .array(trace.steps.map { value(of: $0, in: sources) })))
      members.append(("script", .array(trace.script.map { .string($0) })))
    }
    return .object(members)
  }

  private static func value(of step: Diagnostic.Trace.Step, in sources: SourceMap) -> JSON {
    let members: [(String, JSON)] = [
      ("input", .string(step.input)), ("answers", .array(step.answers.map { .string($0) })),
      ("states", .array(step.states.map { .string($0) })), ("values", .array(step.values.map { .string($0) })),
    ]
    return .object(members + (step.span.map { place($0, in: sources) } ?? []))
  }

  private static func value(of fix: Diagnostic.Fix, in sources: SourceMap) -> JSON {
    let edits = fix.edits.map { JSON.object([("replacement", .string($0.replacement))] + place($0.span, in: sources)) }
    return .object([("title", .string(fix.title)), ("edits", .array(edits))])
  }

  private static func place(_ span: Span, in sources: SourceMap) -> [(String, JSON)] {
    let file = sources[span.file]
    let (start, end) = (file.position(at: span.start), file.position(at: span.end))
    return [
      ("file", .string(file.path)), ("line", .number(start.line)), ("column", .number(start.column)), ("endLine", .number(end.line)),
      ("endColumn", .number(end.column)), ("offset", .number(Int(span.start))), ("endOffset", .number(Int(span.end))),
    ]
  }
}
