/// Activities that charts made by chance declare.
struct Work: Sendable {
  var name: String
  var parameter: SketchValue?
  var result: Sort?
  var fails = false

  static let all = [
    Work(name: "load", parameter: SketchValue(name: "n", sort: .int, isLabelled: false), result: .int, fails: true),
    Work(name: "ping", parameter: SketchValue(name: "flag", sort: .bool), result: .bool),
    Work(name: "rest"),
  ]

  var declaration: String {
    "activity \(name)(\(parameter?.declaration ?? ""))" + (fails ? " throws" : "") + (result.map { " -> \($0.typeName)" } ?? "")
  }
}
