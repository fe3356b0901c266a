import Foundation

/// The folder of test charts, which is no part of this project: `FSMC_CONFORMANCE` names it, or it lies beside the checkout as
/// `shared/conformance`.
public enum ConformanceFolder {
  /// Nil where it is not at hand.
  public static let root: URL? = {
    let environment = ProcessInfo.processInfo.environment["FSMC_CONFORMANCE"]
    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let candidates =
      environment.map { [URL(fileURLWithPath: $0, isDirectory: true)] }
      ?? ["../shared/conformance", "../../shared/conformance"].map { checkout.appendingPathComponent($0).standardizedFileURL }
    return candidates.first { FileManager.default.fileExists(atPath: $0.appendingPathComponent("scxml/classes.tsv").path) }
  }()

  /// Every test of the folder, in alphabetical order.
  public static let cases: [ConformanceCase] = {
    guard let root else { return [] }
    let base = root.appendingPathComponent("scxml")
    guard let table = try? String(contentsOf: base.appendingPathComponent("classes.tsv"), encoding: .utf8) else { return [] }
    let rows = table.split(separator: "\n").dropFirst().map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    let cases = rows.compactMap { row in
      row.count >= 2 ? ConformanceCase(name: String(row[0]), group: String(row[1]), base: base) : nil
    }
    return cases.sorted { $0.name < $1.name }
  }()
}

/// One test: a chart, and a script of events with the configurations that must follow.
public struct ConformanceCase: Sendable {
  public struct Step: Sendable {
    public var event: String
    /// Milliseconds that pass before.
    public var wait: Int
    public var expected: Set<String>
  }

  /// `history/history0`
  public let name: String
  /// A to E: A needs no data, B whole numbers and booleans, C scripts, D strings, objects and data of events, E services.
  public let group: String
  private let base: URL

  init(name: String, group: String, base: URL) { (self.name, self.group, self.base) = (name, group, base) }

  public var chart: URL { base.appendingPathComponent(name + ".scxml") }

  /// The configurations of those W3C tests were recorded too early: the chart itself judges, by where it ends.
  public var judgesItself: Bool { name.hasPrefix("w3c-ecma/") }

  /// Where the recorded configurations are those of another reading, the ones that the W3C algorithm gives are recorded beside them.
  private var usesLegacyLists: Bool { name == "more-parallel/test10" || name == "more-parallel/test10b" }

  /// The configuration after the start, and the steps.
  public func script() throws -> (start: Set<String>, steps: [Step]) {
    let data = try Data(contentsOf: base.appendingPathComponent(name + ".json"))
    guard var object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { throw CocoaError(.fileReadCorruptFile) }
    if usesLegacyLists, let legacy = object["legacySemantics"] as? [String: Any] { object = legacy }
    let steps = (object["events"] as? [[String: Any]] ?? []).map { step in
      Step(
        event: (step["event"] as? [String: Any])?["name"] as? String ?? "", wait: step["after"] as? Int ?? 0,
        expected: Set(step["nextConfiguration"] as? [String] ?? []))
    }
    return (Set(object["initialConfiguration"] as? [String] ?? []), steps)
  }
}
