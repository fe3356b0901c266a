import FSMDiagnostics

/// What `help` says at the prompt.
enum SimulatorHelp {
  private struct Topic {
    var words: [String]
    var usage: String
    var summary: String
    var more: String
  }

  private static let topics: [Topic] = [
    Topic(
      words: ["event"], usage: "EVENT(…)", summary: "send an event, with its arguments",
      more: """
        An event is written as in a scenario: `push`, `putMoney(amount: 5)`.
        Arguments are expressions of the chart's language.
        `events` lists what is accepted here. A name in backticks is always an event.
        """),
    Topic(
      words: ["advance"], usage: "advance 30s", summary: "let time pass; what falls due happens",
      more: """
        Timers fire in order of their due times.
        Durations are `250ms`, `30s`, `1min 30s`, `2h`, `1d`.
        """),
    Topic(
      words: ["done", "failed"], usage: "done RUN [VALUE]", summary: "an activity ends; `failed RUN ERROR` when it fails",
      more: """
        `done load 3` is `load.done(3)`, `failed load .timeout` is `load.failed(.timeout)`.
        `state` lists the activities that run.
        """),
    Topic(
      words: ["given", "set"], usage: "given F(…) = VALUE", summary: "what a function of the caller's answers from here on",
      more: """
        `given isOpen(at: 3) = true` answers for these arguments,
        `given isOpen() = true` for all; `set isOpen = true` is the same.
        `given "list.count > 3" = true` answers a condition that only Swift could tell,
        by its text.
        """),
    Topic(
      words: ["state"], usage: "state", summary: "active states, data, variables, timers, what waits",
      more: "The machine itself comes first, each state inside the one it lies in."),
    Topic(
      words: ["events"], usage: "events", summary: "what is accepted here, with parameter types",
      more: """
        An event stands here when an active state reacts to it, defers or ignores it;
        behind it what would become of it.
        """),
    Topic(
      words: ["why"], usage: "why EVENT(…)", summary: "which reactions would be tried, and which guards fail",
      more: """
        Reactions are listed in the order tried, with their places, their guards and
        what these read. Nothing happens. Without arguments, guards that read them
        cannot be told, and what comes after them is shown too.
        """),
    Topic(
      words: ["expect"], usage: "expect CONDITION", summary: "check something, as a scenario does",
      more: """
        `expect in(open) && count == 3`, `expect rejected` and
        `expect performed ring()` judge what the last call led to.
        """),
    Topic(words: ["undo"], usage: "undo [N]", summary: "take back the last step, or the last N", more: "Answers given are taken back too."),
    Topic(
      words: ["start"], usage: "start(…)", summary: "start anew, with the values the caller passes",
      more: "`start` alone uses the values known from `--let`. `undo` leads back."),
    Topic(words: ["help"], usage: "help [WORD]", summary: "show this, or more about one", more: "For example `help why`."),
    Topic(
      words: ["quit"], usage: "quit", summary: "leave; Ctrl-D does too",
      more: "On a terminal Ctrl-C drops the line that is being typed, and stops a call that runs."),
  ]

  static func lines(about word: String?) -> [String] {
    if let word, let topic = topics.first(where: { $0.words.contains(word) }) {
      return ["  \(topic.usage)  \(topic.summary)"] + topic.more.split(separator: "\n").map { "  \($0)" }
    }
    let width = (topics.map(\.usage.count).max() ?? 0) + 2
    var lines = topics.map { "  " + $0.usage + String(repeating: " ", count: width - $0.usage.count) + $0.summary }
    lines.append("  Where an event has the name of a command, `:undo` is the command.")
    return lines
  }
}
