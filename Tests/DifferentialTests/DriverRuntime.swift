/// What all drivers of one program share.
enum DriverRuntime {
  /// The shared file.
  static let text = """
    import Foundation

    protocol Driven: Hashable, Codable {
      associatedtype Event
      var driverState: Any { get }
      var driverActive: [String] { get }
      var driverValues: [(String, Any)] { get }
      var driverAccepts: [String] { get }
      func driverCan(_ event: Event) -> Bool
      mutating func driverHandle(_ event: Event) -> (String, [String])
      mutating func driverOffer(_ event: Event) -> (String, [String])
    }

    extension Driven {
      /// The same event in every way there is, which must all lead to one machine.
      mutating func driverTake(_ title: String, _ event: Event, isCompletion: Bool = false) {
        let before = self
        let can = driverCan(event)
        let accepts = driverAccepts.contains { title == $0 || title.hasPrefix($0 + " ") }
        var other = self
        let (outcome, offered) = other.driverOffer(event)
        let (handled, effects) = driverHandle(event)
        let fits = handled == outcome || handled == "taken" && ["ignored", "deferred"].contains(outcome)
        if !fits || offered != effects || self != other {
          print("!! handle and offer disagree: \\(handled) \\(effects) and \\(outcome) \\(offered)")
        }
        if outcome.hasPrefix("rejected") && self != before { print("!! a rejection changed the machine") }
        // What an event that is held by `ignore` or `defer` counts as is the machine's own affair.
        if !isCompletion, !["ignored", "deferred"].contains(outcome), accepts == ["rejected(unhandled)", "rejected(finished)"].contains(outcome) {
          print("!! the event was \\(accepts ? "" : "not ")accepted, and then \\(outcome)")
        }
        driverLine(title, ("can=\\(can) " + outcome, effects), self)
        driverRestore()
      }

      /// Saves the machine and goes on with what was saved, which must be the same.
      mutating func driverRestore() {
        do {
          let saved = try JSONEncoder().encode(self)
          let restored = try JSONDecoder().decode(Self.self, from: saved)
          if restored != self { print("!! not what was saved: \\(String(decoding: saved, as: UTF8.self))") }
          self = restored
        } catch {
          print("!! cannot be restored: \\(error)")
        }
      }
    }

    func driverStarted<M: Driven>(_ start: () -> (String, M?, [String])) -> M? {
      let (outcome, machine, effects) = start()
      if let machine { driverLine("start", (outcome, effects), machine) } else { print("start: \\(outcome)") }
      guard var restored = machine else { return nil }
      restored.driverRestore()
      return restored
    }

    func driverLine(_ title: String, _ call: (String, [String]), _ machine: some Driven) {
      let values = machine.driverValues.map { "\\($0.0)=\\(driverText($0.1))" }.joined(separator: " ")
      print(
        "\\(title): \\(call.0) do[\\(call.1.joined(separator: "; "))] in[\\(machine.driverActive.joined(separator: " "))]"
          + " state[\\(driverText(machine.driverState))] vars[\\(values)]")
      fflush(nil)
    }

    func driverShow<Effect>(_ effects: [Effect]) -> [String] { effects.map { driverText($0) } }

    func driverOutcome(_ outcome: Any) -> String {
      let text = driverReason(outcome)
      return ["taken", "ignored", "deferred"].contains(text) ? text : "rejected(\\(text))"
    }

    func driverReason(_ reason: Any) -> String {
      let text = driverText(reason)
      return text.hasPrefix("outOfRange") ? "outOfRange" + text.dropFirst(10).lowercased() : text
    }

    /// A value as its parts tell: a case's name with what it carries in parentheses, the fields of a struct beside each other.
    func driverText(_ value: Any) -> String {
      if let text = value as? String { return text.debugDescription }
      let mirror = Mirror(reflecting: value)
      switch mirror.displayStyle {
      case .enum:
        guard let payload = mirror.children.first else { return "\\(value)" }
        let inside = driverText(payload.value)
        return "\\(payload.label ?? "?")" + (inside.isEmpty ? "" : "(\\(inside))")
      case .tuple, .struct:
        if value is Bool || value is Int || value is Double || value is Duration { return "\\(value)" }
        // Regions that are nothing but themselves show nothing.
        return mirror.children.map { driverText($0.value) }.filter { !$0.isEmpty }.joined(separator: " ")
      default: return "\\(value)"
      }
    }

    """

  /// The program's beginning: it runs the machines its arguments name, each behind a line with its name.
  static func main(_ names: [String]) -> String {
    let table = names.map { "  (\"\($0)\", run\($0)),\n" }.joined()
    return """
      #if canImport(Darwin)
        import Darwin
      #else
        import Glibc
      #endif

      let runs: [(String, () -> Void)] = [
      \(table)]
      let wanted = Set(CommandLine.arguments.dropFirst())
      for (name, run) in runs where wanted.contains(name) {
        print("== \\(name)")
        fflush(nil)
        alarm(120)
        run()
      }

      """
  }
}
