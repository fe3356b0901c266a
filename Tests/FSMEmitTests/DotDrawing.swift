import Foundation

/// What Graphviz made of a DOT text: `dot -Tjson`, read back.
struct DotDrawing {
  struct Failure: Error { var message: String }

  private(set) var nodes: [[String: Any]] = []
  private(set) var clusters: [[String: Any]] = []
  private(set) var edges: [[String: Any]] = []
  /// What Graphviz had to say; empty when it is content.
  let complaints: String

  /// True where Graphviz is installed.
  static let isAvailable = path != nil

  private static let path = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  init(of text: String) throws {
    let (output, errors) = try Self.run(text, ["-Tjson"])
    complaints = errors
    guard let root = try JSONSerialization.jsonObject(with: output) as? [String: Any] else { throw Failure(message: errors) }
    for object in root["objects"] as? [[String: Any]] ?? [] {
      guard let name = object["name"] as? String else { continue }
      if object["nodes"] == nil && object["subgraphs"] == nil {
        nodes.append(object)
      } else if name.hasPrefix("cluster ") {
        clusters.append(object)
      }
    }
    edges = root["edges"] as? [[String: Any]] ?? []
  }

  /// The objects of a class.
  static func ofClass(_ name: String, _ objects: [[String: Any]]) -> [[String: Any]] { objects.filter { $0["class"] as? String == name } }

  /// The frames' titles, wherever they are drawn: labels of clusters and nodes.
  var titles: [[String: Any]] {
    let frames = ["machine", "composite", "region"].flatMap { Self.ofClass($0, clusters) }
    return (frames + Self.ofClass("title", nodes)).filter { !Self.drawnText($0).isEmpty }
  }

  /// The lines of text drawn for an object, in drawing order, as Graphviz hands them to its output: what it draws at one height is a line.
  static func drawnText(_ object: [String: Any]) -> [String] {
    var lines: [String] = []
    var height: Double?
    for piece in object["_ldraw_"] as? [[String: Any]] ?? [] {
      guard let text = piece["text"] as? String, let point = piece["pt"] as? [Double] else { continue }
      if point[1] == height { lines[lines.count - 1] += text } else { lines.append(text) }
      height = point[1]
    }
    return lines
  }

  struct Point { var x, y: Double }

  struct Frame {
    var left, bottom, right, top: Double

    func contains(_ point: Point) -> Bool { (left...right).contains(point.x) && (bottom...top).contains(point.y) }

    /// True within two points of the border.
    func isOnBorder(_ point: Point) -> Bool {
      guard (left - 2...right + 2).contains(point.x) && (bottom - 2...top + 2).contains(point.y) else { return false }
      return [point.x - left, right - point.x, point.y - bottom, top - point.y].contains { abs($0) <= 2 }
    }
  }

  /// The frame of the cluster with this name.
  func frame(_ name: String) throws -> Frame {
    let box = clusters.first { $0["name"] as? String == name }?["bb"] as? String ?? ""
    let numbers = box.split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 4 else { throw Failure(message: "no cluster \(name)") }
    return Frame(left: numbers[0], bottom: numbers[1], right: numbers[2], top: numbers[3])
  }

  /// Where an edge begins, and where its arrow ends.
  static func points(of edge: [String: Any]) -> (start: Point, end: Point) {
    var points: [Point] = []
    var tip: Point?
    for part in (edge["pos"] as? String ?? "").split(separator: " ") {
      let numbers = part.split(separator: ",").compactMap { Double($0) }
      let point = Point(x: numbers[0], y: numbers[1])
      if part.hasPrefix("e") { tip = point } else { points.append(point) }
    }
    return (points[0], tip ?? points[points.count - 1])
  }

  /// Runs Graphviz with the text as its input, and returns its output and its complaints.
  static func run(_ text: String, _ arguments: [String]) throws -> (Data, String) {
    guard let path else { throw Failure(message: "graphviz is not installed") }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fsmc-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appendingPathComponent("chart.dot")
    let output = folder.appendingPathComponent("drawing")
    let errors = folder.appendingPathComponent("errors")
    try Data(text.utf8).write(to: input)
    try Data().write(to: errors)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments + ["-o", output.path, input.path]
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    let complaints = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    guard process.terminationStatus == 0 else { throw Failure(message: complaints) }
    return (try Data(contentsOf: output), complaints)
  }
}
