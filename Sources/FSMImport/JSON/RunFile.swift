import FSMDiagnostics

/// What a file of JSON lines tells of a run.
public enum RunFile: Sendable {
  /// The run itself, as `fsmc simulate --json` writes it.
  case run(RecordedRun)
  /// The calls of a counterexample, and where in the chart the finding stands, as `fsmc check --diagnostics json` writes it.
  case counterexample(calls: [String], offset: Int)

  /// Reads a file, one JSON object a line: calls of a run, or findings of which the first with a trace counts.
  ///
  /// - Returns: What the file tells, and what keeps it from telling anything.
  public static func read(_ source: SourceFile) -> (file: RunFile?, diagnostics: [Diagnostic]) {
    let (document, problems) = JSONReader.read(SourceFile(id: source.id, path: source.path, bytes: joined(source.bytes)))
    guard let document else { return (nil, problems.map { moved($0) }) }
    let lines = document.root.array ?? []
    if lines.first?.object?["code"] != nil { return counterexample(lines) }
    var calls: [Entry] = []
    for line in lines {
      guard let object = line.object, let entry = Entry(object) else {
        let finding = Diagnostic(
          .badForeignChart, at: line.span, "this is no call of a run", hint: "`fsmc simulate FILE --json` writes one a line")
        return (nil, [moved(finding)])
      }
      if case .undo(let count) = entry { Entry.undo(count, in: &calls) } else { calls.append(entry) }
    }
    return (.run(run(of: calls)), [])
  }

  private static func counterexample(_ lines: [JSONValue]) -> (RunFile?, [Diagnostic]) {
    for case let line? in lines.map(\.object) {
      guard let script = line["script"]?.array, case .number(let text)? = line["offset"]?.kind else { continue }
      return (.counterexample(calls: script.compactMap { $0.string?.text }, offset: Int(text) ?? 0), [])
    }
    let span = lines.first?.span ?? Span(file: FileID(0), start: 0, end: 0)
    return (
      nil,
      [moved(Diagnostic(.badForeignChart, at: span, "none of these findings has a trace", hint: "`fsmc check` shows one where it can"))]
    )
  }

  /// One line of what the simulator answers.
  private enum Entry {
    case call(JSONObject)
    /// What somebody said, and what was only asked.
    case given, asked
    case undo(Int)

    init?(_ object: JSONObject) {
      if object["steps"]?.array != nil {
        self = .call(object)
      } else if case .number(let text)? = object["undo"]?.kind {
        self = .undo(Int(text) ?? 0)
      } else if object["given"] != nil {
        self = .given
      } else {
        guard ["step", "state", "events", "why", "help"].contains(where: { object[$0] != nil }) else { return nil }
        self = .asked
      }
    }

    /// True for what `undo` takes back.
    private var counts: Bool {
      switch self {
      case .call(let object): ["taken", "deferred", "ignored"].contains { object["outcome"]?.string?.text.hasPrefix($0) ?? false }
      case .given: true
      case .asked, .undo: false
      }
    }

    static func undo(_ count: Int, in entries: inout [Entry]) {
      var left = count
      while left > 0, let last = entries.popLast() { if last.counts { left -= 1 } }
    }
  }

  private static func run(of entries: [Entry]) -> RecordedRun {
    var run = RecordedRun()
    for case .call(let object) in entries {
      run.add(object["steps"]?.array ?? [])
      run.configuration = object["configuration"]?.array?.compactMap { $0.string?.text } ?? []
    }
    return run
  }

  /// Lines of objects as one array: a line end before an object becomes a comma, so that everything keeps its place but for the bracket
  /// before it.
  private static func joined(_ bytes: [UInt8]) -> [UInt8] {
    var result = [UInt8(ascii: "[")]
    result.reserveCapacity(bytes.count + 2)
    for (index, byte) in bytes.enumerated() {
      let startsObject = byte == 0x0A && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "{")
      result.append(startsObject ? UInt8(ascii: ",") : byte)
    }
    return result + [UInt8(ascii: "]")]
  }

  private static func moved(_ finding: Diagnostic) -> Diagnostic {
    var finding = finding
    finding.span.start = max(0, finding.span.start - 1)
    finding.span.end = max(finding.span.start, finding.span.end - 1)
    return finding
  }
}

extension RecordedRun {
  fileprivate mutating func add(_ values: [JSONValue]) {
    for step in values.compactMap(\.object) {
      for taken in (step["taken"]?.array ?? []).compactMap(\.object) {
        guard let machine = taken["machine"]?.string?.text, case .number(let text)? = taken["transition"]?.kind, let number = Int(text)
        else { continue }
        steps.append(Step(machine: machine, transition: number))
      }
      for happening in (step["happenings"]?.array ?? []).compactMap(\.object) {
        if let state = happening["enter"]?.string?.text { entered.insert(state) }
      }
    }
  }
}
