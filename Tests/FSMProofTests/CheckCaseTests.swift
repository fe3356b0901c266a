import FSMCompiler
import FSMDiagnostics
import FSMTestSupport
import Testing

@testable import FSMProof

/// Charts that other tools judge wrongly, and the kinds they stand for: what `fsmc check` says of each, and all that it says.
struct CheckCaseTests {
  /// What is found, as `line CODE message`, in reading order; with the verdict.
  private func check(_ text: String, bound: Int? = nil) -> (findings: [String], verdict: Verdict?) {
    let compilation = Compilation(SourceInput(path: "case.fsm", bytes: Array(text.utf8)))
    let proof = compilation.prove(bound: bound)
    let all = (compilation.diagnostics + proof.findings).inReadingOrder
    let lines = all.map { "\(compilation.sources.position(of: $0.span).line) \($0.code.rawValue) \($0.severity) \($0.message)" }
    return (lines, proof.verdicts.first)
  }

  @Test func aCompositeEnteredThroughItsGrandchild() {
    let result = check(
      """
      machine M {
        event go, back
        initial state a { on go -> b.c.d }
        state b { state c { state d { on back -> a } } }
      }
      """)
    #expect(result.findings == [])
  }

  @Test func anUnreachableStateAmongThoseOfItsName() {
    let result = check(
      """
      machine M {
        event go, back
        initial state left { on go -> right  initial state open { on back -> shut }  state shut }
        state right { on back -> left  initial state shut  state open }
      }
      """)
    #expect(result.findings == ["4 FSM510 warning state `right.open` is never entered"])
  }

  @Test func aPathThatNamesNoState() {
    let result = check(
      """
      machine M {
        event go
        initial state a { on go -> b.opened }
        state b { initial state open { on go -> a } }
      }
      """)
    #expect(result.findings.count == 1)
    #expect(result.findings[0].hasPrefix("3 FSM204 error"))
  }

  @Test func aBareNameOfTwoStates() {
    let result = check(
      """
      machine M {
        event go
        initial state a { on go -> open }
        state b { initial state open { on go -> c } }
        state c { initial state open { on go -> b } }
      }
      """)
    #expect(result.findings.first == "3 FSM203 error `open` could be any of `b.open`, `c.open`")
  }

  @Test(arguments: [
    ("", "", "two reactions to `on e` have no guards that tell them apart"),
    ("[r]", "[r && s]", "two reactions to `on e` can both be taken when r = true, s = true"),
    ("[a || b]", "[!(!a && !b)]", "two reactions to `on e` can both be taken"),
    ("[n > 3]", "[n < 5]", "two reactions to `on e` can both be taken when n = 4"),
    ("[n > 3]", "[n <= 3]", nil), ("[r]", "[!r]", nil), ("[m == .x]", "[m != .x]", nil), ("[f(n)]", "[!f(n)]", nil),
    ("[n < k]", "[n >= k]", nil), ("[n + 1 > k]", "[n < k - 1]", nil), ("[list.isEmpty]", "[!list.isEmpty]", nil),
    ("[n == 1 || n == 3]", "[n % 2 == 0]", nil),
  ])
  func twoReactionsToOneEvent(_ first: String, _ second: String, _ clash: String?) {
    let result = check(
      """
      machine M {
        enum Mode { x, y }
        let r: Bool, s: Bool, a: Bool, b: Bool, n: Int, k: Int in 0...100, m: Mode, list: [Int]
        event e
        func f(_ n: Int) -> Bool
        initial state one {
          on e \(first) -> two
          on e \(second) -> three
        }
        state two, three
      }
      """)
    let clashes = result.findings.filter { $0.contains("FSM50") && !$0.contains("FSM507") }
    if let clash {
      #expect(clashes.count == 1 && clashes[0].hasPrefix("8 FSM501 error \(clash)"), "\(result.findings)")
    } else {
      #expect(clashes == [])
    }
  }

  @Test func theSameReactionTwice() {
    let result = check(
      """
      machine M {
        event e
        initial state one {
          on e -> two
          on e -> two
        }
        state two { on e -> one }
      }
      """)
    #expect(result.findings.first?.hasPrefix("5 FSM502 warning") == true, "\(result.findings)")
    #expect(!result.findings.contains { $0.contains("error") })
  }

  @Test func anAlwaysBeforeAnEvent() {
    let result = check(
      """
      machine M {
        event e
        initial state one {
          always -> two
          on e -> three
        }
        state two { on e -> one }
        state three { on e -> one }
      }
      """)
    #expect(result.findings.contains { $0.hasPrefix("5 FSM503 warning") }, "\(result.findings)")
  }

  @Test(arguments: ["on e -> one", "initial state inner", "exit / beep()"])
  func aFinalStateWithMore(_ content: String) {
    let result = check(
      """
      machine M {
        event e
        action beep()
        initial state one { on e -> two  entry / beep() }
        final state two { \(content) }
      }
      """)
    #expect(result.findings.contains { $0.hasPrefix("5 FSM403 error") }, "\(result.findings)")
  }

  @Test func aReactionThatEveryInnerStateOverrides() {
    let result = check(
      """
      machine M {
        event e
        initial state outer {
          on e -> far
          initial state a { on e -> b }
          state b { on e -> a }
        }
        state far { on e -> outer }
      }
      """)
    #expect(result.findings.contains { $0.hasPrefix("4 FSM503 warning") }, "\(result.findings)")
  }

  @Test func aCounterWithoutEnd() {
    let result = check(
      """
      machine M {
        var count: Int = 0
        event tick
        initial state one { on tick / count += 1 }
      }
      """, bound: 500)
    #expect(result.findings == [])
    #expect(result.verdict?.isComplete == false)
    #expect(result.verdict?.text.contains("configurations tried, there are more (--bound)") == true)
  }

  /// Ten million configurations: the bound ends the search, and everything is decided but what they are.
  @Test func regionsThatMultiply() {
    var text = "parallel machine Wide {\n  event \((0..<7).map { "e\($0)" }.joined(separator: ", "))\n"
    for ring in 0..<7 {
      text += "  state r\(ring) {\n"
      for state in 0..<10 { text += "    \(state == 0 ? "initial " : "")state s\(state) { on e\(ring) -> s\((state + 1) % 10) }\n" }
      text += "  }\n"
    }
    let result = check(text + "  assert never in(r0.s9) && in(r1.s9) && in(r2.s9)\n}", bound: 25_000)
    #expect(result.verdict.map { (25_000..<25_010).contains($0.configurations) } == true)
    #expect(result.verdict?.isComplete == false)
    #expect(result.verdict?.openStates == [] && result.verdict?.openTransitions == [])
    #expect(result.findings.count == 1 && result.findings[0].contains("FSM521"), "\(result.findings)")
  }

  @Test func aStateThatCannotBeLeft() {
    let chart = { (pit: String) in
      """
      machine M {
        event go, fall
        initial state path { on go -> home  on fall -> pit }
        state pit\(pit)
        final state home
      }
      """
    }
    #expect(check(chart("")).findings == ["4 FSM511 warning `pit` is never left, while the machine can end in `home`"])
    #expect(check(chart(" { ignore * }")).findings == [])
    #expect(check(chart(" // allow FSM511: nobody comes back from there")).findings == [])
  }

  @Test func whatTheChecksLeaveOpenStaysOpen() {
    let result = check(
      """
      machine M {
        var n: Int = 0
        var m: Int = 0
        event e
        initial state a {
          on e [n * m == 7919] -> a
          on e [n > 1 && m > 1] / n = 0
        }
      }
      """)
    #expect(result.findings.contains { $0.hasPrefix("7 FSM506 ") })
    #expect(result.verdict?.openOverlaps == 1)
    #expect(result.verdict?.text.contains("nothing left open") == false)
  }

  /// Asked of spans by bisection, answered as by looking at each.
  @Test func overlapsOfSpans() {
    var random = Chance(seed: 11)
    for _ in 0..<200 {
      let spans = (0..<Int.random(in: 0...12, using: &random)).map { _ in span(&random) }
      let index = SpanIndex(spans)
      for _ in 0..<20 {
        let asked = span(&random)
        let expected = spans.contains { $0.file == asked.file && $0.start < asked.end && asked.start < $0.end }
        #expect(index.overlaps(asked) == expected, "\(asked) in \(spans)")
      }
    }
  }

  private func span(_ random: inout Chance) -> Span {
    let start = Int.random(in: 0..<30, using: &random)
    return Span(file: FileID(.random(in: 0..<2, using: &random)), start: start, end: start + .random(in: 1...6, using: &random))
  }
}
