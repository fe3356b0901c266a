import FSMDiagnostics
import FSMModel
import FSMSimulate
import Testing

/// What must not crash, hang, or grow without bound.
struct LimitTests {
  @Test func aHundredThousandRaisedEventsInARow() throws {
    let test = try TestChart(
      """
      machine Loop {
        var n: Int = 0
        event go
        initial state run {
          on go {
            [n < 100_000] / n += 1, raise go
            else -> over
          }
        }
        final state over
      }
      """)
    var machine = test.started()
    let call = machine.send("go")
    #expect(call.outcome == .taken)
    #expect(machine.configuration == ["over"])
    #expect(machine.value("n") == .int(100_000))
    #expect(call.stepsWereCut && call.steps.count == 10_000)
  }

  @Test(arguments: ["raise go", "send go", "send go in 0s"])
  func endlessLoopsAreRejectedWhole(_ effect: String) throws {
    let test = try TestChart(
      """
      machine Loop {
        var n: Int = 0
        event go
        action log()
        initial state run { on go / log(), n += 1, \(effect) }
      }
      """)
    var options = Interpreter.Options()
    options.mostMicrosteps = 1_000
    var machine = test.started(options)
    var call = machine.send("go")
    if effect.hasSuffix("0s") {
      #expect(call.outcome == .taken && machine.value("n") == .int(1))
      call = machine.advance(by: .zero)
      #expect(machine.value("n") == .int(1) && machine.nextDeadline == .zero)
    } else {
      #expect(machine.value("n") == .int(0))
    }
    #expect(call.outcome == .rejected(.endless) && call.effects.isEmpty)
  }

  /// The limit counts microsteps: a call of exactly so many is fine.
  @Test func theLimitItselfIsAllowed() throws {
    let test = try TestChart(
      """
      machine Count {
        var n: Int = 1
        event go
        initial state run {
          on go / n = 1
          always [n < 10] / n += 1
        }
      }
      """)
    var options = Interpreter.Options()
    options.mostMicrosteps = 10  // `go`, then nine `always`
    var machine = test.started(options)
    #expect(machine.send("go").outcome == .taken)
    machine.options.mostMicrosteps = 9
    #expect(machine.send("go").outcome == .rejected(.endless))
  }

  @Test func aLongAdvanceOverAShortTimerIsNotEndlessButGivesUp() throws {
    let test = try TestChart(
      """
      machine Tick {
        var n: Int = 0
        initial state on { after 1ms / n += 1 -> self }
      }
      """)
    var options = Interpreter.Options()
    options.mostMicrosteps = 10
    options.mostWork = 4_000
    var machine = test.started(options)
    #expect(machine.advance(by: .seconds(1)).outcome == .taken)
    #expect(machine.value("n") == .int(1_000))
    #expect(machine.advance(by: .seconds(60)).outcome == .tooLong)
    #expect(machine.value("n") == .int(1_000))
  }

  /// What Swift would do here is to run out of memory; the simulation says that it cannot go on, or keeps a short text.
  @Test(arguments: [
    "list = list + list", "nested = [nested, nested]", "text += text", "text = \"\\(text)\\(text)\"", "photos = photos.with(photos)",
  ])
  func doublingStaysSmall(_ effect: String) throws {
    let test = try TestChart(
      """
      machine Grow {
        var list: [Int] = [1]
        var nested: [Any] = [1]
        var text: String = "ab"
        var photos: Photos = Photos()
        event more
        initial state s { on more / \(effect) }
      }
      """)
    var machine = test.started()
    let outcomes = (0..<60).map { _ in machine.send("more").outcome }
    #expect(outcomes.last == (effect.hasPrefix("photos") ? .taken : .tooLong))
    for value in machine.namedValues { #expect(value.value.description.utf8.count <= (1 << 20) + 2) }
  }

  /// Each machine uses the next one twice: a thousand places, with two hundred variables each.
  @Test func machinesThatMultiplyAreRefused() throws {
    var text = ""
    for level in 0..<10 { text += "machine M\(level) { initial parallel state p { state a: M\(level + 1) state b: M\(level + 1) } }\n" }
    text += "machine M10 {\n\((0..<200).map { "  var v\($0): Int = 0\n" }.joined())  initial state s\n}\n"
    let test = try TestChart("machine Small { initial state s }\n" + text)
    #expect(Assembly(test.chart, machine: MachineID(1)) == nil)
    #expect(Assembly(test.chart, machine: MachineID(6)) != nil)
  }
}
