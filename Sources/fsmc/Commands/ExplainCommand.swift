import FSMDiagnostics

/// `fsmc explain FSM201`: the manual's page of a code.
struct ExplainCommand {
  static let description = CommandDescription(
    name: "explain", summary: "Explain what a diagnostic code means and how to mend what it reports.", usage: "explain [CODE]",
    notes: "Without a code, all codes are listed.", options: [.help])

  private let codes: [DiagnosticCode]

  init(_ arguments: Arguments) throws(UsageError) {
    var codes: [DiagnosticCode] = []
    for word in arguments.operands {
      guard let code = DiagnosticCode(typed: word) else {
        throw UsageError("there is no diagnostic code `\(word)`", hint: "`fsmc explain` lists all codes", command: "explain")
      }
      codes.append(code)
    }
    self.codes = codes
  }

  func run() -> ExitStatus {
    let text = codes.isEmpty ? Self.list : codes.map(Self.page).joined(separator: "\n")
    return Stream.result(Array(text.utf8))
  }

  private static var list: String {
    DiagnosticCode.allCases.map { "\($0.rawValue)  \($0.title)\n" }.sorted().joined()
  }

  private static func page(of code: DiagnosticCode) -> String {
    let severity = code.severity.rawValue
    return "\(code.rawValue) (\(severity)): \(code.title)\n\n\(Manual.entry(for: code)?.text ?? "")\n"
  }
}
