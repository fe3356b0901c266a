import FSMModel

/// `--codable`: the extension of a generated type that saves a machine, and takes one up again without performing anything.
///
/// States are saved by their paths, and everything else by its name in the chart, so that what was saved stays readable while the chart
/// grows. Nothing is synthesized that grows with the chart: swiftc needs several times as long for it.
struct SwiftCodable {
  /// Private types of the extension, named so that they hide nothing the chart mentions.
  struct TypeNames {
    let key: String
    let writer: String
    let reader: String
    let event: String
    let send: String

    init(_ naming: inout SwiftNaming) {
      key = naming.claimType("SavedKey")
      writer = naming.claimType("StateWriter")
      reader = naming.claimType("StateReader")
      event = naming.claimType("SavedEvent")
      send = naming.claimType("SavedSend")
    }
  }

  let swift: SwiftMachine
  var context: SwiftContext { swift.context }
  var machine: Machine { swift.machine }
  var names: TypeNames { context.savedTypes }
  private var timers: String { context.memberNames.timers }
  private var deferred: String { context.memberNames.deferred }
  private var runs: String { context.memberNames.runs }

  /// The states with states inside, the machine itself first.
  let composites: [StateID]
  /// For each composite the functions that save and read a value of its type.
  let functions: (save: [String], read: [String])
  /// For each state whether a state inside it has data.
  let hasData: [Bool]

  init(_ swift: SwiftMachine) {
    self.swift = swift
    composites = swift.machine.states.map(\.id).filter { !swift.machine.activeChildren(of: $0).isEmpty }
    functions = Self.functions(swift.context)
    let machine = swift.machine
    hasData = machine.bottomUp { state, inner in inner.contains(true) || state.children.contains { !machine[$0].data.isEmpty } }
  }

  func library(_ name: String) -> String { context.types.library(name) }

  /// The extension, a blank line before it; nothing where it was not asked for.
  var lines: [SwiftLine] {
    guard context.options.codable else { return [] }
    let access = swift.access
    var sections: [[SwiftLine]] = [
      [
        .text("/// Changes with the chart's states, data and variables, and with all else that is saved; saved as `version`."),
        .text("\(access)static var savedVersion: \(library("String")) { \(SwiftText.literal(SwiftSavedVersion(context).text)) }"),
      ],
      [
        .text("/// Saves where the machine is, and everything it remembers."),
        .block("\(access)func encode(to encoder: any \(library("Encoder"))) throws", encoding),
      ],
      [
        .text(
          "/// Takes up a saved machine where it was. Nothing is performed\(context.hasTimers ? ", and timers keep the time they had left" : "")."
        ),
        .text("///"),
        .text(
          "/// - Throws: `DecodingError` for a state this chart does not have, \(hasRegions ? "for states that are not active together, " : "")or for values that are missing."
        ),
        .block("\(access)init(from decoder: any \(library("Decoder"))) throws", decoding),
      ],
      key,
    ]
    if context.hasActivities { sections.insert(restarting, at: 3) }
    if savesPaths { sections += [writer, reader] }
    sections += waitingEvents
    let body = Array(sections.joined(separator: [.blank]))
    let declared = machine.conformances ?? []
    // Where the chart lists the protocols itself, the type has them already.
    let missing = declared.contains("Codable") ? [] : ["Encodable", "Decodable"].filter { !declared.contains($0) }
    let conformances = missing.count == 2 ? ["Codable"] : missing
    let head =
      "extension \(context.naming.machine)" + (conformances.isEmpty ? "" : ": " + conformances.map(library).joined(separator: ", "))
    return [.blank, .text("// MARK: - Saved state"), .blank, .block(head, body)]
  }

  /// `State` has more than plain cases.
  private var savesPaths: Bool { !swift.declarations.stateIsPlain }

  /// A name in a container.
  func forKey(_ name: String) -> String { "forKey: \(SwiftText.literal(name))" }

  func nested(_ container: String, _ name: String) -> String { "\(container).nestedContainer(keyedBy: \(names.key).self, \(forKey(name)))" }

  // MARK: Encoding

  private var encoding: [SwiftLine] {
    var lines: [SwiftLine] = [
      .text("var values = encoder.container(keyedBy: \(names.key).self)"),
      .text("try values.encode(Self.savedVersion, forKey: \"version\")"),
    ]
    lines += savesPaths ? written("state", of: .root, in: "values") : [.text("try values.encode(state, forKey: \"state\")")]
    let variables = swift.initialized
    if !variables.isEmpty {
      lines.append(.text("var variables = \(nested("values", "variables"))"))
      for variable in variables {
        let line = SwiftLine.text("try variables.encode(self.\(context.naming.variables[variable.id.index]), \(forKey(variable.name)))")
        lines += swift.steps.located(variable.typeSpan, if: !variable.type.isKnown, [line])
      }
    }
    let remembered = remembered
    if !remembered.isEmpty {
      lines.append(.text("var histories = \(nested("values", "history"))"))
      for (state, property, name) in remembered {
        let body =
          savesPaths
          ? written("inside", of: state, in: "\(nested("histories", name))") : [.text("try histories.encode(inside, \(forKey(name)))")]
        lines.append(.block("if let inside = self.\(property)", body))
      }
    }
    return lines + encodingOfWhatWaits
  }

  private var encodingOfWhatWaits: [SwiftLine] {
    var lines: [SwiftLine] = []
    let layout = SwiftMachine.TimerLayout(context)
    if context.hasTimers, layout.places > 0 {
      let all = (0..<layout.places).map { "\(timers).\(layout.place($0))" }.joined(separator: ", ")
      lines.append(.text("try values.encode([\(all)].compactMap { $0 }, forKey: \"timers\")"))
    }
    if !context.delayedEvents.isEmpty {
      lines.append(.text("try values.encode(\(timers).sent.map { \(names.send)($0) }, forKey: \"sent\")"))
    }
    if context.defers { lines.append(.text("try values.encode(\(deferred).map { \(names.event)($0) }, forKey: \"deferred\")")) }
    if context.hasActivities { lines.append(.text("try values.encode(\(runs), forKey: \"runs\")")) }
    return lines
  }

  /// Lines that save a value of a composite's type.
  private func written(_ value: String, of state: StateID, in container: String) -> [SwiftLine] {
    let tries = hasData[state.index] ? "try " : ""
    return [
      .text("var writer = \(names.writer)(\(container))"), .text("\(tries)writer.\(functions.save[state.index])(\(value))"),
      .text("try writer.finish()"),
    ]
  }

  /// What histories keep: the state whose inside it is, the property, and the name in the saved form.
  var remembered: [(state: StateID, property: String, name: String)] {
    var names = SwiftNames(taken: machine.states.map { machine.pathName(of: $0.id) })
    return machine.states.compactMap { state in
      guard let property = context.histories[state.id] else { return nil }
      // A state may be called like the machine.
      let path = machine.pathName(of: state.id)
      let isTaken = state.id == .root && machine.states.dropFirst().contains { machine.pathName(of: $0.id) == path }
      return (state.id, property, isTaken ? names.claim(path).withoutBackticks : path)
    }
  }

  // MARK: Decoding

  private var decoding: [SwiftLine] {
    var lines: [SwiftLine] = [.text("let values = try decoder.container(keyedBy: \(names.key).self)")]
    if savesPaths {
      lines += read(.root, in: "values", into: "state")
    } else {
      lines.append(.text("self.state = try values.decode(State.self, forKey: \"state\")"))
    }
    let variables = swift.initialized
    if !variables.isEmpty {
      lines.append(.text("let variables = try \(nested("values", "variables"))"))
      for variable in variables {
        let name = context.naming.variables[variable.id.index]
        let line = SwiftLine.text(
          "self.\(name) = try variables.decode(\(metatype(context.types.text(variable))), \(forKey(variable.name)))")
        lines += swift.steps.located(variable.typeSpan, if: !variable.type.isKnown, [line])
      }
    }
    let remembered = remembered
    if !remembered.isEmpty {
      lines.append(.text("let histories = try \(nested("values", "history"))"))
      for (state, property, name) in remembered { lines += decodedHistory(of: state, property, name) }
    }
    return lines + decodingOfWhatWaits + variables.flatMap(rangeCheck)
  }

  private func decodedHistory(of state: StateID, _ property: String, _ name: String) -> [SwiftLine] {
    guard savesPaths else { return [.text("self.\(property) = try histories.decodeIfPresent(State.self, \(forKey(name)))")] }
    return [
      .chain([
        .init(
          head: "if histories.contains(\(SwiftText.literal(name)))",
          body: read(state, in: "histories.nestedContainer(keyedBy: \(names.key).self, \(forKey(name)))", into: property))
      ])
    ]
  }

  /// Lines that read a value of a composite's type: first the states around it, then what is inside.
  private func read(_ state: StateID, in container: String, into property: String) -> [SwiftLine] {
    let around = machine.path(from: .root, to: state).map { SwiftLine.text("try reader.enter(.\(context.naming.stateNames[$0.index]))") }
    let made = "\(names.reader)(\(container))"
    if isFlat { return [.text("self.\(property) = try \(made).\(functions.read[state.index])()")] }
    return [.text("var reader = try \(made)")] + around + [
      .text("self.\(property) = try reader.\(functions.read[state.index])()")
    ] + (hasRegions ? [.text("try reader.finish()")] : [])
  }

  private var decodingOfWhatWaits: [SwiftLine] {
    var lines: [SwiftLine] = []
    let layout = SwiftMachine.TimerLayout(context)
    if context.hasTimers, layout.places > 0 {
      let saved = "try values.decode([Timers.Timer].self, forKey: \"timers\")"
      lines.append(
        layout.places == 1
          ? .text("\(timers).\(layout.place(0)) = \(saved).first") : .block("for timer in \(saved)", [placing(layout)]))
    }
    if !context.delayedEvents.isEmpty {
      lines.append(.text("\(timers).sent = try values.decode([\(names.send)].self, forKey: \"sent\").map(\\.sent)"))
    }
    if context.defers {
      lines.append(.text("\(deferred) = try values.decode([\(names.event)].self, forKey: \"deferred\").map(\\.event)"))
    }
    if context.hasActivities { lines.append(.text("\(runs) = try values.decode(Runs.self, forKey: \"runs\")")) }
    return lines
  }

  /// Puts a timer where it belongs.
  private func placing(_ layout: SwiftMachine.TimerLayout) -> SwiftLine {
    let sharers = Dictionary(grouping: context.timers.events) { context.timers.places[$0] ?? 0 }
    let arms = (0..<layout.places).map { place -> SwiftLine in
      let patterns = (sharers[place] ?? []).map { "." + context.naming.events[$0.index] }
      return .label(SwiftSteps.label(patterns), [.text("\(timers).\(layout.place(place)) = timer")], comment: nil)
    }
    return .block("switch timer.name", arms)
  }

  /// A value outside its range would break what was proven of the chart.
  private func rangeCheck(_ variable: Variable) -> [SwiftLine] {
    let name = "self." + context.naming.variables[variable.id.index]
    let scope = SwiftScope(location: .exactly(.root))
    let conditions = self.conditions(variable, name) { SwiftExpressions(context: context, scope: scope).text($0) }
    if conditions.isEmpty { return [] }
    let thrown =
      "throw \(library("DecodingError")).dataCorruptedError(\(forKey(variable.name)), in: variables, debugDescription: \(outside(variable)))"
    return [.block("guard \(conditions.joined(separator: ", ")) else", [.text(thrown)])]
  }

  func outside(_ variable: Variable) -> String { SwiftText.literal("`\(variable.name)` is outside its range") }

  /// What holds for a value in a variable's range.
  func conditions(_ variable: Variable, _ value: String, _ text: (Expr) -> String) -> [String] {
    var conditions: [String] = []
    if let lower = variable.range?.lower { conditions.append("\(value) >= \(text(lower))") }
    if let upper = variable.range?.upper {
      conditions.append("\(value) \(variable.range?.includesUpper == true ? "<=" : "<") \(text(upper))")
    }
    return conditions
  }

  /// A type as a value: `Int.self`.
  func metatype(_ type: String) -> String {
    type.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "`" } ? type + ".self" : "(\(type)).self"
  }

  // MARK: Activities

  /// What was going on when the machine was saved is gone with the process that saved it.
  private var restarting: [SwiftLine] {
    let starts = zip(context.activities.uses, context.memberNames.begin).map { use, begin -> SwiftLine in
      let goesOn = "\(runs).\(SwiftSteps.runGoesOn(context.activities.runners[use.runner]))"
      let isActive = use.use.state == .root ? "" : " && isIn(.\(context.naming.stateNames[use.use.state.index]))"
      let arguments = context.arguments.map { $0 == "&actions" ? "&recorder" : $0 }.joined(separator: ", ")
      return .text("if \(goesOn)\(isActive) { \(context.isFallible ? "try? " : "")\(begin)(\(arguments)) }")
    }
    let using = context.hasFunctions ? "using functions: some Functions" : ""
    return [
      .text("/// Starts the activities anew that were going on when the machine was saved; what it returns is for the caller to do."),
      .block(
        "\(swift.access)mutating func restartActivities(\(using)) -> [Effect]",
        [.text("var call = Call()"), .text("var recorder = Recorder()")] + starts + [.text("return recorder.effects")]),
    ]
  }

  // MARK: Names

  private var key: [SwiftLine] {
    let string = library("String")
    let protocols = ["CodingKey", "ExpressibleByStringLiteral"].map(library).joined(separator: ", ")
    return [
      .text("/// A name in the saved form."),
      .block(
        "private struct \(names.key): \(protocols)",
        [
          .text("let stringValue: \(string)"), .text("var intValue: \(library("Int"))? { nil }"), .blank,
          .block("init(stringValue: \(string))", [.text("self.stringValue = stringValue")]), .blank,
          .block("init?(intValue: \(library("Int")))", [.text("return nil")]), .blank,
          .block("init(stringLiteral value: \(string))", [.text("stringValue = value")]),
        ]),
    ]
  }
}
