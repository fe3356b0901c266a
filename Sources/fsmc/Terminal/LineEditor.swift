import FSMDiagnostics

/// Reads lines from a terminal with editing, history and completion.
struct LineEditor {
  /// What can stand at the cursor.
  struct Completions: Hashable {
    /// Where the word begins that is completed, in characters.
    var start: Int
    var words: [String]
  }

  enum Outcome: Hashable {
    case line(String)
    /// Ctrl-C: the line is dropped.
    case interrupted
    case endOfInput
  }

  private(set) var history = LineHistory()
  private let mode: RawMode
  private let width: () -> Int
  private let write: (String) -> Void
  private let keys: KeyReader

  /// Nil where standard input is no terminal.
  init?() {
    guard let mode = RawMode(STDIN_FILENO) else { return nil }
    self.mode = mode
    width = { RawMode.width(STDOUT_FILENO) }
    write = { _ = Stream.write(Array($0.utf8), to: STDOUT_FILENO) }
    keys = KeyReader { wait in
      if !wait {
        var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 50) > 0 else { return nil }
      }
      var byte: UInt8 = 0
      while true {
        let count = read(STDIN_FILENO, &byte, 1)
        if count < 0, errno == EINTR { continue }
        return count == 1 ? byte : nil
      }
    }
  }

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - prompt: What stands before it; `paint` gives it colour.
  ///   - isKept: Whether the history takes the line.
  ///   - complete: What can stand at the end of a text.
  mutating func readLine(
    prompt: String, paint: (String) -> String = { $0 }, isKept: Bool = true, complete: (String) -> Completions
  ) -> Outcome {
    mode.begin()
    defer { mode.end() }
    var line = LineBuffer()
    var lastKey: Key?
    show(line, prompt, paint)
    while true {
      // Without a key there is nobody left: a terminal that was closed.
      guard let key = keys.key() else { return finish(line, prompt, paint, .endOfInput) }
      switch key {
      case .enter:
        if isKept { history.add(line.text) }
        return finish(line, prompt, paint, .line(line.text))
      case .interrupt: return finish(line, prompt, paint, .interrupted, mark: "^C")
      case .endOfInput where line.characters.isEmpty: return finish(line, prompt, paint, .endOfInput)
      case .tab: self.complete(&line, isRepeated: lastKey == .tab, complete)
      case .suspend: suspend()
      default: edit(&line, key)
      }
      lastKey = key
      show(line, prompt, paint)
    }
  }

  private mutating func edit(_ line: inout LineBuffer, _ key: Key) {
    switch key {
    case .text(let scalar): line.insert(String(scalar))
    case .backspace: line.deleteBackward()
    case .delete, .endOfInput: line.deleteForward()
    case .left: line.move(by: -1)
    case .right: line.move(by: 1)
    case .home: line.moveToStart()
    case .end: line.moveToEnd()
    case .wordLeft: line.moveWordLeft()
    case .wordRight: line.moveWordRight()
    case .killToEnd: line.killToEnd()
    case .killToStart: line.killToStart()
    case .killWord: line.killWord()
    case .yank: line.yank()
    case .up: if let earlier = history.earlier(than: line.text) { line = LineBuffer(earlier) }
    case .down: if let later = history.later() { line = LineBuffer(later) }
    case .clearScreen: write("\u{1B}[H\u{1B}[2J")
    case .enter, .tab, .interrupt, .suspend, .other: break
    }
  }

  /// One row is drawn anew: back to its start, the text, the rest cleared, the cursor to its place.
  private func show(_ line: LineBuffer, _ prompt: String, _ paint: (String) -> String) {
    let view = LineView(prompt: prompt, line, width: width())
    let right = view.cursor > 0 ? "\u{1B}[\(view.cursor)C" : ""
    write("\r" + paint(prompt) + view.text.dropFirst(prompt.count) + "\u{1B}[K\r" + right)
  }

  private func finish(
    _ line: LineBuffer, _ prompt: String, _ paint: (String) -> String, _ outcome: Outcome, mark: String = ""
  ) -> Outcome {
    var line = line
    line.moveToEnd()
    show(line, prompt, paint)
    write(mark + "\r\n")
    return outcome
  }

  private func suspend() {
    write("\r\n")
    mode.end()
    kill(getpid(), SIGTSTP)
    mode.begin()
  }

  // MARK: Completion

  /// What all candidates share is put in; where that is nothing, the second Tab shows them.
  private func complete(_ line: inout LineBuffer, isRepeated: Bool, _ complete: (String) -> Completions) {
    let found = complete(line.textBeforeCursor)
    guard let shared = Self.sharedStart(of: found.words) else { return write("\u{07}") }
    let typed = line.cursor - found.start
    if shared.count > typed || found.words.count == 1 {
      line.replace(from: found.start, with: shared)
    } else if isRepeated {
      write("\r\n" + Self.columns(found.words, width: width()).map { $0 + "\r\n" }.joined())
    } else {
      write("\u{07}")
    }
  }

  /// The longest text that all words begin with; nil where there are none.
  static func sharedStart(of words: [String]) -> String? {
    guard var shared = words.first.map(Array.init) else { return nil }
    for word in words.dropFirst() {
      let characters = Array(word)
      let count = zip(shared, characters).prefix { $0 == $1 }.count
      shared = Array(shared.prefix(count))
    }
    return String(shared)
  }

  /// Words side by side, as many as a row holds; no more than a screen can show.
  static func columns(_ words: [String], width: Int) -> [String] {
    let shown = words.prefix(100).map { VisibleText.line($0) }
    let column = (shown.map { DisplayWidth.of($0) }.max() ?? 0) + 2
    let perRow = max(width / column, 1)
    var rows = stride(from: 0, to: shown.count, by: perRow).map { start in
      shown[start..<min(start + perRow, shown.count)].map { $0 + String(repeating: " ", count: column - DisplayWidth.of($0)) }.joined()
    }
    if words.count > shown.count { rows.append("… and \(words.count - shown.count) more") }
    return rows
  }
}
