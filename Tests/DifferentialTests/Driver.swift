import FSMDiagnostics
import FSMModel
import FSMSimulate

/// The Swift that runs one generated machine through its script, whatever the machine's functions look like.
struct Driver {
  let name: String
  let specimen: Specimen
  let script: Script
  /// The generated file.
  let generated: String

  init(name: String, specimen: Specimen, script: Script) {
    self.name = name
    self.specimen = specimen
    self.script = script
    generated = specimen.swift(named: name)
  }

  private var hasFunctions: Bool { generated.contains("\n  protocol Functions {") }
  private var using: [String] { hasFunctions ? ["using: \(name)Answers()"] : [] }

  /// The heads of the functions that begin so.
  private func heads(_ beginning: String) -> [String] {
    generated.split(separator: "\n").map(String.init).filter { $0.hasPrefix("  \(beginning)(") }
  }

  private func call(_ function: String, _ arguments: [String], as head: String) -> String {
    let passed =
      arguments + (head.contains("using functions:") ? using : []) + (head.contains("performing actions:") ? ["performing: &recorder"] : [])
    return "\(function)(\(passed.joined(separator: ", ")))"
  }

  var text: String {
    let machine = specimen.machine
    let variables = machine.variables.filter { $0.owner == .root }.map { "(\"\($0.name)\", `\($0.name)`)" }
    return (hasFunctions ? Answers.swift(for: machine, named: name) : "") + (specimen.isObserved ? observing : "") + """
      extension \(name): Driven {
        var driverState: Any { state }
        var driverActive: [String] { StateName.allCases.filter { isIn($0) }.map(\\.rawValue) }
        var driverValues: [(String, Any)] { [\(variables.joined(separator: ", "))] }
        var driverAccepts: [String] { acceptedEvents.map(\\.rawValue) }
        func driverCan(_ event: Event) -> Bool { \(heads("func canHandle").first.map { call("canHandle", ["event"], as: $0) } ?? "true") }
        mutating func driverHandle(_ event: Event) -> (String, [String]) {
      \(handling(heads("mutating func handle"), ["event"]))
        }
        mutating func driverOffer(_ event: Event) -> (String, [String]) {
      \(offering)
        }
      \(advancing)}
      func run\(name)() {
        guard \(script.calls.isEmpty ? "let" : "var") machine: \(name) = driverStarted({
      \(starting)
        }) else { return }
      \(calls)}

      """
  }

  /// What the machine tells of its steps stands behind the effects.
  private var observing: String {
    """
    func driverShow(_ effects: [\(name).Effect]) -> [String] {
      var (shown, seen): ([String], [String]) = ([], [])
      for effect in effects {
        switch effect {
        case .willLeave(let state): seen.append("-" + state.rawValue)
        case .didTake(let index): seen.append("(" + \(name).transitions[index].place + ")")
        case .didEnter(let state): seen.append("+" + state.rawValue)
        default: shown.append(driverText(effect))
        }
      }
      return shown + (seen.isEmpty ? [] : ["saw " + seen.joined(separator: " ")])
    }

    """
  }

  /// A call that may throw and may return effects, as outcome and effects.
  private func handling(_ heads: [String], _ arguments: [String]) -> String {
    guard let head = heads.first(where: { !$0.contains("performing") }) ?? heads.first else { return "    return (\"none\", [])" }
    let returns = head.contains("-> [Effect]")
    let plain = call(function(of: head), arguments, as: head)
    let body = { (made: String) in returns ? "return (\"taken\", driverShow(\(made)))" : "\(made); return (\"taken\", [])" }
    guard head.contains("throws(Rejection)") else { return "    \(body(plain))" }
    return "    do throws(Rejection) { \(body("try " + plain)) } catch { return (\"rejected(\" + driverReason(error.reason) + \")\", []) }"
  }

  private func function(of head: String) -> String {
    let rest = head.drop { $0 == " " }.split(separator: "(")[0].split(separator: " ")
    return String(rest[rest.count - 1])
  }

  private var offering: String {
    guard let head = heads("mutating func offer").first else { return "    return driverHandle(event)" }
    let made = call("offer", ["event"], as: head)
    guard head.contains("performing") else { return "    return (driverOutcome(\(made)), [])" }
    return """
          var recorder = Recorder()
          let outcome = \(made)
          return (driverOutcome(outcome), driverShow(recorder.effects))
      """
  }

  private var advancing: String {
    guard specimen.hasClock else { return "" }
    return """
        mutating func driverAdvance(_ time: Int) -> (String, [String]) {
      \(handling(heads("mutating func advance"), ["by: .milliseconds(time)"]))
        }

      """
  }

  private var starting: String {
    let heads = heads("static func start")
    guard let head = heads.first(where: { !$0.contains("performing") }) ?? heads.first else { return "    nil" }
    let values = zip(specimen.machine.passedVariables, script.start).map { "\($0.name): \($1)" }
    let tries = head.contains("throws(Rejection)") ? "try " : ""
    let made = tries + call("\(name).start", values, as: head)
    let plain =
      head.contains("-> (machine: Self")
      ? "let started = \(made); return (\"taken\", started.machine, driverShow(started.effects))" : "return (\"taken\", \(made), [])"
    return tries.isEmpty
      ? "    \(plain)"
      : "    do throws(\(name).Rejection) { \(plain) } catch { return (\"rejected(\" + driverReason(error.reason) + \")\", nil, []) }"
  }

  private var calls: String {
    if script.calls.isEmpty { return "  _ = machine\n" }
    return script.calls.map { call in
      let title = Value.quoted(Script.text(call))
      switch call {
      case .completion(let place, let run, let failed, let value):
        guard let names = specimen.names(at: place) else { return "" }
        let shown = value.map { failed && names.failsWithText ? ".init(\($0))" : $0.description }
        let arguments = (shown.map { [$0] } ?? []) + ["run: \(run)"]
        let event = failed ? names.failed ?? names.done : names.done
        return "  machine.driverTake(\(title), .\(event)(\(arguments.joined(separator: ", "))), isCompletion: true)\n"
      case .advance(let time): return "  driverLine(\(title), machine.driverAdvance(\(time)), machine); machine.driverRestore()\n"
      case .event(let event, let values):
        let parameters = specimen.machine.events.first { $0.name == event }?.parameters ?? []
        let list = zip(parameters, values).map { ($0.isLabelled ? "\($0.name): " : "") + $1.description }
        return "  machine.driverTake(\(title), .\(event)\(list.isEmpty ? "" : "(\(list.joined(separator: ", ")))"))\n"
      }
    }.joined()
  }
}
