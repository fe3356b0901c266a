import FSMTestSupport
import Foundation

/// One chart with its script, wherever it came from.
struct Trial: Sendable {
  /// `seed 17`, `fixture choices`.
  let origin: String
  let specimen: Specimen
  let script: Script
  /// What the interpreter does.
  let expected: [String]

  init?(origin: String, specimen: Specimen, script: Script) {
    guard let lines = Interpretation.lines(specimen, script) else { return nil }
    self.origin = origin
    self.specimen = specimen
    self.script = script
    expected = lines
  }
}

/// How a generated machine differs from the interpreted one.
enum Difference: Sendable, Hashable {
  /// What swiftc said.
  case doesNotCompile(String)
  /// The first line that differs, counted from 0, and everything the driver printed.
  case trace(line: Int, found: [String])

  /// What a smaller chart must show too, to show the same.
  func isLike(_ other: Difference) -> Bool {
    switch (self, other) {
    case (.doesNotCompile(let text), .doesNotCompile(let otherText)): Self.kind(of: text) == Self.kind(of: otherText)
    case (.trace, .trace): true
    default: false
    }
  }

  /// swiftc's first message without the names in it.
  private static func kind(of text: String) -> String {
    let line = text.split(separator: "\n").first { $0.contains("error: ") } ?? ""
    let message = line.firstRange(of: "error: ").map { line[$0.upperBound...] } ?? line
    return message.split(separator: "'", omittingEmptySubsequences: false).enumerated().map { $0.offset % 2 == 0 ? $0.element : "" }
      .joined()
  }
}

/// Compiles many generated machines with one call of swiftc, runs them, and compares.
struct Batch {
  let swiftc: Tool

  /// For each trial nil, or how it differs.
  ///
  /// - Throws: An error of Foundation when a file cannot be written or a program not be started.
  func differences(_ trials: [Trial]) throws -> [Difference?] {
    var found = [Difference?](repeating: nil, count: trials.count)
    let names = trials.indices.map { "C\($0)" }
    let drivers = zip(trials, names).map { Driver(name: $1, specimen: $0.specimen, script: $0.script) }
    let folder = try TemporaryFolder()
    try folder.write(DriverRuntime.text, to: "DriverRuntime.swift")
    for driver in drivers {
      try folder.write(driver.generated, to: "\(driver.name).swift")
      try folder.write(driver.text, to: "\(driver.name)Driver.swift")
    }
    var fine = Array(trials.indices)
    while true {
      try folder.write(DriverRuntime.main(fine.map { names[$0] }), to: "main.swift")
      let files = ["main.swift", "DriverRuntime.swift"] + fine.flatMap { ["\(names[$0]).swift", "\(names[$0])Driver.swift"] }
      let result = try swiftc.run(
        ["-swift-version", "6", "-warnings-as-errors", "-Onone", "-wmo", "-o", "driver"] + files, in: folder.url)
      if result.status == 0 { break }
      let complaints = result.errorText.split(separator: "\n").map(String.init)
      let refused = fine.filter { index in complaints.contains { isAbout(names[index], $0) } }
      if refused.isEmpty { throw Failure(text: "swiftc: \(result.errorText.suffix(2_000))") }
      for index in refused {
        found[index] = .doesNotCompile(complaints.filter { isAbout(names[index], $0) }.prefix(6).joined(separator: "\n"))
      }
      fine.removeAll { refused.contains($0) }
      if fine.isEmpty { return found }
    }
    let traces = try run(fine.map { names[$0] }, in: folder)
    for index in fine {
      let trace = traces[names[index]] ?? []
      let expected = trials[index].expected
      if trace == expected { continue }
      let line = zip(trace, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(trace.count, expected.count)
      found[index] = .trace(line: line, found: trace)
    }
    return found
  }

  struct Failure: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
  }

  /// What each machine printed; a program that dies is started again for those that are left.
  private func run(_ names: [String], in folder: TemporaryFolder) throws -> [String: [String]] {
    var traces: [String: [String]] = [:]
    var left = names
    while !left.isEmpty {
      let result = try Tool(path: folder.url("driver").path).run(left, in: folder.url)
      var current = ""
      for line in result.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) where !line.isEmpty {
        if line.hasPrefix("== ") {
          current = String(line.dropFirst(3))
          traces[current] = []
        } else {
          traces[current, default: []].append(line)
        }
      }
      if result.status == 0 { break }
      traces[current, default: []].append("!! the program died: \(result.errorText.prefix(400))")
      left = left.firstIndex(of: current).map { Array(left[($0 + 1)...]) } ?? []
    }
    return traces
  }

  /// Whether a line of swiftc's is about one machine's files.
  private func isAbout(_ name: String, _ line: String) -> Bool {
    ["\(name).swift:", "\(name)Driver.swift:"].contains { line.hasPrefix($0) || line.contains("/" + $0) }
  }
}
