import FSMModel
import FSMSimulate

/// What happens to one machine: its start and the calls after it, a line each.
///
///     start n0=3 b1=true
///     e0 4 .slow
///     advance 250
struct Script: Sendable, Hashable {
  enum Call: Sendable, Hashable {
    case event(String, [Value])
    /// In milliseconds.
    case advance(Int)
    /// The end of a run that the generated machine has numbered so: of the activity at a place, counted in the order of the states.
    case completion(place: Int, run: Int, failed: Bool, Value?)
  }

  /// Values of the variables that the caller passes, in the order declared.
  var start: [Value]
  var calls: [Call]

  /// Reads what `text(for:)` wrote; nil where it does not fit the machine.
  init?(_ text: String, for specimen: Specimen) {
    let machine = specimen.machine
    start = []
    calls = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let rest = Array(words.dropFirst())
      if words[0] == "start" {
        let passed = machine.passedVariables
        let texts = rest.compactMap { $0.split(separator: "=", maxSplits: 1).last.map(String.init) }
        guard let values = Self.values(texts, passed.map(\.type), machine) else { return nil }
        start = values
      } else if ["done", "failed"].contains(words[0]), rest.count >= 2, let place = Int(rest[0]), let run = Int(rest[1]),
        specimen.runs.places.indices.contains(place)
      {
        guard let names = specimen.names(at: place) else { return nil }
        let failed = words[0] == "failed"
        let type = failed ? ValueType.string : names.result
        calls.append(.completion(place: place, run: run, failed: failed, type.flatMap { Self.value(rest.last ?? "", $0, machine) }))
      } else if words[0] == "advance", let time = rest.first.flatMap({ Int($0) }) {
        calls.append(.advance(time))
      } else {
        guard let event = machine.events.first(where: { $0.name == words[0] && !$0.isPrivate }),
          let values = Self.values(rest, event.parameters.map(\.type), machine)
        else { return nil }
        calls.append(.event(event.name, values))
      }
    }
  }

  init(start: [Value], calls: [Call]) {
    self.start = start
    self.calls = calls
  }

  func text(for machine: Machine) -> String {
    let passed = zip(machine.passedVariables, start).map { " \($0.name)=\($1)" }.joined()
    return "start\(passed)\n" + calls.map { Self.text($0) + "\n" }.joined()
  }

  static func text(_ call: Call) -> String {
    switch call {
    case .event(let name, let values): ([name] + values.map(\.description)).joined(separator: " ")
    case .advance(let time): "advance \(time)"
    case .completion(let place, let run, let failed, let value):
      "\(failed ? "failed" : "done") \(place) \(run)" + (value.map { " \($0)" } ?? "")
    }
  }

  private static func values(_ texts: [String], _ types: [ValueType], _ machine: Machine) -> [Value]? {
    guard texts.count == types.count else { return nil }
    let values = zip(texts, types).compactMap { value($0, $1, machine) }
    return values.count == types.count ? values : nil
  }

  private static func value(_ text: String, _ type: ValueType, _ machine: Machine) -> Value? {
    switch type {
    case .bool: Bool(text).map { .bool($0) }
    case .integer(let width): Int128(text).map { .integer($0, width) }
    case .double: Double(text).map { .double($0) }
    case .string: .string(String(text.dropFirst().dropLast()))
    case .enumeration(let id): .enumCase(type: machine[id].name, name: String(text.dropFirst()))
    default: nil
    }
  }
}

extension Machine {
  /// Constants and variables whose values the caller passes at the start.
  var passedVariables: [Variable] { variables.filter { $0.owner == .root && $0.value == nil } }
}

extension Script {
  /// Calls made by chance, more often of events that are accepted; those that would trap, or never end, are left out. Nil where the start does.
  static func random(for specimen: Specimen, _ random: inout RandomSource) -> Script? {
    let machine = specimen.machine
    var script = Script(start: machine.passedVariables.map { value($0.type, machine, &random) }, calls: [])
    var runner = Interpretation(specimen)
    guard runner.start(script.start) else { return nil }
    let events = machine.events.filter { !$0.isPrivate }
    for _ in 0..<random.number(4...14) {
      var call = Call.advance(random.pick([0, 100, 250, 300, 500, 1000, 1000, 2500]))
      let started = runner.started
      if !started.isEmpty, random.chance(40) {
        call = completion(of: random.pick(started), specimen, &random)
      } else if !specimen.hasClock || !random.chance(30) {
        let accepted = runner.accepted
        let event = !accepted.isEmpty && random.chance(75) ? random.pick(accepted) : random.pick(events.map(\.name))
        guard let declared = events.first(where: { $0.name == event }) else { continue }
        call = .event(event, declared.parameters.map { value($0.type, machine, &random) })
      }
      if runner.perform(call) { script.calls.append(call) }
    }
    return script
  }

  /// How a run ends; now and then it is another run's end, which comes too late.
  private static func completion(of run: (place: Int, run: Int), _ specimen: Specimen, _ random: inout RandomSource) -> Call {
    let names = specimen.names(at: run.place)
    let number = random.chance(12) ? run.run - 1 : run.run
    if names?.failed != nil, random.chance(35) { return .completion(place: run.place, run: number, failed: true, .string("lost")) }
    guard let type = names?.result else { return .completion(place: run.place, run: number, failed: false, nil) }
    return .completion(place: run.place, run: number, failed: false, value(type, specimen.machine, &random))
  }

  private static func value(_ type: ValueType, _ machine: Machine, _ random: inout RandomSource) -> Value {
    switch type {
    case .bool: .bool(random.chance(50))
    case .integer(let width): .integer(Int128(random.number(width.bounds.lowerBound < 0 ? -3...9 : 0...9)), width)
    case .double: .double(random.pick([0, 0.5, 1.5, -2]))
    case .enumeration(let id): .enumCase(type: machine[id].name, name: random.pick(machine[id].cases))
    default: .string(random.pick(["a", "zz", ""]))
    }
  }
}

extension Specimen {
  /// What the activity at a place is called in the generated machine.
  func names(at place: Int) -> RunNames.Names? {
    runs.places.indices.contains(place) ? runs.runners[runs.places[place]].map { runs.names[$0] } : nil
  }

  /// The machine has timers or delayed events, so that `advance(by:)` exists.
  var hasClock: Bool {
    var sendsLater = false
    machine.forEachEffect { if case .send(_, _, .some, _) = $0 { sendsLater = true } }
    return sendsLater || machine.reactions.contains { if case .after = $0.trigger { true } else { false } }
  }
}
