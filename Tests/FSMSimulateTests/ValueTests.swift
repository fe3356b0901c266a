import FSMModel
import FSMSimulate
import Testing

/// Swift's arithmetic, traps included, by way of charts.
struct ValueTests {
  /// The value of an expression of a type, or the trap's message.
  private func evaluate(_ type: String, _ text: String, setup: String = "") throws -> String {
    let test = try TestChart(
      "machine M { \(setup) var x: \(type) var zero: Int = 0 var less: Int8 = -128 var big: Int8 = 127 "
        + "event go(x: \(type)) initial state s { on go / x = \(text) } }")
    let machine = test.chart.machines[0]
    var interpreter = Interpreter(test.assembly)
    let variable = try #require(machine.variables.first { $0.name == "x" })
    interpreter.start([variable.id: .symbolic("old")])
    let call = interpreter.send("go", [.symbolic("old")])
    if case .trapped(let message, _) = call.outcome { return "trap: " + message }
    return interpreter.value("x")?.description ?? "none"
  }

  @Test(arguments: [
    ("Int", "7 / 2", "3"), ("Int", "-7 / 2", "-3"), ("Int", "-7 % 2", "-1"), ("Int", "2 + 3 * 4", "14"),
    ("UInt64", "18446744073709551615", "18446744073709551615"), ("Double", "1 / 4", "0.25"), ("Float", "0.1", "0.1"),
    ("Bool", "1 < 2 && !(2 < 1)", "true"), ("String", "\"a\" + \"b\"", "\"ab\""), ("String", "\"n \\(zero)!\"", "\"n 0!\""),
    ("Duration", "1min 30s + 250ms", "1min 30s 250ms"), ("Duration", "2 * 1500ms", "3s"), ("Duration", "1s - 3s", "-2s"),
    ("Duration", "1s / 3", "333ms 333us 333ns 333333333as"), ("Int", "zero == 0 ? 1 : 2", "1"),
  ])
  func values(_ type: String, _ text: String, _ expected: String) throws {
    #expect(try evaluate(type, text) == expected)
  }

  @Test(arguments: [
    ("Int", "1 / zero"), ("Int", "1 % zero"), ("Int8", "big + 1"), ("Int8", "less - 1"), ("Int8", "-less"), ("Int8", "less / -1"),
    ("Int8", "less % -1"), ("Int8", "big * 2"),
  ])
  func traps(_ type: String, _ text: String) throws {
    #expect(try evaluate(type, text).hasPrefix("trap: "), "\(text)")
  }

  @Test(arguments: [
    ("Int", "list.count", "3"), ("Int", "list[1]", "20"), ("Int", "list.first! + list.last!", "40"), ("Bool", "list.contains(20)", "true"),
    ("Bool", "list == [10, 20, 30]", "true"), ("Bool", "list.isEmpty || list + [1] != list", "true"), ("Int", "other.first ?? 7", "7"),
    ("Int", "\"abc\".count", "3"), ("Double", "Double(list.count) / 2", "1.5"), ("Int", "Int(2.9)", "2"), ("String", "String(5)", "\"5\""),
  ])
  func whatIsKnownOfSwiftsOwnTypes(_ type: String, _ text: String, _ expected: String) throws {
    #expect(try evaluate(type, text, setup: "var list: [Int] = [10, 20, 30] var other: [Int] = [] ") == expected)
  }

  @Test(arguments: [("Int", "list[3]"), ("Int", "other.first!"), ("Int8", "Int8(zero + 300)"), ("Int", "Int(1e40)")])
  func trapsOfSwiftsOwnTypes(_ type: String, _ text: String) throws {
    let setup = "var list: [Int] = [10, 20, 30] var other: [Int] = [] "
    #expect(try evaluate(type, text, setup: setup).hasPrefix("trap: "), "\(text)")
  }

  @Test func arraysThatChange() throws {
    let test = try TestChart(
      """
      machine M {
        var list: [Int] = [1]
        event go
        initial state s {
          on go / list.append(2), list += [3], list.insert(0, at: 0), list[1] = 9, list.removeLast(), list.append(contentsOf: [5, 6]),
            list.remove(at: 2), list.removeFirst()
        }
      }
      """)
    var machine = test.started()
    #expect(machine.send("go").outcome == .taken)
    #expect(machine.value("list")?.description == "[9, 5, 6]")
  }

  @Test func definedFunctionsSeeOnlyTheirParameters() throws {
    let setup = "func twice(_ n: Int) -> Int = n * 2 func four(_ n: Int) -> Int = twice(twice(n)) "
    #expect(try evaluate("Int", "four(3)", setup: setup) == "12")
  }

  @Test func texts() {
    #expect(Value.string("a\"\\\n\u{1}é").description == "\"a\\\"\\\\\\n\\u{1}é\"")
    #expect(Value.duration(.zero).description == "0s")
    #expect(Value.duration(.seconds(90_061)).description == "1d 1h 1min 1s")
    #expect(Value.enumCase(type: "Mode", name: "slow").description == ".slow")
  }
}
