import Testing

@testable import FSMEmit

/// Locals that nothing needs, as swiftc would warn of them.
struct SwiftLocalsTests {
  private func pruned(_ lines: SwiftLine...) -> String {
    var renderer = SwiftRenderer { _ in nil }
    renderer.render(SwiftLocals.pruned(lines))
    return renderer.text
  }

  @Test func unusedPartsOfPatternsAreLeftOut() {
    #expect(
      pruned(
        .text("guard case .on(let level, let name) = state else { return .unhandled }"), .text("actions.show(level)"))
        == "guard case .on(let level, _) = state else { return .unhandled }\nactions.show(level)\n")
    #expect(pruned(.text("guard case .on(let level) = state else { return }"), .text("state = .off")) == "state = .off\n")
    #expect(
      pruned(.block("switch event", [.label("case .set(let to)", [.text("return react(event)")], comment: nil)]))
        == "switch event {\ncase .set(_): return react(event)\n}\n")
  }

  @Test func membersAndLabelsAreNoUse() {
    #expect(pruned(.text("let level = 3"), .text("state = .on(level: .level)")) == "state = .on(level: .level)\n")
    #expect(pruned(.text("let level = 3"), .text("state = .on(level: level)")) == "let level = 3\nstate = .on(level: level)\n")
  }

  @Test func unchangedVariablesAreConstants() {
    #expect(
      pruned(.text("guard case .on(var level) = state else { return }"), .text("actions.show(level)"))
        == "guard case .on(let level) = state else { return }\nactions.show(level)\n")
    #expect(pruned(.text("var level = level"), .text("actions.show(level)")) == "actions.show(level)\n")
    #expect(pruned(.text("var list = list"), .text("list.append(1)")) == "var list = list\nlist.append(1)\n")
    #expect(pruned(.text("var level = level"), .text("change(&level)")) == "var level = level\nchange(&level)\n")
  }

  @Test func writesThatNobodyReadsAreWorkedOutAndForgotten() {
    #expect(
      pruned(.text("guard case .on(var level) = state else { return }"), .text("level = 3"), .text("state = .off")) == "state = .off\n")
    #expect(
      pruned(.text("var level = level"), .text("level = try checkedLevel(total + 1)"), .text("state = .off"))
        == "_ = try checkedLevel(total + 1)\nstate = .off\n")
    #expect(
      pruned(.text("guard case .on(var level) = state else { return }"), .text("level += by"), .text("state = .off"))
        == "guard case .on(let level) = state else { return }\n_ = level + by\nstate = .off\n")
  }

  @Test func whatADroppedWriteReadGoesToo() {
    #expect(
      pruned(
        .text("guard case .on(var level, let next) = state else { return }"), .block("if isLow", [.text("level = next")]),
        .text("state = .off")) == "if isLow {}\nstate = .off\n")
  }

  @Test func aNameIsBoundOnceInOnePlace() {
    #expect(
      pruned(
        .text("guard case .on(let level) = state else { return }"), .text("actions.show(level)"), .text("var level = level"),
        .text("level += 1"), .text("state = .on(level)"))
        == "guard case .on(var level) = state else { return }\nactions.show(level)\nlevel += 1\nstate = .on(level)\n")
    // Further in, the name may be bound again.
    let arm = SwiftLine.label(
      "case .on(let level)", [.text("var level = level"), .text("level += 1"), .text("state = .on(level)")], comment: nil)
    #expect(
      pruned(.block("switch state", [arm]))
        == "switch state {\ncase .on(let level):\n  var level = level\n  level += 1\n  state = .on(level)\n}\n")
  }

  @Test func anInnerLocalHidesTheOuterOne() {
    #expect(
      pruned(
        .text("guard case .on(let level) = state else { return }"),
        .block("switch event", [.label("case .set(let level)", [.text("actions.show(level)")], comment: nil)]))
        == "switch event {\ncase .set(let level): actions.show(level)\n}\n")
  }

  /// swiftc warns of a branch that it can decide beforehand.
  @Test func constantsThatDecideAreHidden() {
    #expect(
      pruned(.text("var level = 0"), .text("level += 1"), .text("let high = level"), .block("if high > 3", [.text("actions.show(level)")]))
        == "var level = Self.unfolded(0)\nlevel += 1\nlet high = level\nif high > 3 {\n  actions.show(level)\n}\n")
    #expect(
      pruned(
        .text("guard case .on(var level) = state else { return }"), .text("level = 7"), .text("level += 2"),
        .text("actions.show(level > 3 ? 1 : 2)"))
          == """
          guard case .on(var level) = state else { return }
          level = Self.unfolded(7)
          level += 2
          actions.show(level > 3 ? 1 : 2)

          """)
    #expect(pruned(.text("let level = 0"), .text("actions.show(level)")) == "let level = 0\nactions.show(level)\n")
    #expect(pruned(.text("let level = total"), .text("m = level > 2 ? 3 : 4")) == "let level = total\nm = level > 2 ? 3 : 4\n")
  }
}
