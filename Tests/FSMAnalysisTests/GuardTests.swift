import FSMDiagnostics
import Testing

/// What is known about two guards of one trigger: they exclude each other, they overlap with an example, or nobody can tell.
struct GuardTests {
  private func clash(_ first: String, _ second: String) -> [Diagnostic] {
    findings(first, second).filter { $0.severity == .error }
  }

  private func findings(_ first: String, _ second: String) -> [Diagnostic] {
    Analyzed(
      """
      machine M {
        enum Size { small, medium, large }
        let r: Bool, s: Bool, a: Bool, b: Bool
        let price: Int = 3
        var other: Size = .small, nick: String = "", y: Double = 0
        var n: Int in 0...100 = 0
        var m: Int = 0
        var u: UInt8 = 0
        var x: Double = 0
        var size: Size = .small
        var name: String = ""
        var wait: Duration = 1s
        var list: [Int] = []
        var date: Date? = nil
        event e(k: Int, to: Side), f
        func isFree() -> Bool
        func isBig(_ v: Int) -> Bool = v > 10
        func fits(_ v: Int) -> Bool
        initial state one {
          on e [\(first)] -> two
          on e [\(second)] -> three
        }
        state two { on f -> one }
        state three { on f -> one }
        parallel state four {
          state left { initial state up { on f -> down }  state down { on f -> up } }
          state right { initial state up { on f -> down }  state down { on f -> up } }
        }
        event g from two [r && s && a && b && n + m > 1 && u > 1 && x > 1] -> four
        event h from two [size == .large && name != "" && wait > 1s && list.isEmpty && date != nil && isFree() && isBig(m) && fits(m)] -> four
      }
      """
    ).diagnostics
  }

  @Test(arguments: [
    ("n > 3", "n <= 3"), ("n == 3", "n != 3"), ("n < 3", "n > 3"), ("n > 3", "!(n > 3)"), ("n > 3", "3 >= n"),
    ("n + 1 > 3", "n <= 2"), ("n + m > 3", "n + m < 4"), ("n * 2 > 3", "n == 1"), ("n + m > 3", "m < 0 - n"), ("n < m", "m <= n - 1"),
    ("n % 2 == 0", "n % 2 == 1"), ("n / 10 == 1", "n < 10"), ("2 * n == 2 * m + 1", "r"), ("list.isEmpty", "list.count > 3"),
    ("n < m && m < k", "k < n"), ("x < 1 && y > 2", "y < x"), ("size == other && size == .small", "other == .large"),
    ("name == nick && name < \"b\"", "nick > \"c\""), ("name < \"\"", "r"), ("wait * 2 > 3s", "wait < 1s"),
    ("fits(n)", "n == m && !fits(m)"),
    ("price > 3", "r"), ("(r ? n : m) > 3", "r && n < 3"), ("n - 1 > 3", "n <= 4"), ("2 + n > 4", "n < 3"),
    ("n > 100", "r"), ("u > 255", "r"), ("n >= 0 && r", "!r"), ("u < 0", "u < 5"),
    ("r", "!r"), ("r && s", "!r || !s"), ("a || b", "!a && !b"), ("r == s", "r != s"), ("r ? a : b", "r ? !a : !b"),
    ("size == .small", "size == .large"), ("size == .small", "size != .small"), ("size == .small || size == .medium", "size == .large"),
    ("x > 0.5", "x <= 0.5"), ("x < 1", "x > 1"), ("name == \"a\"", "name == \"b\""), ("wait > 1s", "wait <= 1000ms"),
    ("list.isEmpty", "!list.isEmpty"), ("list.count > 3", "list.count <= 3"), ("list.count > 3", "list.count < 4"),
    ("date == nil", "date != nil"), ("to == .left", "to == .right"), ("n < m", "n >= m"), ("n < m", "m < n"), ("n == m", "m != n"),
    ("isFree()", "!isFree()"), ("isBig(m)", "m <= 10"), ("isBig(n)", "n < 5"), ("fits(m)", "!fits(m)"), ("k > 3", "k < 3"),
    ("in(two)", "r"), ("in(four.left.up) && in(four.left.down)", "r"), ("in(one) && r", "!r"),
  ])
  func exclusive(_ first: String, _ second: String) {
    #expect(clash(first, second).map(\.message) == [])
  }

  @Test(arguments: [
    ("n > 3", "n < 5", "n = 4"), ("n > 3", "r", "n = 4, r = true"), ("r", "r && s", "r = true, s = true"),
    ("n >= 0", "r", "n = 0, r = true"),
    ("u > 254", "u != 0", "u = 255"), ("n * 2 > 3", "n * 2 < 5", "n = 2"),
    ("size == .small", "size != .large", "size = .small"), ("x > 0.5", "x < 0.7", "x = 0.6"), ("k > 3", "k == 9", "k = 9"),
    ("name == \"a\"", "name != \"b\"", "name = \"a\""), ("wait > 1s", "wait < 3s", "wait = 2s"),
    ("isFree()", "r", "isFree() = true, r = true"), ("isBig(m)", "m == 11", "m = 11"), ("n <= m", "m <= n", "n = 0, m = 0"),
    ("fits(n)", "fits(m)", "fits(n) = true, fits(m) = true"), ("fits(n)", "!fits(m)", "fits(n) = true, fits(m) = false, n = 0, m = 1"),
    ("n < m", "n > 50", "n = 51, m = 52"), ("n + m > 3", "n < 1", "n = 0, m = 4"), ("n * m == 12", "n == 3", "n = 3, m = 4"),
    ("x * 2 > 3", "x < 2", "x = 1.75"), ("x < y", "x > 3", "x = 4.0, y = 5.0"), ("n % 2 == 0", "n > 4", "n = 6"),
    ("r == s", "r", "r = true, s = true"),
    ("to == .left", "to != .right", "to = .left"), ("in(one)", "r", "in(one), r = true"),
  ])
  func overlapping(_ first: String, _ second: String, _ witness: String) {
    let found = clash(first, second)
    #expect(found.map(\.code) == [.overlappingReactions])
    #expect(found.first?.message == "two reactions to `on e` can both be taken when \(witness)")
  }

  @Test(arguments: [("a || b", "!(!a && !b)"), ("r", "r"), ("n > 3", "!(n <= 3)"), ("true", "true")])
  func alike(_ first: String, _ second: String) {
    #expect(clash(first, second).map(\.code) == [.overlappingReactions])
  }

  /// What depends on itself in ways not followed is said to be so, and not guessed.
  @Test(arguments: [("list.first == 3", "list.count > 3"), ("date.isPast", "date == nil"), ("n * m == 7919", "n > 1 && m > 1")])
  func undecided(_ first: String, _ second: String) {
    #expect(clash(first, second).map(\.message) == [])
    #expect(findings(first, second).contains { $0.code == .undecidedOverlap })
  }

  /// Of very many reactions to one event not all pairs are compared, and nobody is told that they were.
  @Test(arguments: [(65, 0), (66, 1)])
  func veryManyReactions(count: Int, undecided: Int) {
    let reactions = (0..<count).map { "on e [n == \($0)] / n = \($0 + 1)" }.joined(separator: "\n")
    let analyzed = Analyzed("machine M { var n: Int = 0\n event e\n initial state a {\n\(reactions)\n} }")
    #expect(analyzed.diagnostics.count { $0.code == .undecidedOverlap } == undecided)
    #expect(!analyzed.diagnostics.hasErrors)
  }
}
