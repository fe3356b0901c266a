import FSMTestSupport
import Foundation
import Testing

@testable import FSMSyntax

/// `Grammar/fsm.ebnf` and the comments above the parser's methods say the same.
@Suite struct GrammarTests {
  static let root = Fixtures.root.deletingLastPathComponent().deletingLastPathComponent()

  /// Productions by name, each as its words joined by one blank.
  private func grammar() throws -> [String: String] {
    let text = try String(contentsOf: Self.root.appendingPathComponent("Grammar/fsm.ebnf"), encoding: .utf8)
    let body = text.replacing(/\(\*(?s:.*?)\*\)/, with: "")
    var productions: [String: String] = [:]
    for match in body.matches(of: /(?m)^([a-z][A-Za-z]*) = (?s:(.*?)) ;$/) {
      #expect(productions[String(match.1)] == nil, "\(match.1) is defined twice")
      productions[String(match.1)] = words(match.2)
    }
    return productions
  }

  /// The productions above methods, with the name of the method below each.
  private func parser() throws -> [(name: String, text: String, method: String)] {
    let folder = Self.root.appendingPathComponent("Sources/FSMSyntax/Parser")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.flatMap { file in
      let source = try String(contentsOf: file, encoding: .utf8)
      let production = /(?m)^ *\/\/ ([a-z][A-Za-z]*) = ((?:.*\n *\/\/ )*?.*) ;\n(?: *\/\/\/.*\n)* *(?:private )?mutating func (\w+)/
      return source.matches(of: production).map { (String($0.1), words($0.2.replacing("//", with: "")), String($0.3)) }
    }
  }

  private func words(_ text: Substring) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  @Test func `every production has its method, and the same text above it`() throws {
    let grammar = try grammar()
    let parser = try parser()
    #expect(grammar.count > 60)
    #expect(parser.count == grammar.count)
    #expect(Set(parser.map(\.name)) == Set(grammar.keys))
    for (name, text, method) in parser {
      #expect(grammar[name] == text, "\(name)")
      #expect(method == "parse" + name.prefix(1).uppercased() + name.dropFirst())
    }
  }

  @Test func `every name in the grammar is defined in it`() throws {
    let grammar = try grammar()
    let text = try String(contentsOf: Self.root.appendingPathComponent("Grammar/fsm.ebnf"), encoding: .utf8)
    for (name, body) in grammar {
      for word in body.replacing(/"[^"]*"/, with: "").matches(of: /[A-Za-z_]+/) {
        let isToken = word.0.allSatisfy { $0.isUppercase || $0 == "_" }
        let isDefined = isToken ? text.contains("\n\(word.0) = ") || word.0 == "TOKEN" : grammar[String(word.0)] != nil
        #expect(isDefined, "\(word.0) in \(name)")
      }
    }
  }

  /// A keyword is in the grammar, and a word of the grammar is a keyword.
  @Test func `the grammar's words are the keywords`() throws {
    var words: Set<String> = []
    for body in try grammar().values {
      for match in body.matches(of: /"([a-z]+)"/) { words.insert(String(match.1)) }
    }
    // `of` is a word of Swift's types; `case` is known to say that it is not needed.
    let known = Set(Keyword.allCases.filter { $0 != .none }.map(\.text)).subtracting(["case"]).union(["of"])
    #expect(words.union(["if", "else", "in", "true", "false", "nil"]) == known)
  }
}
