import FSMCompiler
import FSMDiagnostics
import Testing

/// The pipeline: files that use files, and which findings are shown.
struct CompilationTests {
  private static let clip = "machine Clip {\n  initial state a\n}\n"

  /// Compiles the first of some files; the others can be used. Also returns which paths were asked for.
  private func compile(_ files: [(String, String)]) -> (Compilation, asked: [String]) {
    var asked: [String] = []
    let input = SourceInput(path: files[0].0, bytes: Array(files[0].1.utf8))
    let compilation = Compilation(input) { file in
      asked.append(file.path)
      guard let found = files.first(where: { $0.0 == file.path }) else { return .missing }
      return .found(bytes: Array(found.1.utf8), identity: nil)
    }
    return (compilation, asked)
  }

  private func user(_ uses: String...) -> String { uses.map { "use \"\($0)\"\n" }.joined() + "machine User {\n  initial state a\n}\n" }

  @Test func usedFilesAreFoundBesideTheirUser() {
    let (compilation, asked) = compile([
      ("charts/main.fsm", user("parts/one.fsm", "../two.fsm")),
      ("charts/parts/one.fsm", "use \"./inner.fsm\"\nmachine One {\n  initial state a\n}\n"),
      ("charts/../two.fsm", "machine Two {\n  initial state a\n}\n"), ("charts/parts/inner.fsm", Self.clip),
    ])
    #expect(!compilation.hasErrors, "\(compilation.diagnostics)")
    #expect(asked == ["charts/parts/one.fsm", "charts/../two.fsm", "charts/parts/inner.fsm"])
    #expect(compilation.usedPaths == asked)
    #expect(compilation.ownMachines.map(\.name) == ["User"])
    #expect(compilation.chart.machines.map(\.name) == ["User", "One", "Two", "Clip"])
  }

  @Test func circlesAndRepeatsAreReadOnce() {
    let (compilation, asked) = compile([
      ("x/main.fsm", user("b.fsm", "./b.fsm", "../x/b.fsm", "main.fsm", "b.fsm")),
      ("x/b.fsm", "use \"../x/main.fsm\"\nuse \"b.fsm\"\n" + Self.clip),
    ])
    #expect(!compilation.hasErrors, "\(compilation.diagnostics)")
    #expect(asked == ["x/b.fsm"])
  }

  /// Two paths to one file, which only whoever reads files can know.
  @Test func identityTellsFilesApart() {
    let input = SourceInput(path: "main.fsm", bytes: Array(user("a.fsm", "b.fsm").utf8), identity: "1")
    let compilation = Compilation(input) { _ in .found(bytes: Array(Self.clip.utf8), identity: "2") }
    #expect(!compilation.hasErrors, "\(compilation.diagnostics)")
    #expect(compilation.usedPaths == ["a.fsm"])
  }

  @Test func missingAndUnreadableFiles() {
    let input = SourceInput(path: "charts/main.fsm", bytes: Array(user("gone.fsm", "secret.fsm").utf8))
    let compilation = Compilation(input) { $0.path.hasSuffix("gone.fsm") ? .missing : .unreadable("permission denied") }
    #expect(compilation.diagnostics.map(\.code) == [.usedFileNotFound, .usedFileNotFound])
    #expect(compilation.diagnostics[0].message == "no file is at `gone.fsm`")
    #expect(compilation.diagnostics[0].hint?.contains("`charts/gone.fsm`") == true)
    #expect(compilation.diagnostics[1].message == "`secret.fsm` cannot be read: permission denied")
  }

  @Test(arguments: ["", " \n\n", "\u{FEFF}", "// nothing\nimport Foundation"])
  func filesWithoutAMachine(_ text: String) {
    #expect(compile([("a.fsm", text)]).0.diagnostics.map(\.code) == [.noMachine])
  }

  /// Later stages would say the same again in other words.
  @Test func errorsOfOneStageHideLaterOnes() {
    let (compilation, _) = compile([("a.fsm", "machine A {\n  initial state a { on -> b }\n  state c { on nothing -> nowhere }\n}\n")])
    #expect(compilation.hasErrors && !compilation.isUnderstood)
    #expect(compilation.diagnostics.allSatisfy { $0.code.rawValue.hasPrefix("FSM1") }, "\(compilation.diagnostics)")
    #expect(compilation.ownMachines.first?.name == "A")
  }

  @Test func equalInputsGiveEqualOutputs() {
    let files = [("a.fsm", user("clip.fsm")), ("clip.fsm", Self.clip)]
    let (first, second) = (compile(files).0, compile(files).0)
    #expect(first.dot() == second.dot())
    #expect(first.diagnostics == second.diagnostics)
  }
}
