import FSMAnalysis
import FSMDiagnostics
import FSMImport
import FSMSyntax

/// A chart to JSON and back.
public enum RoundTrip {
  public static func source(_ text: String, _ path: String = "chart.fsm") -> SourceFile {
    SourceFile(id: FileID(0), path: path, bytes: Array(text.utf8))
  }

  /// True for a chart that could be converted: its names mean something, as far as the file alone tells.
  public static func isUnderstood(_ file: SyntaxFile) -> Bool {
    let doubled: Set<DiagnosticCode> = [.duplicateName, .doubledInitial, .initialInParallel]
    return !Resolution.resolve([file]).diagnostics.contains { doubled.contains($0.code) }
  }

  /// The tree of a chart after JSON, and that of the chart itself, as texts to compare: in the order that JSON keeps.
  ///
  /// The texts are laid out as `fsmc convert` does.
  public static func throughJSON(_ file: SyntaxFile) -> (before: String, after: String, json: String, findings: [Diagnostic]) {
    let json = ChartJSONWriter.text(of: file)
    let again = SyntaxFile(importingJSON: source(json, "chart.json"))
    return (ordered(file).dump + text(ordered(file)), ordered(again).dump + text(ordered(again)), json, again.diagnostics)
  }

  private static func text(_ file: SyntaxFile) -> String {
    String(decoding: ChartFormatter.format(source(ChartWriter.text(of: file))).bytes, as: UTF8.self)
  }

  private static func ordered(_ file: SyntaxFile) -> SyntaxFile {
    var file = file
    var imports: [SyntaxFile.Item] = []
    var rest: [SyntaxFile.Item] = []
    for item in file.items {
      switch item {
      case .machine(var machine):
        machine.members = ordered(machine.members)
        rest.append(.machine(machine))
      case .importing: imports.append(item)
      case .use: rest.insert(item, at: rest.count { if case .use = $0 { true } else { false } })
      }
    }
    file.items = imports + rest
    return file
  }

  /// Members of one kind stay in order; the order of kinds says nothing.
  private static func ordered(_ members: [MemberSyntax]) -> [MemberSyntax] {
    let runs = Set(members.compactMap { if case .activity(let syntax) = $0 { (syntax.name ?? syntax.call.name).text } else { nil } })
    let inner = members.map { member -> MemberSyntax in
      guard case .state(var state) = member else { return member }
      state.members = state.members.map { ordered($0) }
      return .state(state)
    }
    return inner.enumerated().sorted { ($0.element.rank(runs), $0.offset) < ($1.element.rank(runs), $1.offset) }.map(\.element)
  }
}

extension MemberSyntax {
  /// What is one object or array in JSON.
  fileprivate func rank(_ runs: Set<String>) -> String {
    switch self {
    case .variable: "01"
    case .enumeration: "02"
    case .event: "03"
    case .callable(let callable): "04" + callable.kind.rawValue
    case .assertion: "05"
    case .scenario: "06"
    case .initial: "07"
    case .state, .history, .choice: "08"
    case .hold(let hold): "09" + hold.kind.rawValue
    case .activity: "10"
    case .reaction(let reaction):
      switch reaction.trigger {
      case .entry: "11"
      case .exit: "12"
      case .always: "13"
      case .done: "14"
      case .after(let delay): "15" + ChartWriter.expression(delay)
      case .any: "16"
      case .events(let paths): paths.count == 1 && runs.contains(paths[0].segments[0].text) ? "17" + paths[0].text : "16"
      }
    }
  }
}
