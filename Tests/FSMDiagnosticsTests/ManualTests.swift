import FSMDiagnostics
import Testing

/// The manual and the registry of codes agree.
struct ManualTests {
  @Test(arguments: DiagnosticCode.allCases)
  func everyCodeHasAnEntry(_ code: DiagnosticCode) {
    let entries = Manual.entries.filter { $0.code == code }
    #expect(entries.count == 1, "\(code.rawValue) needs exactly one entry in Sources/FSMDiagnostics/Manual")
    for entry in entries {
      #expect(!entry.title.isEmpty && entry.title.first?.isUppercase == false && entry.title.last != ".")
      #expect(entry.text.count > 60, "\(code.rawValue): an entry says what it means and how to mend it")
    }
  }

  /// What is judged, not misspelt, is understood by an example.
  @Test(arguments: DiagnosticCode.allCases.filter { ["FSM5", "FSM6"].contains($0.rawValue.prefix(4)) })
  func everyJudgementHasAnExample(_ code: DiagnosticCode) {
    let text = Manual.entry(for: code)?.text ?? ""
    #expect(text.split(separator: "\n").contains { $0.hasPrefix("    ") }, "\(code.rawValue): no line of a chart is shown")
  }

  @Test func entriesStandInTheOrderOfTheirNumbers() {
    let codes = Manual.entries.map(\.code.rawValue)
    #expect(codes == codes.sorted())
  }

  @Test(arguments: ["FSM201", "fsm201", "201", "[FSM201]", " FSM201:"])
  func codesAsPeopleTypeThem(_ typed: String) {
    #expect(DiagnosticCode(typed: typed) == .unknownName)
  }

  @Test(arguments: ["", "FSM", "FSM2", "FSM999", "E201", "push"])
  func whatIsNoCode(_ typed: String) {
    #expect(DiagnosticCode(typed: typed) == nil)
  }
}
