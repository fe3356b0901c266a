import FSMCompiler
import FSMDiagnostics
import FSMModel
import FSMTestSupport
import Foundation
import Testing

@testable import FSMEmit

/// Charts as SCXML: what is written, and what is refused.
struct SCXMLOutputTests {
  private func written(_ text: String) -> (text: String?, diagnostics: [Diagnostic]) {
    let compilation = Compilation(SourceInput(path: "chart.fsm", bytes: Array(text.utf8)))
    #expect(compilation.isUnderstood, "\(compilation.diagnostics.map(\.message))")
    return SCXMLOutput.render(compilation.chart, machine: MachineID(0))
  }

  @Test(arguments: Fixtures.files(in: "scxml-out", extension: "fsm"))
  func golden(_ fixture: Fixture) throws {
    let (text, found) = written(try fixture.text())
    #expect(found.filter { $0.severity == .error }.map(\.message) == [])
    Golden.expect(text ?? "", at: "scxml-out/\(fixture.name).scxml")
  }

  @Test(
    arguments: [
      (
        "func f() -> Bool\n initial state a { always [f()] -> b }\n state b",
        "SCXML has no counterpart for a function that the program supplies"
      ),
      ("activity load()\n initial state a { do load()\n on load.done -> b }\n state b", "SCXML has no counterpart for an activity"),
      ("event e\n initial state a { defer e\n always -> b }\n state b { on e -> a }", "SCXML has no counterpart for `defer`"),
      ("event e\n initial state a { on e -> b(x: 1) }\n state b(x: Int)", "SCXML has no counterpart for data of a state"),
      ("event e\n var d: Date = Date.now\n initial state a { on e -> b }\n state b", "SCXML has no counterpart for a value of Swift's own"),
      (
        "event e\n initial parallel state p { state r { initial state s\n on e -> r }\n state q { initial state t } }",
        "SCXML has no counterpart for leaving one region of a parallel state and no other"
      ),
      (
        "event e, f\n initial state s { on e / send f, cancel f\n on f -> t }\n state t",
        "SCXML has no counterpart for withdrawing an event that is sent without a delay"
      ),
      (
        "event e, f\n action a()\n initial state s { initial state b { on e -> h } state c\n history h / a() -> c }",
        "SCXML has no counterpart for effects on the way to a history's default where the state around it stays"
      ),
      (
        "event e, f\n action a()\n initial state s { entry / a()\n on e -> h\n initial state b { on f -> c } state c\n history h }",
        "SCXML has no counterpart for a reaction of a state with a history to a state inside, after which the history remembers what was left"
      ),
    ])
  func whatHasNoCounterpartIsRefused(_ members: String, _ message: String) {
    let (text, found) = written("machine M {\n \(members)\n}")
    #expect(text == nil)
    #expect(found.first?.message == message && found.first?.code == .notCarried, "\(found.map(\.message))")
  }

  /// The document around it is not the machine's own state: that would be left and entered again.
  @Test func whatTheMachineItselfReactsToLeavesItNot() {
    let (text, _) = written("machine M {\n event e\n action a()\n entry / a()\n on e -> b\n initial state b\n}")
    #expect(text?.contains("<transition event=\"e\" type=\"internal\" target=\"b\"/>") == true, "\(text ?? "")")
  }

  /// Where nothing shows that a state is entered again, it is left so that its history remembers.
  @Test func aHistoryRemembersWhatItsStateLeaves() {
    let (text, _) = written(
      "machine M {\n event e, f\n initial state s { on e -> h\n initial state b { on f -> c } state c\n history h }\n}")
    #expect(text?.contains("<transition event=\"e\" target=\"h\"/>") == true, "\(text ?? "")")
  }

  @Test func everyHistoryHasADefault() {
    let (text, _) = written(
      "machine M {\n event e, f\n initial state s { on e -> p.h }\n parallel state p { state l { on f -> s } state r\n deep history h }\n}")
    #expect(text?.contains("<transition target=\"l r\"/>") == true, "\(text ?? "")")
  }

  /// ECMAScript would write 2 for 2.0.
  @Test func numbersInTextLookAsInSwift() {
    let (text, _) = written(
      "machine M {\n event e\n var d: Double = 2.0\n action a(_ t: String, d: Double)\n initial state s { on e / a(\"\\(d)\", d: d) }\n}")
    #expect(text?.contains("expr=\"'' + ('' + textOfDouble(d)) + ', ' + textOfDouble(d)\"") == true, "\(text ?? "")")
    #expect(text?.contains("function textOfDouble(x)") == true)
  }

  /// Engines may keep the order only among events that are raised in the same way.
  @Test func eventsAreRaisedInOneWay() {
    let (text, _) = written(
      "machine M {\n event e\n private event f(n: Int), g\n initial state s { on e / raise f(n: 1), raise g\n on f / raise g\n ignore g }\n}"
    )
    #expect(text?.contains("<raise") == false && text?.contains("<send event=\"g\" target=\"#_internal\"/>") == true, "\(text ?? "")")
  }

  @Test func namesAndTextAreEscaped() {
    let (text, _) = written(
      "/// a -- b --> c\nmachine M {\n event e \"x.y\", f \"a b\"\n action log(_ t: String)\n initial state a { on e / log(\"<\\\"'&\\\\\\n\\u{2028}\") -> c.a\n on f -> c }\n state c { initial state a }\n}"
    )
    #expect(text?.contains("event=\"x.y\"") == true && text?.contains("event=\"f\"") == true)
    #expect(text?.contains("expr=\"'&lt;&quot;\\'&amp;\\\\\\n\\u2028'\"") == true, "\(text ?? "")")
    #expect(text?.contains("<!-- a - - b - -> c -->") == true)
    #expect(text?.contains("<state id=\"c_a\"") == true || text?.contains("id=\"c_a\"/>") == true)
  }
}
