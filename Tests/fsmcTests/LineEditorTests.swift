import FSMCompiler
import FSMDiagnostics
import FSMModel
import FSMSimulate
import Testing

@testable import fsmc

/// The parts of the line editor that need no terminal.
struct LineEditorTests {
  // MARK: Keys

  /// The keys that bytes are cut into.
  private func keys(_ bytes: [UInt8]) -> [Key] {
    var rest = bytes[...]
    let reader = KeyReader { _ in rest.popFirst() }
    var keys: [Key] = []
    while let key = reader.key() { keys.append(key) }
    return keys
  }

  @Test func bytesBecomeKeys() {
    #expect(keys(Array("a待".utf8)) == [.text("a"), .text("待")])
    #expect(keys([0x1B, 0x5B, 0x41, 0x1B, 0x4F, 0x42]) == [.up, .down])
    #expect(keys(Array("\u{1B}[1;5C\u{1B}[3~\u{1B}[H\u{1B}[4~".utf8)) == [.wordRight, .delete, .home, .end])
    #expect(keys([0x03, 0x04, 0x09, 0x0D, 0x7F, 0x17]) == [.interrupt, .endOfInput, .tab, .enter, .backspace, .killWord])
    #expect(keys([0x1B, 0x62, 0x1B, 0x66]) == [.wordLeft, .wordRight])
  }

  @Test func damagedBytesDoNoHarm() {
    #expect(keys([0xFF]) == [.text("\u{FFFD}")])
    #expect(keys([0xE5, 0xBE]) == [.text("\u{FFFD}")])
    #expect(keys([0x1B]) == [.other])
    #expect(keys(Array("\u{1B}[999999999999999999999999x".utf8)).first == .other)
    for byte in UInt8.min...UInt8.max { #expect(!keys([0x1B, byte, byte, byte]).isEmpty) }
  }

  // MARK: The line

  @Test func editing() {
    var line = LineBuffer("push(n: 3)")
    line.moveToStart()
    line.deleteForward()
    line.insert("w")
    #expect(line.text == "wush(n: 3)")
    line.moveWordRight()
    #expect(line.cursor == 4)
    line.killToEnd()
    line.insert(" ")
    line.yank()
    #expect(line.text == "wush (n: 3)")
    line.moveToEnd()
    line.killWord()
    #expect(line.text == "wush (n: ")
    line.killToStart()
    #expect(line.text.isEmpty && line.cursor == 0)
    line.deleteBackward()
    line.deleteForward()
    line.move(by: -1)
    line.move(by: 1)
    #expect(
      line
        == {
          var other = line
          other.killToStart()
          return other
        }())
  }

  @Test func combiningMarksJoinWhatStandsBefore() {
    var line = LineBuffer("e")
    line.insert("\u{301}")
    #expect(line.characters.count == 1 && line.cursor == 1)
    line.insert("👩")
    line.insert("\u{200D}")
    line.insert("🚀")
    #expect(line.characters.count == 2)
    line.deleteBackward()
    #expect(line.text == "e\u{301}")
  }

  @Test func historyGoesBackAndForth() {
    var history = LineHistory()
    for line in ["a", "b", "b", "", "c"] { history.add(line) }
    #expect(history.lines == ["a", "b", "c"])
    #expect(history.earlier(than: "draft") == "c")
    #expect(history.earlier(than: "c") == "b")
    #expect(history.later() == "c")
    #expect(history.later() == "draft")
    #expect(history.later() == nil)
    for _ in 0..<3 { _ = history.earlier(than: "") }
    #expect(history.earlier(than: "a") == nil)
  }

  // MARK: The row

  @Test func aShortLineIsShownWhole() {
    let view = LineView(prompt: "> ", LineBuffer("待 a"), width: 20)
    #expect(view == LineView(prompt: "> ", LineBuffer("待 a"), width: 20))
    #expect(view.text == "> 待 a" && view.cursor == 6 && view.isWhole)
  }

  @Test(arguments: [0, 5, 20, 40, 200]) func aLongLineNeverLeavesItsRow(width: Int) {
    var line = LineBuffer(String(repeating: "待x", count: 300))
    for position in [600, 599, 300, 1, 0] {
      line.moveToStart()
      line.move(by: position)
      let view = LineView(prompt: "> ", line, width: width)
      #expect(DisplayWidth.of(view.text) < max(width, 12))
      #expect(view.cursor <= DisplayWidth.of(view.text))
      #expect(!view.isWhole)
    }
  }

  @Test func controlsAreShownAndNotObeyed() {
    let view = LineView(prompt: "", LineBuffer("a\u{1B}[31m\u{202E}b"), width: 80)
    #expect(!view.text.unicodeScalars.contains("\u{1B}") && !view.text.unicodeScalars.contains("\u{202E}"))
  }

  // MARK: Completion

  @Test func whatWordsShare() {
    #expect(LineEditor.sharedStart(of: ["push", "pull"]) == "pu")
    #expect(LineEditor.sharedStart(of: ["push"]) == "push")
    #expect(LineEditor.sharedStart(of: []) == nil)
    #expect(LineEditor.columns(["a", "待付", "c"], width: 14) == ["a     待付  ", "c     "])
    #expect(LineEditor.columns((0..<250).map { "w\($0)" }, width: 80).last == "… and 150 more")
    #expect(LineEditor.columns(["a", "b"], width: 0).count == 2)
  }

  private static let chart = """
    machine Kiosk {
      enum Size { small, large }
      event buy(size: Size, gift: Bool), refill, close
      private event tick
      func isOpen(at: Int) -> Bool
      activity fetch() throws -> Int
      initial state open {
        do fetch()
        on fetch.done -> self
        on buy [isOpen(at: 3)] / raise tick
        on close -> shut
      }
      state shut { on refill -> open }
      on tick -> shut
    }
    """

  private func completions(of text: String, after steps: String...) throws -> [String] {

    let compilation = Compilation(SourceInput(path: "k.fsm", bytes: Array(Self.chart.utf8)))
    var simulation = try #require(Simulation(compilation, machine: MachineID(0)))
    var session = Session(simulation.assembly)
    for step in ["start"] + steps {
      let line = InputLine(path: "", number: 1, bytes: Array(step.utf8))
      switch simulation.command(line, known: []).part {
      case .step(let step)?: _ = session.perform(step)
      case .word(.start, _, let span)?: _ = session.start(span)
      default: Issue.record("\(step)")
      }
    }
    return PromptCompletion(session: session).completions(of: text).words
  }

  @Test func eventsThatAreAcceptedHereAndCommands() throws {
    #expect(try completions(of: "b") == ["buy("])
    #expect(try completions(of: "re") == [])
    #expect(try completions(of: "re", after: "close") == ["refill"])
    #expect(try completions(of: "f") == ["failed ", "fetch.done(", "fetch.failed("])
    #expect(try completions(of: "un") == ["undo"])
    #expect(try completions(of: "t") == [])
  }

  @Test func whatFollowsAWord() throws {
    #expect(try completions(of: "why r") == ["refill"])
    #expect(try completions(of: "done ") == ["fetch"])
    #expect(try completions(of: "given i") == ["isOpen("])
    #expect(try completions(of: "help und") == ["undo"])
    #expect(try completions(of: "expect in(o") == ["open)"])
  }

  @Test func labelsAndValues() throws {
    #expect(try completions(of: "buy(") == ["size: "])
    #expect(try completions(of: "buy(size: .l") == [".large"])
    #expect(try completions(of: "buy(size: .large, ") == ["gift: "])
    #expect(try completions(of: "buy(size: .large, gift: ") == ["false", "true"])
    #expect(try completions(of: "buy(size: .large, gift: true, ") == [])
    #expect(try completions(of: "why buy(s") == ["size: "])
  }
}
