import FSMCompiler
import FSMDiagnostics
import FSMModel
import FSMSimulate
import FSMTestSupport
import Testing

/// Two reactions are said to clash exactly where the interpreter, given every value there is, would take either.
struct ClashTests {
  /// Reactions of one state to one event, with guards made by chance.
  private struct Sketch {
    static let head = """
      parallel machine Small {
        enum Hue { red, green, blue }
        var flag: Bool
        var n: Int in 0...3
        var hue: Hue
        event go(on: Bool, paint: Hue)
        event flip
        state work { initial state busy {
      """
    static let tail = """
        } }
        state side { initial state left { on flip -> right }  state right { on flip -> left } }
      }
      """

    var guards: [String] = []

    init(seed: UInt64) {
      var chance = Chance(seed: seed)
      for _ in 0..<3 { guards.append(Self.condition(&chance, 2)) }
    }

    private static func condition(_ chance: inout Chance, _ depth: Int) -> String {
      if depth > 0, chance.hits(55) {
        let text = "(\(condition(&chance, depth - 1)) \(chance.pick(["&&", "&&", "&&", "||"])) \(condition(&chance, depth - 1)))"
        return chance.hits(20) ? "!" + text : text
      }
      let hue = chance.pick(["red", "green", "blue"])
      let number = chance.next() % 4
      return chance.pick([
        "flag", "!flag", "on", "!on", "flag == on", "n \(chance.pick(["==", "<", ">=", "!="])) \(number)", "n + 1 > \(number)",
        "hue == .\(hue)",
        "paint == hue", "paint != .\(hue)", "in(side.left)", "!in(side.right)", "2 * n == \(number)",
      ])
    }

    func chart(_ chosen: [Int]) -> Compilation {
      let lines = chosen.map { "    on go [\(guards[$0])] / n = \($0)\n" }
      return Compilation(SourceInput(path: "small.fsm", bytes: Array((Self.head + "\n" + lines.joined() + Self.tail).utf8)))
    }
  }

  /// The situations in which the one reaction of a chart is taken.
  private func taken(_ compilation: Compilation) throws -> Set<Int> {
    let assembly = try #require(Assembly(compilation.chart, machine: MachineID(0)))
    let go = try #require(assembly.event(named: "go"))
    let flip = try #require(assembly.event(named: "flip"))
    let hues = ["red", "green", "blue"].map { Value.enumCase(type: "Hue", name: $0) }
    var options = Interpreter.Options()
    options.recordsSteps = false
    var found: Set<Int> = []
    var situation = 0
    for flag in [false, true] {
      for n in 0..<4 {
        for hue in hues {
          var interpreter = Interpreter(assembly, options: options)
          interpreter.start([VariableID(0): .bool(flag), VariableID(1): .integer(Int128(n), .int), VariableID(2): hue])
          for _ in 0..<2 {
            for on in [false, true] {
              for paint in hues {
                if interpreter.canHandle(go, [.bool(on), paint]) { found.insert(situation) }
                situation += 1
              }
            }
            interpreter.send(flip)
          }
        }
      }
    }
    return found
  }

  @Test func clashesAreThoseThatHappen() throws {
    var clashes = 0
    for seed in UInt64(1)...40 {
      let sketch = Sketch(seed: seed)
      let when = try (0..<3).map { try taken(sketch.chart([$0])) }
      for (first, second) in [(0, 1), (0, 2), (1, 2)] {
        let both = !when[first].isDisjoint(with: when[second])
        let codes = Set(sketch.chart([first, second]).diagnostics.map(\.code))
        let reported = codes.contains(.overlappingReactions)
        #expect(
          reported == both, "seed \(seed): [\(sketch.guards[first])] and [\(sketch.guards[second])] \(both ? "clash" : "do not clash")")
        #expect(!codes.contains(.undecidedOverlap))
        if both { clashes += 1 }
      }
    }
    #expect((20...100).contains(clashes), "the charts are too much of one kind: \(clashes)")
  }
}
