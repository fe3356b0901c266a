import FSMModel
import FSMSimulate

/// What the caller's functions of charts made by chance answer: the same for the interpreter and for generated machines.
enum Answers {
  /// The interpreter's side.
  static let environment = Environment { question in
    let number = question.arguments.lazy.compactMap { if case .integer(let value, _) = $0 { Int(truncatingIfNeeded: value) } else { nil } }
    let flag = question.arguments.contains(.bool(true))
    let key = remainder(number.first ?? 0, 7)
    switch question.function {
    case "ask": return .bool((key + (flag ? 1 : 0)) % 3 == 0)
    case "pick": return .int(key * 2 - 5)
    case "mood": return .enumCase(type: "Mode", name: ["slow", "fast", "off"][key % 3])
    default: return nil
    }
  }

  /// Never negative, and without overflow.
  private static func remainder(_ number: Int, _ divisor: Int) -> Int { Int(number.magnitude % UInt(divisor)) }

  /// The generated machines' side: the answers that a machine named so asks for.
  static func swift(for machine: Machine, named name: String) -> String {
    let asked = machine.callables.filter { $0.kind == .function && $0.body == nil }.map(\.name)
    let bodies = [
      "ask": "func ask(_ n: Int, flag: Bool) -> Bool { (Int(n.magnitude % 7) + (flag ? 1 : 0)) % 3 == 0 }",
      "pick": "func pick(_ n: Int) -> Int { Int(n.magnitude % 7) * 2 - 5 }",
      "mood": "func mood(n: Int) -> \(name).Mode { [.slow, .fast, .off][Int(n.magnitude % 7) % 3] }",
    ]
    return "struct \(name)Answers: \(name).Functions {\n" + asked.compactMap { bodies[$0] }.map { "  \($0)\n" }.joined() + "}\n"
  }
}
