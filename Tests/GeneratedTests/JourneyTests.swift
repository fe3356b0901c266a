import Foundation
import Testing

@testable import FSMGenerated

/// A saved machine goes on as if it had never been saved, and what is no machine of the chart is refused.
struct JourneyTests {
  private func machine(after events: Journey.Event..., advancing times: Duration...) throws -> Journey {
    var machine = try Journey.start(ticket: "A1").machine
    for event in events { _ = try machine.handle(event) }
    for time in times { _ = try machine.advance(by: time) }
    return machine
  }

  private func json(_ machine: Journey) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(machine), as: UTF8.self)
  }

  private func restored(_ text: String) throws -> Journey { try JSONDecoder().decode(Journey.self, from: Data(text.utf8)) }

  /// What a decoder says of a text that is no machine.
  private func complaint(_ text: String) -> String {
    do {
      _ = try restored(text)
      return "restored"
    } catch DecodingError.dataCorrupted(let context) {
      return context.codingPath.map(\.stringValue).joined(separator: ".") + ": " + context.debugDescription
    } catch {
      return "\(error)"
    }
  }

  /// Every way through the machine that the calls of a script take, saved and taken up again after each of them.
  @Test func everyStepEqualsTheOriginals() throws {
    let events: [Journey.Event] = [
      .wave, .ring(times: 2), .post("first"), .board, .wave, .turn(to: .foul), .pause, .resume, .wave, .pause, .wave, .resumeExactly,
      .post("second"), .wave, .pause, .resumeExactly, .turn(to: .`default`), .alight,
    ]
    var original = try Journey.start(ticket: "B2").machine
    var copy = original
    for (number, event) in events.enumerated() {
      copy = try restored(json(copy))
      #expect(copy == original)
      #expect(try copy.handle(event) == original.handle(event))
      let time = Duration.seconds(number % 3 == 0 ? 3600 : 20)
      #expect(try copy.advance(by: time) == original.advance(by: time))
    }
    #expect(original.isFinished && copy == original)
  }

  @Test func namesOfTheChartAreSaved() throws {
    let machine = try machine(after: .board, .wave, .post("hi"), .pause)
    #expect(
      try json(machine)
        == """
        {"data":{},"deferred":[],"history":{"travel":{"data":{"travel.train":{"seat":8}},"state":"travel.train"}},\
        "sent":[{"due":{"left":[4,16213023705161793536],"order":0},"event":{"event":"ring","values":{"times":1}}}],\
        "state":"home","timers":[],"variables":{"legs":1,"notes":["hi"],"ticket":"A1","weather":"fair"},\
        "version":"\(Journey.savedVersion)"}
        """)
  }

  @Test func regionsAreSavedAsAListOfPaths() throws {
    let machine = try machine(after: .board, .turn(to: .`default`), advancing: .seconds(3601))
    let text = try json(machine)
    #expect(text.contains(#""state":["travel.walk.feet.left","travel.walk.eyes.ahead","travel.walk.bag"]"#))
    #expect(text.contains(#""data":{"travel":{"since":1},"travel.walk.feet":{"pace":1.5}}"#))
    #expect(text.contains(#""timers":[{"due":{"left":[1,10553255926290448384],"order":0},"name":"travel.walk.eyes.ahead.after"}]"#))
    #expect(text.contains(#""weather":"default""#))
  }

  @Test func restoringPerformsNothingAndKeepsTheTimeLeft() throws {
    var machine = try restored(json(machine(after: .board, advancing: .seconds(3000))))
    #expect(machine.nextDeadline == .seconds(600))
    #expect(try machine.advance(by: .seconds(599)) == [])
    #expect(try machine.advance(by: .seconds(1)) == [.log("walk")])
  }

  @Test func deferredEventsAreSaved() throws {
    var machine = try restored(json(machine(after: .wave, .ring(times: 3))))
    #expect(try machine.handle(.board) == [.log("travel 1"), .log("wave 8"), .log("ring 3")])
  }

  @Test(arguments: [
    (#""state":"travel.train""#, #""state":"travel.tram""#, "state: the chart has no state `travel.tram`"),
    (#""state":"travel.train""#, #""state":"travel""#, "state: `travel` is no configuration of the chart"),
    (#""state":"travel.train""#, #""state":["travel.train","home"]"#, "state: `travel.train, home` is no configuration of the chart"),
    (#""state":"travel.train""#, #""state":["travel.train","travel.walk.bag"]"#, "`travel.train, travel.walk.bag` is no configuration"),
    (#""state":"travel.train""#, #""state":["travel.walk.feet.left","travel.walk.bag"]"#, "no configuration of the chart"),
    (#""state":"travel.train""#, #""state":[]"#, "state: `` is no configuration of the chart"),
    (#""seat":7"#, #""seat":81"#, "data.travel.train.seat: `seat` is outside its range"),
    (#""seat":7"#, #""sit":7"#, "keyNotFound"),
    (#""legs":1"#, #""legs":10"#, "variables.legs: `legs` is outside its range"),
    (#""weather":"fair""#, #""weather":"wet""#, "variables.weather: "),
    ("travel.train.after", "travel.tram.after", "timers.Index 0.name: "),
    (#""event":"wave""#, #""event":"nod""#, "event: the chart has no event `nod` that waits"),
  ])
  func whatIsNoMachineOfTheChartIsRefused(_ text: String, _ replacement: String, _ expected: String) throws {
    // One that waits at home, and one on its way.
    let texts = try [json(machine(after: .wave)), json(machine(after: .board))]
    let sound = try #require(texts.first { $0.contains(text) })
    #expect(complaint(sound) == "restored")
    let found = complaint(sound.replacing(text, with: replacement))
    #expect(found.contains(expected), "\(found)")
  }
}
