import FSMCompiler
import FSMModel
import FSMTestSupport
import Foundation
import Testing

@testable import FSMEmit

/// Mermaid and PlantUML: what they look like, that nothing of a chart is lost, and that no name can break them.
struct PictureTextTests {
  static let charts = ["emit", "dot", "traces", "charts"].flatMap { Fixtures.files(in: $0, extension: "fsm") }

  private func compiled(_ text: String) -> Compilation { Compilation(SourceInput(path: "chart.fsm", bytes: Array(text.utf8))) }

  @Test(arguments: ["dot/Player", "emit/Names"])
  func goldens(_ path: String) throws {
    let compilation = compiled(try Fixtures.file(path + ".fsm").text())
    Golden.expect(MermaidOutput.render(compilation.chart), at: path + ".mmd")
    Golden.expect(PlantUMLOutput.render(compilation.chart), at: path + ".puml")
  }

  @Test(arguments: charts)
  func everyTransitionAndStateIsThere(_ fixture: Fixture) throws {
    let compilation = compiled(try fixture.text())
    guard compilation.isUnderstood else { return }
    let (mermaid, plantUML) = (MermaidOutput.render(compilation.chart), PlantUMLOutput.render(compilation.chart))
    for machine in compilation.ownMachines {
      let drawn = machine.transitions.filter { !$0.targets.isEmpty }
      let initials = machine.states.count { $0.initial != nil }
      // Of those that lead from a state to itself only the first has an arrow of its own.
      let loops = drawn.filter { $0.targets.map(\.state) == [$0.source] }
      let arrows = mermaid.split(separator: "\n").count { $0.contains(" --> ") }
      #expect(arrows >= drawn.count - loops.count + Set(loops.map(\.source)).count + initials, "\(fixture.path)")
      let text = ChartText(chart: compilation.chart, machine: machine.id)
      let flat = mermaid.replacing("<br/>", with: " ").split(separator: " ").joined(separator: " ")
      for transition in drawn {
        let label = MermaidText(text.label(of: transition.id)).rendered.split(separator: " ").joined(separator: " ")
        #expect(label.isEmpty || flat.contains(label), "\(fixture.path): \(label)")
      }
      // In PlantUML some stand as a line in their state, behind an arrow of its own.
      #expect(plantUML.split(separator: "\n").count { $0.contains(" --> ") || $0.contains("\u{2192}") } >= drawn.count, "\(fixture.path)")
      for state in machine.states {
        if case .choice = state.kind { continue }
        if case .history = state.kind { continue }
        #expect(mermaid.contains(MermaidText(state.label ?? state.name).rendered))
        #expect(plantUML.contains(PlantUMLText(state.label ?? state.name).rendered))
      }
    }
    #expect(
      mermaid.split(separator: "\n").count { $0.hasSuffix("{") } == mermaid.split(separator: "\n").count { $0.drop { $0 == " " } == "}" })
  }

  @Test func hostileText() {
    let text = "a\"b\\n <b>&amp; #35; [x] {y} -- ; : %% '/ __u__ ~~ \u{1F600}\nnext"
    for rendered in [MermaidText(text).rendered, PlantUMLText(text).rendered] {
      #expect(
        !rendered.contains("\n") && !rendered.contains("\"") && !rendered.contains("--") && !rendered.contains("%%")
          && !rendered.contains("'"))
      #expect(!rendered.contains("{") && !rendered.contains("[") && rendered.contains("\u{1F600}"))
    }
    #expect(MermaidText("a;b").rendered == "a#59;b")
    #expect(PlantUMLText("a\"b").rendered == "a<U+0022>b")
  }

  @Test func whatIsDeepIsDrawnClosed() throws {
    let compilation = compiled(
      """
      machine M {
        event e, f
        initial state a {
          initial state b { initial state c { on e -> d } }
          state d { on e -> c  on f -> z }
        }
        state z { on e -> c }
      }
      """)
    let machine = compilation.chart.machines[0]
    let view = ViewedMachine(machine, PictureView(depth: 1))
    #expect(view.isClosed(machine.states[1]) && view.hiddenCount(in: machine.states[1]) == 3)
    #expect(machine.transitions.map { view.isShown($0) } == [false, false, true, true])
    let dot = DotOutput.render(compilation.chart, views: [machine.id: PictureView(depth: 1)])
    #expect(dot.contains("3 states inside") && !dot.contains("M.a.b") && !dot.contains("M.a.d"))
    #expect(dot.split(separator: "\n").count { $0.contains("class=\"transition\"") } == 2)
    for text in [
      MermaidOutput.render(compilation.chart, views: [machine.id: PictureView(depth: 1)]),
      PlantUMLOutput.render(compilation.chart, views: [machine.id: PictureView(depth: 1)]),
    ] {
      #expect(text.contains("3 states inside") && !text.contains("M_a_b"))
    }
  }

  @Test func whatStandsOut() throws {
    let compilation = compiled("machine M {\n event e\n initial state a { on e -> b }\n state b { on e -> a }\n}")
    let machine = compilation.chart.machines[0]
    let view = PictureView(
      highlighted: [machine.states[2].id], steps: [machine.transitions[0].id: [1, 3]], visited: [machine.states[1].id])
    #expect(DotOutput.render(compilation.chart, views: [machine.id: view]).contains("(1, 3)"))
    let mermaid = MermaidOutput.render(compilation.chart, views: [machine.id: view])
    #expect(mermaid.contains("(1, 3) e") && mermaid.contains("class M_b highlighted") && mermaid.contains("class M_a visited"))
    let plantUML = PlantUMLOutput.render(compilation.chart, views: [machine.id: view])
    #expect(plantUML.contains("(1, 3) e") && plantUML.contains("as M_b <<highlighted>>") && plantUML.contains("as M_a <<visited>>"))
  }

  @Test func findingsAreMarked() throws {
    let compilation = compiled("machine M {\n event e\n initial state a { on e -> gone }\n state b { on e [true] -> a }\n}")
    let mermaid = compilation.picture(.mermaid, PictureRequest()).text ?? ""
    #expect(
      mermaid.contains("M_a : \u{26A0} error FSM201#58; no state is called #96;gone#96;") || mermaid.contains("\u{26A0} error"),
      "\(mermaid)")
    #expect(mermaid.contains("class M_a found"), "\(mermaid)")
    let plantUML = compilation.picture(.plantUML, PictureRequest()).text ?? ""
    #expect(plantUML.contains("as M_a <<found>>") && plantUML.contains("<color:#D9363E>\u{26A0} error"), "\(plantUML)")
  }

  /// Mermaid puts a state into the frame in which it is mentioned last.
  @Test func everyStateStaysInItsFrame() {
    for fixture in Self.charts {
      guard let text = try? fixture.text() else { continue }
      let compilation = compiled(text)
      guard compilation.isUnderstood else { continue }
      let expected = Self.frames(of: compilation)
      var found: [String: String] = [:]
      var open: [String] = [""]
      for line in MermaidOutput.render(compilation.chart).split(separator: "\n").dropFirst() {
        let words = line.split(separator: " ").map(String.init)
        if words.first == "}" { open.removeLast() }
        for word in words.prefix(while: { $0 != ":" }) where expected[word] != nil && words.first != "class" {
          found[word] = open[open.count - 1]
        }
        if words.last == "{" { open.append(words[1]) }
      }
      #expect(found == expected, "\(fixture.path)")
    }
  }

  /// The name of the frame that each state is drawn in, by the state's own name.
  private static func frames(of compilation: Compilation) -> [String: String] {
    var taken: Set<String> = []
    var frames: [String: String] = [:]
    for machine in compilation.ownMachines {
      let ids = PlainID.names(of: machine, taken: &taken)
      for state in machine.states { frames[ids[state.id.index].text] = state.parent.map { ids[$0.index].text } ?? "" }
    }
    return frames
  }

  /// Mermaid ranks states by where they are mentioned first.
  @Test func statesAreMentionedInTheirOrder() {
    let compilation = compiled(
      "machine M {\n event e\n initial state a {\n initial choice b { [true] -> c  else -> c }\n state c { on e -> d }\n }\n state d { on e -> a.b }\n}"
    )
    let lines = MermaidOutput.render(compilation.chart).split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines[3..<9] == ["M_a", "state M_a_b <<choice>>", "M_a_c", "M_d", "M_a_c --> M_d : e", "M_d --> M_a_b : e"], "\(lines)")
  }

  /// What is only a note says nothing against a chart.
  @Test func notesAreNotMarked() {
    let json = #"{"id": "m", "version": "1", "states": {"a": {"tags": "x"}}}"#
    let compilation = Compilation(SourceInput(path: "m.json", bytes: Array(json.utf8)))
    #expect(compilation.diagnostics.contains { $0.severity == .note })
    for format in [Compilation.PictureFormat.dot, .mermaid, .plantUML] {
      #expect(compilation.picture(format, PictureRequest()).text?.contains("FSM8") == false)
    }
  }

  @Test func severalLoopsAreOneArrow() {
    let compilation = compiled("machine M {\n event e, f, g\n initial state a { on e -> a  on f -> a  on g -> b }\n state b\n}")
    let arrows = MermaidOutput.render(compilation.chart).split(separator: "\n").filter { $0.contains(" --> ") }
    #expect(arrows.map { $0.drop { $0 == " " } } == ["[*] --> M_a", "M_a --> M_a : e<br/>f", "M_a --> M_b : g"])
  }

  /// Where PlantUML is installed, it understands what is written.
  @Test func plantUMLUnderstands() throws {
    guard let plantuml = Tool("plantuml") else { return }
    let folder = try TemporaryFolder()
    var texts = ""
    for fixture in Self.charts {
      let compilation = compiled(try fixture.text())
      if compilation.isUnderstood { texts += PlantUMLOutput.render(compilation.chart) }
    }
    try folder.write(texts, to: "charts.puml")
    let result = try plantuml.run(["-checkonly", "charts.puml"], in: folder.url)
    #expect(result.status == 0, "\(result.errorText)")
  }
}
