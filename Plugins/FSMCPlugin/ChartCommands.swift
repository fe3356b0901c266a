import Foundation
import PackagePlugin

/// The commands that compile a target's charts.
struct ChartCommands {
  private let charts: [URL]
  private let folder: URL
  private let fsmc: URL
  private let outputFolder: URL

  /// - Parameters:
  ///   - charts: The target's files; those that are no charts are passed over.
  ///   - folder: The target's folder.
  init(charts: [URL], folder: URL, fsmc: URL, outputFolder: URL) {
    self.charts = charts.filter { $0.pathExtension.lowercased() == "fsm" }.sorted { $0.path < $1.path }
    (self.folder, self.fsmc, self.outputFolder) = (folder, fsmc, outputFolder)
  }

  /// One command a chart.
  func commands() throws -> [Command] {
    let names = try outputNames()
    return zip(charts, names).map { chart, name in
      let output = outputFolder.appendingPathComponent(name)
      let options = optionFiles(of: chart)
      // The whole path, so that errors are found wherever the build was started.
      let words = ["compile", chart.path, "-o", output.path, "--quiet", "--color", "never"] + options.map { "@" + $0.path }
      return .buildCommand(
        displayName: "Compiling the chart \(chart.lastPathComponent)", executable: fsmc, arguments: words,
        inputFiles: [chart] + usedCharts(of: chart) + options, outputFiles: [output])
    }
  }

  /// Files with options: `fsmc.options` in the target's folder for all charts, then `Door.options` beside `Door.fsm`. fsmc reads them itself,
  /// since a plugin is not asked again when only the text of a file has changed.
  private func optionFiles(of chart: URL) -> [URL] {
    [folder.appendingPathComponent("fsmc.options"), chart.deletingPathExtension().appendingPathExtension("options")].filter {
      FileManager.default.fileExists(atPath: $0.path)
    }
  }

  /// `Door.fsm` gives `Door.fsm.swift`, which leaves `Door.swift` to the user; charts of one name get their folders' names in front, since
  /// Swift allows a file name once in a module.
  private func outputNames() throws -> [String] {
    let bases = charts.map { $0.lastPathComponent.lowercased() }
    var taken: [String: URL] = [:]
    return try charts.enumerated().map { index, chart in
      let isAlone = bases.count { $0 == bases[index] } == 1
      let name = (isAlone ? chart.lastPathComponent : relativePath(of: chart).replacingOccurrences(of: "/", with: "_")) + ".swift"
      if let other = taken.updateValue(chart, forKey: name.lowercased()) { throw Clash(first: other, second: chart) }
      return name
    }
  }

  private func relativePath(of chart: URL) -> String {
    let prefix = folder.path.hasSuffix("/") ? folder.path : folder.path + "/"
    return chart.path.hasPrefix(prefix) ? String(chart.path.dropFirst(prefix.count)) : chart.lastPathComponent
  }

  /// The charts that a chart uses, directly or through others, as far as they are there: a change of one compiles this one again.
  private func usedCharts(of chart: URL) -> [URL] {
    var found: [URL] = []
    var waiting = [chart]
    while let next = waiting.popLast() {
      guard let text = try? String(contentsOf: next, encoding: .utf8) else { continue }
      for match in text.matches(of: /(?m)^\s*use\s+"([^"\\]+)"/) {
        let used = URL(fileURLWithPath: String(match.1), relativeTo: next.deletingLastPathComponent()).standardizedFileURL
        guard used != chart, !found.contains(used), FileManager.default.fileExists(atPath: used.path) else { continue }
        found.append(used)
        waiting.append(used)
      }
    }
    return found.sorted { $0.path < $1.path }
  }
}

/// Two charts that would become one file of the module.
struct Clash: Error, CustomStringConvertible {
  var first: URL
  var second: URL

  var description: String { "the charts \(first.path) and \(second.path) would become one Swift file; rename one" }
}
