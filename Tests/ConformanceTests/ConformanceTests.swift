import FSMDiagnostics
import FSMTestSupport
import Foundation
import Testing

/// Public tests of SCXML, where their folder is at hand.
struct ConformanceTests {
  /// Charts without strings, objects and services import, and do what the W3C's algorithm does; the rest does so or is refused with a
  /// place and a reason.
  @Test(arguments: [false, true])
  func testsPassOrAreRefused(throughText: Bool) throws {
    guard ConformanceFolder.root != nil else {
      print("CONFORMANCE: the folder of test charts was not found, SKIPPED (FSMC_CONFORMANCE names it)")
      return
    }
    try #require(!ConformanceFolder.cases.isEmpty)
    let run = ConformanceRun(throughText: throughText)
    var table = ConformanceTable()
    for test in ConformanceFolder.cases {
      let verdict = try run.run(test)
      table.add(verdict, of: test)
      switch verdict {
      case .passed: break
      case .failed(let why): Issue.record("\(test.name): \(why)")
      case .refused(let reason, let place):
        if test.group == "A" || test.group == "B" {
          Issue.record("\(test.name) is refused: \(place): \(reason.message) [\(reason.code.rawValue)]")
        }
      }
    }
    print("Conformance\(throughText ? ", by way of chart text" : "")\n\(table.text)")
  }
}

/// Counts of passed, refused and failed tests by class, and of the reasons for refusals.
struct ConformanceTable {
  private var counts: [String: [Int]] = [:]
  private var reasons: [String: Int] = [:]
  private var refused: [String] = []

  mutating func add(_ verdict: Verdict, of test: ConformanceCase) {
    let column: Int
    switch verdict {
    case .passed: column = 0
    case .refused(let reason, let place):
      column = 1
      reasons["\(reason.code.rawValue) \(reason.message)", default: 0] += 1
      refused.append("\(test.group) \(test.name): \(place): \(reason.message)")
    case .failed: column = 2
    }
    counts[test.group, default: [0, 0, 0]][column] += 1
  }

  var text: String {
    var lines = ["  class  passed  refused  failed"]
    for (group, row) in counts.sorted(by: { $0.key < $1.key }) { lines.append(line(group, row)) }
    lines.append(line("all", counts.values.reduce([0, 0, 0]) { zip($0, $1).map(+) }))
    lines.append("  reasons")
    for (reason, count) in reasons.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) { lines.append("  \(pad(count, 4))  \(reason)") }
    if ProcessInfo.processInfo.environment["FSMC_CONFORMANCE_LIST"] == "1" { lines += refused.map { "  " + $0 } }
    return lines.joined(separator: "\n")
  }

  private func line(_ group: String, _ row: [Int]) -> String {
    "  " + group.padding(toLength: 5, withPad: " ", startingAt: 0) + pad(row[0], 8) + pad(row[1], 9) + pad(row[2], 8)
  }

  private func pad(_ number: Int, _ width: Int) -> String { String(repeating: " ", count: max(0, width - "\(number)".count)) + "\(number)" }
}
