import FSMCompiler
import FSMEmit
import FSMTestSupport
import Foundation
import Testing

/// Big charts through every door: nothing of them is lost, and the text of each format grows with the chart.
///
/// `FSMC_SCALE=5000` makes them as big as the tool promises to convert within seconds; time decides nothing here.
struct ScaleTests {
  private static let size = ProcessInfo.processInfo.environment["FSMC_SCALE"].flatMap { Int($0) } ?? 300

  /// How a big chart may be big.
  enum Shape: String, CaseIterable, CustomTestStringConvertible {
    case flat, nested, regions, branches, events, choices

    var testDescription: String { rawValue }

    /// A chart of about so many states.
    func chart(_ size: Int) -> String {
      var lines = ["\(self == .regions ? "parallel " : "")machine Big {", "  var n: Int = 0", "  action log(_ text: String)"]
      switch self {
      case .flat:
        lines.append("  event e, f")
        for index in 0..<size {
          lines.append(
            "  \(index == 0 ? "initial " : "")state s\(index) { on e / log(\"x\") -> s\((index + 1) % size)  on f -> s\(index * 7 % size) }"
          )
        }
      case .nested:
        lines.append("  event e, f")
        for outer in 0..<size / 10 {
          lines.append("  \(outer == 0 ? "initial " : "")state g\(outer) {")
          for inner in 0..<9 {
            let target = "g\((outer + 1) % (size / 10)).s\(inner)"
            lines.append(
              "    \(inner == 0 ? "initial " : "")state s\(inner) { entry / n += 1  on e -> s\((inner + 1) % 9)  on f [n > \(inner)] -> \(target) }"
            )
          }
          lines.append("  }")
        }
      case .regions:
        lines.append("  event e, f")
        for index in 0..<size / 3 {
          lines.append("  state r\(index) { initial state a { on e -> b }  state b { on f [in(r\(index / 2).a)] -> a } }")
        }
      case .branches:
        lines += ["  event e", "  initial state s0 {", "    on e {"]
        lines += (1..<size).map { "      [n == \($0)] / n += 1 -> s\($0)" } + ["      else -> s1", "    }", "  }"]
        lines += (1..<size).map { "  state s\($0) { on e -> s0 }" }
      case .choices:
        lines += ["  event e", "  initial state s { on e -> c1 }"]
        lines += (1..<size).map { "  choice c\($0) { [n == \($0)] -> s  else -> \($0 + 1 < size ? "c\($0 + 1)" : "s") }" }
      case .events:
        lines += (0..<size).map { "  event e\($0) \"ev.\($0)\"" }
        lines += (0..<size).map { "  \($0 == 0 ? "initial " : "")state s\($0) \"State \($0)\" { on e\($0) -> s\(($0 + 1) % size) }" }
      }
      return (lines + ["}"]).joined(separator: "\n") + "\n"
    }
  }

  private func compiled(_ text: String, _ format: ChartFormat) -> Compilation {
    Compilation(SourceInput(path: "big.\(format.rawValue)", bytes: Array(text.utf8), format: format))
  }

  @Test(arguments: Shape.allCases)
  func everyDoor(_ shape: Shape) throws {
    let chart = compiled(shape.chart(Self.size), .fsm)
    #expect(chart.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let machine = try #require(chart.ownMachines.first)
    #expect(machine.states.count >= Self.size * 9 / 10)
    for format in [ChartFormat.json, .scxml] {
      let text = try #require(chart.converted(to: format).text)
      let again = compiled(text, format)
      #expect(again.diagnostics.filter { $0.severity == .error }.map(\.message) == [], "\(format)")
      let other = try #require(again.ownMachines.first)
      // What the machine itself is stands in a state of its own in SCXML where it has to.
      #expect((0...2).contains(other.states.count - machine.states.count), "\(format)")
      #expect(other.transitions.count == machine.transitions.count, "\(format)")
      if format == .json { #expect(again.chartText == chart.chartText) }
    }
    let drawn = machine.transitions.count { !$0.targets.isEmpty }
    for format in [Compilation.PictureFormat.dot, .mermaid, .plantUML] {
      let text = try #require(chart.picture(format, PictureRequest()).text)
      let arrows = text.split(separator: "\n").count { $0.contains(format == .dot ? " -> " : " --> ") }
      #expect(arrows >= drawn, "\(format)")
    }
  }

  /// Four times the chart is four times the text, about.
  @Test(arguments: Shape.allCases)
  func textGrowsWithTheChart(_ shape: Shape) throws {
    let (small, big) = (compiled(shape.chart(60), .fsm), compiled(shape.chart(240), .fsm))
    for format in [ChartFormat.json, .scxml] {
      let sizes = [small, big].map { $0.converted(to: format).text?.utf8.count ?? 0 }
      #expect(sizes[0] > 0 && sizes[1] < sizes[0] * 5, "\(format): \(sizes)")
    }
    for format in [Compilation.PictureFormat.dot, .mermaid, .plantUML] {
      let sizes = [small, big].map { $0.picture(format, PictureRequest()).text?.utf8.count ?? 0 }
      #expect(sizes[0] > 0 && sizes[1] < sizes[0] * 5, "\(format): \(sizes)")
    }
    let sizes = [small, big].map { $0.swift(SwiftOptions()).text?.utf8.count ?? 0 }
    #expect(sizes[0] > 0 && sizes[1] < sizes[0] * 5, "Swift: \(sizes)")
  }
}
