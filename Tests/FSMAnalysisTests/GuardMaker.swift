/// Makes guards by chance over few variables with few values, so that every assignment can be tried.
struct GuardMaker {
  /// What the guards of one pair may ask about.
  enum Theme: CaseIterable {
    case integers, mixed, reals, texts, states, products
  }

  /// SplitMix64, as published by Steele, Lea and Flood in 2014.
  struct Source: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  static let declarations = """
      enum Color { red, green, blue }
      let a: Bool
      let b: Bool
      var i: Int in 0...4
      var j: Int in 0...4
      var k: Int in -2...2
      var c: Color
      var d: Color
      var x: Double
      var y: Double
      var s: String
      var t: String
    """

  let theme: Theme
  var source: Source

  init(_ theme: Theme, seed: UInt64) { (self.theme, source) = (theme, Source(state: seed)) }

  mutating func make(depth: Int = 3) -> GuardSketch {
    if depth > 0 {
      switch number(0...9) {
      case 0, 1: return .and(make(depth: depth - 1), make(depth: depth - 1))
      case 2, 3: return .or(make(depth: depth - 1), make(depth: depth - 1))
      case 4: return .not(make(depth: depth - 1))
      case 5 where theme != .reals: return .pick(make(depth: 0), make(depth: depth - 1), make(depth: depth - 1))
      case 6 where depth < 3: return .same(make(depth: depth - 1), make(depth: 0), chance())
      default: break
      }
    }
    return test()
  }

  private mutating func test() -> GuardSketch {
    let signs = ["==", "!=", "<", "<=", ">", ">="]
    switch theme {
    case .integers, .products: return .compare(number(depth: 2), pick(signs), number(depth: 1))
    case .mixed:
      switch number(0...3) {
      case 0: return .boolean(pick(["a", "b"]))
      case 1: return .enumeration(pick(["c", "d"]), isEqual: chance(), chance() ? .number(number(0...2)) : .variable(pick(["c", "d"])))
      default:
        return .compare(.variable(pick(["i", "k"])), pick(signs), chance() ? .literal(number(-3...5)) : .variable(pick(["i", "k"])))
      }
    case .reals:
      return .real(pick(["x", "y"]), pick(signs), chance() ? .number(Double(number(1...2))) : .variable(pick(["x", "y"])))
    case .texts:
      return .text(pick(["s", "t"]), pick(signs), chance() ? .literal(pick(["", "b", "d"])) : .variable(pick(["s", "t"])))
    case .states:
      return number(0...2) == 0
        ? .boolean(pick(["a", "b"])) : .isIn(pick(["left.up", "left.down", "right.up", "right.down", "one", "four"]))
    }
  }

  private mutating func number(depth: Int) -> NumberSketch {
    if depth > 0, chance() {
      let left = number(depth: depth - 1)
      switch number(0...5) {
      case 0: return .operation(left, pick(["/", "%"]), .literal(pick([2, 3, -2, 1])))
      case 1: return .operation(.literal(number(-3...3)), "*", left)
      case 2 where theme == .products: return .operation(left, pick(["*", "/", "%"]), .variable(pick(["i", "j", "k"])))
      case 3: return .pick(.compare(.variable("i"), "<", .literal(number(0...4))), left, number(depth: 0))
      default: return .operation(left, pick(["+", "-"]), number(depth: depth - 1))
      }
    }
    return chance() ? .variable(pick(["i", "j", "k"])) : .literal(number(-4...6))
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &source) }
  private mutating func chance() -> Bool { Bool.random(using: &source) }
  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[Int.random(in: 0..<choices.count, using: &source)] }

  /// Every assignment that matters for guards of the theme: numbers and strings at two points of every interval that literals bound.
  static func assignments(_ theme: Theme) -> [SketchValues] {
    var all = [SketchValues()]
    func spread<Value>(_ values: [Value], _ set: (inout SketchValues, Value) -> Void) {
      all = all.flatMap { base in
        values.map { value in
          var copy = base
          set(&copy, value)
          return copy
        }
      }
    }
    switch theme {
    case .integers, .products:
      spread(Array(0...4)) { $0.integers["i"] = $1 }
      spread(Array(0...4)) { $0.integers["j"] = $1 }
      spread(Array(-2...2)) { $0.integers["k"] = $1 }
    case .mixed:
      spread(Array(0...4)) { $0.integers["i"] = $1 }
      spread(Array(-2...2)) { $0.integers["k"] = $1 }
      for name in ["a", "b"] { spread([true, false]) { $0.booleans[name] = $1 } }
      for name in ["c", "d"] { spread([0, 1, 2]) { $0.enums[name] = $1 } }
    case .reals:
      for name in ["x", "y"] { spread([0, 0.5, 1, 1.25, 1.75, 2, 2.5, 3, .nan]) { $0.reals[name] = $1 } }
    case .texts:
      for name in ["s", "t"] { spread(["", "a", "aa", "b", "ba", "c", "d", "e", "f"]) { $0.texts[name] = $1 } }
    case .states:
      for name in ["a", "b"] { spread([true, false]) { $0.booleans[name] = $1 } }
      spread(["right.up", "right.down"]) { $0.active = ["four", "left.up", $1] }
    }
    return all
  }
}
