import FSMDiagnostics

/// A run of a machine as `fsmc simulate --json` writes it: what a picture needs of it.
public struct RecordedRun: Sendable {
  /// A transition that was taken, by its number in its machine.
  public struct Step: Sendable, Hashable {
    public var machine: String
    public var transition: Int
  }

  /// In the order taken.
  public private(set) var steps: [Step] = []
  /// Paths of the states that were entered.
  public private(set) var entered: Set<String> = []
  /// Paths of the states active at the end.
  public private(set) var configuration: [String] = []

  /// Reads the calls of a run, one JSON object a line.
  ///
  /// - Returns: The run, and what keeps the file from being one.
  public static func read(_ source: SourceFile) -> (run: RecordedRun, diagnostics: [Diagnostic]) {
    var run = RecordedRun()
    let (document, problems) = JSONReader.read(SourceFile(id: source.id, path: source.path, bytes: joined(source.bytes)))
    guard let document else { return (run, problems.map { moved($0) }) }
    for call in document.root.array ?? [] {
      guard let object = call.object, let steps = object["steps"]?.array else {
        let finding = Diagnostic(
          .badForeignChart, at: call.span, "this is no call of a run", hint: "`fsmc simulate FILE --json` writes one a line")
        return (run, [moved(finding)])
      }
      run.add(steps)
      run.configuration = object["configuration"]?.array?.compactMap { $0.string?.text } ?? []
    }
    return (run, [])
  }

  private mutating func add(_ values: [JSONValue]) {
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
