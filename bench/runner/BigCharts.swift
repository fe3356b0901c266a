/// One big flat chart in every form: `states` states with five reactions each, over fifty events.
struct BigChart {
  let states: Int
  let events = 50

  private func event(_ state: Int, _ index: Int) -> Int { (state * 7 + index * 11) % events }
  private func target(_ state: Int, _ index: Int) -> Int { (state * 31 + index * 17 + 1) % states }
  private func note(_ state: Int, _ index: Int) -> Int { state * 5 + index }

  var fsm: String {
    var text = "machine Big {\n  event \((0..<events).map { "e\($0)" }.joined(separator: ", "))\n  action note(_ n: Int)\n"
    for state in 0..<states {
      text += "  \(state == 0 ? "initial " : "")state s\(state) {\n"
      for index in 0..<5 { text += "    on e\(event(state, index)) / note(\(note(state, index))) -> s\(target(state, index))\n" }
      text += "  }\n"
    }
    return text + "}\n"
  }

  /// The chart as a careful engineer writes it who has measured: a switch for each state, the append kept out of line (left to the inliner it
  /// makes the whole half as big again and takes swiftc twice the time). What it offers is a step, its effects performed or returned.
  var handWritten: String {
    """
    struct Big: Sendable, Hashable {
      enum State: Sendable, Hashable { case \(names("s", states)) }
      enum Event: Sendable, Hashable { case \(names("e", events)) }
      struct Rejection: Error { var event: Event }
      private(set) var state = State.s0
      static func start() -> Big { Big() }
      mutating func handle(_ event: Event) throws(Rejection) -> [Effect] {
        var recorder = List()
        guard offer(event, performing: &recorder) == .taken else { throw Rejection(event: event) }
        return recorder.effects
      }

    """ + handWrittenSteps
  }

  /// The same with what the generated machine answers beside that: names of states and events as text and back, all of them, errors that say
  /// where the machine was, a throwing step, what would be taken now, where the machine is.
  var handWrittenWhole: String {
    """
    struct Big: Sendable, Hashable {
      enum State: String, CaseIterable, Sendable, Hashable { case \(names("s", states)) }
      enum Event: String, CaseIterable, Sendable, Hashable { case \(names("e", events)) }
      struct Rejection: Error, Sendable, Hashable { let state: State, event: Event }
      private(set) var state = State.s0
      static func start() -> Big { Big() }
      mutating func handle(_ event: Event) throws(Rejection) -> [Effect] {
        var recorder = List()
        try handle(event, performing: &recorder)
        return recorder.effects
      }
      mutating func handle(_ event: Event, performing actions: inout some Actions) throws(Rejection) {
        guard offer(event, performing: &actions) == .taken else { throw Rejection(state: state, event: event) }
      }
      func canHandle(_ event: Event) -> Bool { acceptedEvents.contains(event) }
      func isIn(_ other: State) -> Bool { state == other }
      var acceptedEvents: [Event] {
        switch state {

    """
      + (0..<states).map { state in
        "    case .s\(state): return [\((0..<5).map { ".e\(event(state, $0))" }.joined(separator: ", "))]\n"
      }.joined() + "    }\n  }\n" + handWrittenSteps
  }

  private func names(_ letter: String, _ count: Int) -> String { (0..<count).map { "\(letter)\($0)" }.joined(separator: ", ") }

  private var handWrittenSteps: String {
    var text = """
        enum Effect: Sendable, Hashable { case note(Int) }
        enum Outcome { case taken, unhandled }
        protocol Actions { mutating func note(_ n: Int) }
        private struct List: Actions {
          var effects: [Effect] = []
          mutating func note(_ n: Int) { append(.note(n)) }
          @inline(never) private mutating func append(_ effect: Effect) { effects.append(effect) }
        }
        mutating func offer(_ event: Event, performing actions: inout some Actions) -> Outcome {
          switch state {

      """
    for state in 0..<states { text += "    case .s\(state): return inS\(state)(event, &actions)\n" }
    text += "    }\n  }\n"
    for state in 0..<states {
      text += "  private mutating func inS\(state)(_ event: Event, _ actions: inout some Actions) -> Outcome {\n    switch event {\n"
      for index in 0..<5 {
        text += "    case .e\(event(state, index)): actions.note(\(note(state, index))); state = .s\(target(state, index)); return .taken\n"
      }
      text += "    default: return .unhandled\n    }\n  }\n"
    }
    return text + "}\n"
  }

  var c: String {
    var text = "#include \"drive.h\"\nstatic int state;\nstatic int step(const struct event *event) {\n  switch (state) {\n"
    for state in 0..<states {
      text += "  case \(state): switch (event->kind) {\n"
      for index in 0..<5 {
        text += "    case \(event(state, index)): note(\(note(state, index))); state = \(target(state, index)); return 1;\n"
      }
      text += "  } return 0;\n"
    }
    return text + "  }\n  return 0;\n}\nint main(void) { drive(\(events), step); }\n"
  }

  var script: String {
    """
    typealias Machine = Big
    let kinds = \(events)
    private let all: [Big.Event] = [\((0..<events).map { ".e\($0)" }.joined(separator: ", "))]
    func event(_ kind: Int, _ value: Int) -> Big.Event { all[kind] }

    """
  }

  /// The same as one of Ragel's state charts; an event that a state does not name leads back to it.
  var ragel: String {
    var text = "#include \"drive.h\"\n%%{\n  machine big;\n  alphtype int;\n"
    for state in 0..<states {
      for index in 0..<5 { text += "  action a\(note(state, index)) { note(\(note(state, index))); taken = 1; }\n" }
    }
    text += "  main := (\n"
    for state in 0..<states {
      let arms = (0..<5).map { "\(event(state, $0)) @a\(note(state, $0)) -> \(label(target(state, $0)))" }
      let named = (0..<5).map { "\(event(state, $0))" }.joined(separator: "|")
      text += "    \(label(state)): ( \(arms.joined(separator: " | ")) | ^(\(named)) -> \(label(state)) )\(state + 1 < states ? "," : "")\n"
    }
    return text + """
        );
      }%%
      %% write data nofinal noerror;
      static int cs;
      static int step(const struct event *event) {
        int taken = 0;
        const int *p = &event->kind, *pe = p + 1;
        %% write exec;
        return taken;
      }
      int main(void) {
        %% write init;
        drive(\(events), step);
      }

      """
  }

  private func label(_ state: Int) -> String { state == 0 ? "start" : "s\(state)" }
}
