import FSMDiagnostics
import Testing

/// A report to render: findings placed by the text they stand on.
struct RenderingCase: Sendable, CustomTestStringConvertible {
  var name: String
  var sources = SourceMap()
  var diagnostics: [Diagnostic] = []
  var testDescription: String { name }

  static let all = [labels, wide, tabs, multiLine, overlap, otherFile, hidden, longLine, ends, emptyFile, fixes]

  private init(_ name: String, _ files: (String, String)...) {
    self.name = name
    for (path, text) in files { sources.add(path: path, bytes: Array(text.utf8)) }
  }

  /// The span of a piece of text, the first that stands right behind another.
  private func span(_ text: String, behind before: String = "", in file: Int = 0) -> Span {
    let bytes = sources.files[file].bytes
    let start = bytes.indices.first { bytes[$0...].starts(with: (before + text).utf8) } ?? 0
    return Span(file: FileID(file), start: start + before.utf8.count, end: start + (before + text).utf8.count)
  }

  private static let door = """
    /// A door.
    machine Door {
      event push, pull

      initial state closed {
        on pus -> open
      }
      state open {
        on pull -> closed
      }
    }

    """

  static let labels: RenderingCase = {
    var item = RenderingCase("labels", ("door.fsm", door))
    item.diagnostics = [
      Diagnostic(
        .unknownName, at: item.span("pus", behind: "on "), "no event is called `pus`",
        labels: [.init(item.span("push"), "the nearest name is declared here"), .init(item.span("open\n  }"), "the target")],
        hint: "events are declared in the machine",
        fixes: [.init("write `push`", [.init(item.span("pus", behind: "on "), "push")])]),
      Diagnostic(
        .overlappingReactions, at: item.span("pull ->"), "a second finding", severity: .warning,
        labels: [.init(item.span("on pull"), "around it"), .init(item.span("closed\n  }\n}"), "from here on")]),
      Diagnostic(.unused, at: item.span("Door {").before, "a note", severity: .note),
    ]
    return item
  }()

  static let wide: RenderingCase = {
    var item = RenderingCase("wide", ("breit.fsm", "state 待付款 \"e\u{301}👩‍🚀🇩🇪\" { on push -> offen }\n한글 ｆｕｌｌ x\n"))
    item.diagnostics = [
      Diagnostic(.unknownState, at: item.span("offen"), "no state is called `offen`"),
      Diagnostic(.unexpectedCharacter, at: item.span("👩‍🚀🇩🇪"), "wide"),
      Diagnostic(.unexpectedCharacter, at: item.span("x"), "behind wide", labels: [.init(item.span("한글"), "two wide ones")]),
    ]
    return item
  }()

  static let tabs: RenderingCase = {
    var item = RenderingCase("tabs", ("tabs.fsm", "\tstate a\t{ on\tpush -> b }\n"))
    item.diagnostics = [
      Diagnostic(.unknownState, at: item.span("b }"), "behind tabs"), Diagnostic(.unknownName, at: item.span("\tpush"), "a tab inside"),
    ]
    return item
  }()

  static let multiLine: RenderingCase = {
    var item = RenderingCase("multi-line", ("door.fsm", door))
    item.diagnostics = [
      Diagnostic(.missingInitial, at: item.span(String(door.dropFirst(12).dropLast(1))), "a machine", hint: "mark one `initial`"),
      Diagnostic(
        .expected, at: item.span("on pus -> open\n  }"), "two lines", labels: [.init(item.span("open {\n    on pull"), "two more")]),
      Diagnostic(.expected, at: item.span("open\n"), "to the line end"),
    ]
    return item
  }()

  static let overlap: RenderingCase = {
    var item = RenderingCase("overlap", ("a.fsm", "  on push [a && b] -> c\n"))
    item.diagnostics = [
      Diagnostic(
        .overlappingReactions, at: item.span("[a && b]"), "inside each other",
        labels: [
          .init(item.span("a &&"), "one side"), .init(item.span("b]"), "the other side"), .init(item.span("on"), "first"),
          .init(item.span("push"), "second"),
        ])
    ]
    return item
  }()

  static let otherFile: RenderingCase = {
    var item = RenderingCase("other-file", ("editor.fsm", "use \"clip.fsm\"\nmachine Clip {}\n"), ("clip.fsm", "\n\nmachine Clip {}\n"))
    item.diagnostics = [
      Diagnostic(
        .duplicateName, at: item.span("Clip {}"), "a second machine is called `Clip`",
        labels: [.init(item.span("Clip", in: 1), "the first"), .init(item.span("clip.fsm"), "used here")], hint: "rename one")
    ]
    return item
  }()

  static let hidden: RenderingCase = {
    var item = RenderingCase("hidden", ("a\u{1B}[31m.fsm", "state \u{1B}[31m x \u{202E}abc\u{7F} y\n"))
    item.diagnostics = [
      Diagnostic(.unexpectedCharacter, at: item.span("y"), "a\nb \u{1B}[0m\u{202E}", hint: "\u{7}", fixes: [.init("\r", [])])
    ]
    return item
  }()

  static let longLine: RenderingCase = {
    let names = (1...400).map { "s\($0)" }.joined(separator: ", ")
    var item = RenderingCase("long-line", ("long.fsm", "state \(names)\n"))
    item.diagnostics = [
      Diagnostic(
        .duplicateName, at: item.span("s200,"), "in the middle", labels: [.init(item.span("s210"), "near"), .init(item.span("s2,"), "far")]),
      Diagnostic(.duplicateName, at: item.span("s1,"), "at the start"), Diagnostic(.duplicateName, at: item.span("s400"), "at the end"),
      Diagnostic(.duplicateName, at: item.span(names), "all of it"),
    ]
    return item
  }()

  static let ends: RenderingCase = {
    var item = RenderingCase("ends", ("a.fsm", "machine A {\r\n\r\n  state b"))
    item.diagnostics = [
      Diagnostic(
        .expected, at: item.span("b").after, "expected `}`, found the end of the file", labels: [.init(item.span("{"), "opened here")]),
      Diagnostic(.expected, at: item.span("A {").after, "at a line end"),
      Diagnostic(.expected, at: Span(file: FileID(0), start: 13, end: 15), "an empty line"),
    ]
    return item
  }()

  static let emptyFile: RenderingCase = {
    var item = RenderingCase("empty-file", ("a.fsm", ""))
    item.diagnostics = [Diagnostic(.noMachine, at: item.sources.files[0].startSpan, "the file is empty")]
    return item
  }()

  static let fixes: RenderingCase = {
    var item = RenderingCase("fixes", ("a.fsm", "  on push -> open / ring()\n  on pull\n"))
    let (target, effect) = (item.span(" -> open"), item.span(" / ring()"))
    item.diagnostics = [
      Diagnostic(
        .reactionOrder, at: item.span("/ ring()"), "effects after the target",
        fixes: [.init("write the effects first", [.init(target.before, " / ring()"), .init(effect, "")])]),
      Diagnostic(
        .emptyReaction, at: item.span("on pull"), "nothing follows `pull`",
        fixes: [
          .init("write `ignore`", [.init(item.span("on pull"), "ignore pull")]), .init("remove it", [.init(item.span("on pull"), "")]),
          .init("change two lines", [.init(item.span("on push"), "a"), .init(item.span("on pull"), "b")]),
        ]),
    ]
    return item
  }()
}
