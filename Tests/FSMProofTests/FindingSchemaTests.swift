import FSMCompiler
import FSMDiagnostics
import FSMTestSupport
import Foundation
import Testing

/// What `--diagnostics json` and `sarif` write has the form that the schemas describe, for every finding of every fixture.
struct FindingSchemaTests {
  private static let findings: [(Diagnostic, SourceMap)] = {
    let charts = Fixtures.files(in: "diagnostics", extension: "fsm") + Fixtures.files(in: "proofs", extension: "fsm")
    return charts.flatMap { fixture -> [(Diagnostic, SourceMap)] in
      guard let bytes = try? fixture.bytes() else { return [] }
      let compilation = Compilation(SourceInput(path: fixture.path, bytes: bytes))
      let all = compilation.diagnostics + compilation.prove(bound: 200).findings + compilation.unhandled + compilation.priorities
      return all.map { ($0, compilation.sources) }
    }
  }()

  private func schema(_ file: String) throws -> SchemaValidator {
    try SchemaValidator(schema: Data(Fixtures.file("../../\(file)").bytes()))
  }

  /// The findings show everything that can be in one: else nothing is checked of it.
  @Test func findingsShowEverything() {
    let all = Self.findings.map(\.0)
    #expect(all.contains { $0.trace?.steps.contains { $0.span != nil && !$0.answers.isEmpty } == true })
    #expect(all.contains { !$0.labels.isEmpty })
    #expect(all.contains { !$0.fixes.isEmpty })
    #expect(Set(all.map(\.severity)).count == 3)
    #expect(Set(all.map(\.code)).count > 70)
  }

  @Test func jsonFitsItsSchema() throws {
    let schema = try schema("Grammar/findings.schema.json")
    var lines = Self.findings.map { JSONRenderer.render([$0.0], in: $0.1) }
    lines.append(JSONRenderer.render(problem: "cannot read door.fsm: no such file", file: "door.fsm"))
    lines.append(JSONRenderer.render(problem: "nothing to do", file: nil))
    for line in lines {
      let problems = try schema.problems(in: Data(line.utf8))
      #expect(problems.isEmpty, "\(line)\(problems.joined(separator: "\n"))")
    }
  }

  @Test func sarifFitsItsSchema() throws {
    let schema = try schema("Tests/Fixtures/schemas/sarif.schema.json")
    let problems = [SARIFRenderer.Problem(message: "cannot read", file: "a b.fsm"), .init(message: "nothing to do", file: nil)]
    let log = SARIFRenderer(version: "1.2.3").render(Self.findings, problems: problems)
    let found = try schema.problems(in: Data(log.utf8))
    #expect(found.isEmpty, "\(found.prefix(10).joined(separator: "\n"))")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(log.utf8)) as? [String: Any])
    let results = try #require(((object["runs"] as? [[String: Any]])?.first?["results"]) as? [[String: Any]])
    #expect(results.count { $0["codeFlows"] != nil } == Self.findings.count { $0.0.trace != nil })
    #expect(try schema.problems(in: Data(SARIFRenderer(version: "1.2.3").render([]).utf8)).isEmpty)
  }

  /// A schema that lets everything pass would prove nothing.
  @Test(arguments: ["\"severity\"", "\"line\"", "\"labels\"", "\"endOffset\""])
  func aLineWithoutAPartIsRefused(_ part: String) throws {
    let schema = try schema("Grammar/findings.schema.json")
    let line = try #require(Self.findings.first.map { JSONRenderer.render([$0.0], in: $0.1) })
    let wrong = line.replacing(part, with: "\"other\"", maxReplacements: 1)
    #expect(wrong != line)
    #expect(try !schema.problems(in: Data(wrong.utf8)).isEmpty)
  }

  @Test(arguments: ["\"ruleId\"", "\"text\"", "\"startLine\"", "\"threadFlows\"", "\"2.1.0\"", "\"driver\""])
  func aLogWithoutAPartIsRefused(_ part: String) throws {
    let schema = try schema("Tests/Fixtures/schemas/sarif.schema.json")
    let log = SARIFRenderer(version: "1").render(Self.findings)
    let wrong = log.replacing(part, with: "\"other\"", maxReplacements: 1)
    #expect(wrong != log)
    #expect(try !schema.problems(in: Data(wrong.utf8)).isEmpty)
  }
}
