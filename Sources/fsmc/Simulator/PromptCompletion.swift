import FSMCompiler
import FSMModel
import FSMSimulate

/// What can be typed next at the prompt.
struct PromptCompletion {
  let session: Session

  private var machine: Machine { session.assembly.machine(of: .machine) }

  /// What can stand at the end of a text.
  func completions(of text: String) -> LineEditor.Completions {
    let characters = Array(text)
    var start = characters.count
    while start > 0, characters[start - 1].isLetter || characters[start - 1].isNumber || "_.".contains(characters[start - 1]) { start -= 1 }
    let word = String(characters[start...])
    let words = candidates(behind: String(characters[..<start]))
    var seen: Set<String> = []
    let fitting = words.filter { $0.hasPrefix(word) && seen.insert($0).inserted }
    return LineEditor.Completions(start: start, words: fitting.sorted())
  }

  private func candidates(behind text: String) -> [String] {
    let words = text.split(whereSeparator: \.isWhitespace)
    if words.isEmpty { return events + outcomes + Simulation.words.map(isFollowed) }
    if text.hasSuffix("in(") { return states }
    if let open = call(openAt: text) { return arguments(open.name, open.before) }
    guard words.count == 1 else { return words[0] == "expect" ? ["in(", "performed", "rejected"] + values : [] }
    switch words[0] {
    case "why": return machine.events.filter { !$0.isPrivate }.map { $0.parameters.isEmpty ? $0.name : $0.name + "(" }
    case "done", "failed": return session.interpreter.runningActivities.map { session.assembly.name(of: $0.activity) }
    case "given", "set":
      return machine.callables.filter { $0.kind == .function && $0.body == nil }.map {
        $0.parameters.isEmpty ? $0.name + "() = " : $0.name + "("
      }
    case "help": return Simulation.words
    case "expect": return ["in(", "performed ", "rejected"] + values
    case "advance": return session.interpreter.nextDeadline.map { [Value.durationText($0)] } ?? []
    default: return []
    }
  }

  private func isFollowed(_ word: String) -> String {
    ["advance", "why", "given", "set", "done", "failed", "expect"].contains(word) ? word + " " : word
  }

  private var events: [String] {
    session.interpreter.acceptedEvents.map { session.assembly[$0] }.map { $0.parameters.isEmpty ? $0.name : $0.name + "(" }
  }

  private var outcomes: [String] {
    session.interpreter.runningActivities.flatMap { running -> [String] in
      let name = session.assembly.name(of: running.activity)
      let declared = session.assembly.callable(session.assembly.activity(running.activity).activity, running.activity.scope)
      let done = name + ".done" + (declared.result == nil ? "" : "(")
      return declared.throwing == .never ? [done] : [done, name + ".failed("]
    }
  }

  private var states: [String] { machine.states.dropFirst().filter { !$0.isPseudo }.map { machine.pathName(of: $0.id) + ")" } }
  private var values: [String] { machine[.root].data.map { machine[$0].name } }

  // MARK: Arguments

  /// The call whose parentheses are open at the end of a text, and what stands in them already.
  private func call(openAt text: String) -> (name: String, before: String)? {
    var depth = 0
    for index in text.indices.reversed() {
      if text[index] == ")" { depth += 1 }
      guard text[index] == "(" else { continue }
      if depth == 0 {
        let head = text[..<index]
        let name = head.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return (String(name.reversed()), String(text[text.index(after: index)...]))
      }
      depth -= 1
    }
    return nil
  }

  /// The label that comes next, or the values of a type that has few.
  private func arguments(_ name: String, _ before: String) -> [String] {
    guard let parameters = parameters(of: name) else { return [] }
    var depth = 0
    var count = 0
    for character in before {
      if "([".contains(character) { depth += 1 }
      if ")]".contains(character) { depth -= 1 }
      if character == ",", depth == 0 { count += 1 }
    }
    guard count < parameters.count else { return [] }
    let rest = before.split(separator: ",", omittingEmptySubsequences: false).last.map { $0.trimmed } ?? ""
    let parameter = parameters[count]
    if parameter.isLabelled, rest.isEmpty { return ["\(parameter.name): "] }
    guard rest.isEmpty || rest.hasSuffix(":") else { return [] }
    switch parameter.type {
    case .bool: return ["true", "false"]
    case .enumeration(let id): return machine[id].cases.map { "." + $0 }
    default: return []
    }
  }

  private func parameters(of name: String) -> [Parameter]? {
    if let event = machine.events.first(where: { $0.name == name }) { return event.parameters }
    if let callable = machine.callables.first(where: { $0.name == name }) { return callable.parameters }
    guard name == "start" else { return nil }
    return session.missingValues.map { variable in
      Parameter(
        name: variable.name, isLabelled: true, type: variable.type, typeText: variable.typeText, typeSpan: variable.typeSpan,
        span: variable.span)
    }
  }
}

extension Substring {
  /// Without blanks at either end.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
