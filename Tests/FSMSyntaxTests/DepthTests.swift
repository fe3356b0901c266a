import FSMDiagnostics
import FSMSyntax
import Foundation
import Testing

/// Text nested without end: one clear error, in linear time and on a small stack.
@Suite struct DepthTests {
  static let many = 4_000

  /// A name, a text, and the codes expected.
  static let cases: [(String, String, [DiagnosticCode])] = [
    ("states", "machine M {" + repeated("state a {") + repeated("}") + "}", [.nestedTooDeep]),
    ("states left open", "machine M {" + repeated("state a {"), [.nestedTooDeep]),
    ("states left open on lines", "machine M {\n" + repeated("state a {\n"), [.nestedTooDeep]),
    ("braces", repeated("{"), [.expected, .nestedTooDeep]),
    ("braces closing", "machine M {}" + repeated("}"), Array(repeating: .surplusBrace, count: 20)),
    ("parentheses", inGuard(repeated("(") + "x" + repeated(")")), [.nestedTooDeep]),
    ("parentheses left open", inGuard(repeated("(")), [.nestedTooDeep]),
    ("brackets", inGuard(repeated("[") + "x" + repeated("]")), [.nestedTooDeep]),
    ("calls", inGuard(repeated("f(") + "x" + repeated(")")), [.nestedTooDeep]),
    ("subscripts", inGuard(repeated("f[") + "x" + repeated("]")), [.nestedTooDeep]),
    ("prefix operators", inGuard(repeated("!") + "x"), [.nestedTooDeep]),
    ("minus signs", inGuard(repeated("- ") + "x"), [.nestedTooDeep]),
    ("a sum", inGuard("a" + repeated("+a")), [.nestedTooDeep]),
    ("a coalescing chain", inGuard("a" + repeated(" ?? a")), [.nestedTooDeep]),
    ("a conjunction", inGuard("a" + repeated(" && a")), [.nestedTooDeep]),
    ("comparisons", inGuard("a" + repeated(" < a")), [.chainedComparison]),
    ("ternaries", inGuard(repeated("a ? b : ") + "c"), [.nestedTooDeep]),
    ("ternaries inside", inGuard(repeated("a ? ") + "b" + repeated(" : c")), [.nestedTooDeep]),
    ("members", inGuard("a" + repeated(".b")), [.nestedTooDeep]),
    ("forced members", inGuard("a" + repeated("!.b")), [.nestedTooDeep]),
    ("calls of calls", inGuard("a" + repeated("()")), [.nestedTooDeep]),
    ("ifs", "machine M { entry / " + repeated("if a { ") + "f()" + repeated("}") + "}", [.nestedTooDeep]),
    ("else ifs", "machine M { entry / " + repeated("if a { f() } else ") + "{ f() } }", [.nestedTooDeep]),
    ("types", "machine M { let a: " + repeated("[") + "Int" + repeated("]") + "}", [.nestedTooDeep]),
    ("generic types", "machine M { let a: " + repeated("A<") + "Int" + repeated(">") + "}", [.nestedTooDeep]),
    ("function types", "machine M { let a: " + repeated("()->") + "Int }", [.nestedTooDeep]),
    ("comments", "machine M {" + repeated("/*") + repeated("*/") + "}", []),
    ("comments left open", "machine M {}" + repeated("/*"), [.unterminatedComment]),
    ("comments closing", "machine M {" + repeated("*/ ") + "}", Array(repeating: .strayCommentEnd, count: 20)),
    ("interpolations", inGuard(repeated("\"\\(") + "x" + repeated(")\"")), [.nestedTooDeep]),
    ("interpolations left open", inGuard(repeated("\"\\(")), [.unterminatedString]),
    ("one line of quotes", "machine M {" + repeated("\" ") + "}", [.expected]),
    ("a list of effects", "machine M { entry / f()" + repeated(", f()") + "}", []),
    ("arrows", "machine M { on e " + repeated("-> a ") + "}", [.expected]),
    ("semicolons", "machine M {" + repeated(";") + "}", []),
    ("split types", "machine M { let a: A<B>= 1" + repeated(", a: A<B>= 1") + "}", []),
    ("bad names", "machine M { state a-b" + repeated(", a-b") + "}", Array(repeating: .badName, count: 20)),
    ("stray words", "machine M { state " + repeated("a ") + "{} }", [.badName]),
    ("one long name", "machine " + repeated("n") + " {}", []),
    ("bad characters", "machine M { " + repeated("# ") + "}", Array(repeating: .unexpectedCharacter, count: 20)),
    ("docs", repeated("/// a\n") + "machine M {}", []),
    ("durations", "machine M { after " + repeated("1s ") + "-> a }", []),
    ("broken lines", "machine M {\n" + repeated("on [\n") + "}", Array(repeating: .expected, count: 20)),
    ("broken branches", "machine M { on e {\n" + repeated("[ ]\n") + "} }", Array(repeating: .expected, count: 20)),
    ("open blocks on one line each", "machine M {\n" + repeated(" state a { on b -> c\n"), [.nestedTooDeep]),
  ]

  static func repeated(_ text: String) -> String { String(repeating: text, count: many) }

  static func inGuard(_ text: String) -> String { "machine M { state s { on e [\(text)] -> s\n state t } }" }

  @Test(arguments: cases.indices)
  func `nesting without end`(_ index: Int) {
    let (name, text, expected) = Self.cases[index]
    let found = onSmallStack { SyntaxFile(parsing: source(text)).diagnostics }
    #expect(found.map(\.code) == expected, "\(name): \(found.map { "\($0.span.start) \($0.message.prefix(200))" }.prefix(3))")
  }

  /// What stands just within the limits is fine, one step further is not.
  @Test(arguments: [(63, 99, true), (64, 99, false), (63, 100, false)])
  func `as deep as allowed`(_ states: Int, _ terms: Int, _ isFine: Bool) {
    let nested = String(repeating: "state a { ", count: states) + String(repeating: "}", count: states)
    let text = "machine M { \(nested) let x: Int = a\(String(repeating: "+a", count: terms)) }"
    let found = onSmallStack { SyntaxFile(parsing: source(text)).diagnostics }
    #expect(found.map(\.code) == (isFine ? [] : [.nestedTooDeep]))
  }

  /// Runs on a thread with a stack of 512 KB, as threads other than the first have on macOS.
  private func onSmallStack<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value {
    let box = Box<Value>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.value = work()
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    guard let value = box.value else { fatalError("the thread ended without a value") }
    return value
  }

  /// Safe: written before the semaphore is signalled, read after.
  private final class Box<Value>: @unchecked Sendable { var value: Value? }
}
