import FSMDiagnostics
import FSMModel

/// The types inside a machine: what its states, events and effects look like.
struct SwiftDeclarations {
  let context: SwiftContext

  private var machine: Machine { context.machine }
  private var naming: SwiftNaming { context.naming }
  private var access: String { context.options.access.prefix }

  // MARK: Documentation

  static func doc(_ text: String?) -> [SwiftLine] {
    guard let text else { return [] }
    return text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { .text($0.isEmpty ? "///" : "/// \($0)") }
  }

  /// A chart's documentation, or else its label where that says more than the name.
  private func doc(_ doc: String?, label: String?, name: String) -> [SwiftLine] {
    Self.doc(doc ?? (label == name ? nil : label))
  }

  // MARK: Conformances

  /// What nested value types conform to: `Sendable, Hashable`, or what the chart lists of those.
  ///
  /// - Parameter isPlain: for an enum of bare cases, which can always be a name too.
  func valueConformances(isPlain: Bool = false) -> String {
    let wanted = machine.conformances ?? ["Sendable", "Hashable"]
    let kept = isPlain ? Self.nameConformances : wanted.filter { ["Sendable", "Hashable", "Equatable"].contains($0) }
    return kept.isEmpty ? "" : ": " + kept.map(context.types.library).joined(separator: ", ")
  }

  private static let nameConformances = ["String", "CaseIterable", "Sendable", "Hashable"]

  var machineConformances: String {
    let all = (machine.conformances ?? ["Sendable", "Hashable"]).map(context.types.library)
    return all.isEmpty ? "" : ": " + all.joined(separator: ", ")
  }

  /// The machine's values can be sent, so that an error can carry them.
  var isSendable: Bool { machine.conformances?.contains("Sendable") ?? true }

  // MARK: States

  /// True when `State` has one plain case for each state, so that it can name states too.
  var stateIsPlain: Bool {
    machine.states.allSatisfy { $0.id == .root || $0.isPseudo || ($0.children.isEmpty && $0.data.isEmpty) }
  }

  func stateEnum() -> [SwiftLine] {
    let doc = SwiftLine.text("/// Where the machine is: one value for each legal configuration.")
    if machine[.root].kind == .parallel { return [doc, .block("\(access)struct State\(valueConformances())", fields(of: .root))] }
    let conformances = valueConformances(isPlain: stateIsPlain)
    let head = "\(access)enum State\(stateIsPlain ? context.saved(conformances) : conformances)"
    return [doc, .block(head, cases(of: .root))]
  }

  /// A parallel state: what is inside each region, and the data of regions.
  private func fields(of parallel: StateID) -> [SwiftLine] {
    guard let regions = context.regions else { return [] }
    let children = machine.activeChildren(of: parallel)
    var lines: [SwiftLine] = []
    var fields: [(name: String, type: String, value: String?)] = []
    let plan = EntryPlan(machine, below: Leaving(domain: parallel), targets: [])
    for region in children where !machine[region].children.isEmpty {
      let name = regions.fields[region] ?? ""
      let value = defaultValue(of: region, plan)
      fields.append((name, naming.ownTypeName(of: region), value))
      lines += doc(machine[region].doc, label: machine[region].label, name: machine[region].name)
      lines.append(.text("\(access)var \(name): \(naming.ownTypeName(of: region))"))
    }
    for id in children.flatMap({ machine[$0].data }) {
      let name = regions.dataFields[id] ?? ""
      fields.append((name, context.types.text(machine[id]), nil))
      lines += Self.doc(machine[id].doc)
      let line = SwiftLine.text("\(access)var \(name): \(context.types.text(machine[id]))")
      lines += machine[id].type.isKnown ? [line] : [.located(machine[id].typeSpan, [line])]
    }
    let parameters = fields.map { "\($0.name): \($0.type)\($0.value.map { " = \($0)" } ?? "")" }
    lines += [
      .blank,
      .block("\(access)init(\(parameters.joined(separator: ", ")))", fields.map { .text("self.\($0.name) = \($0.name)") }),
    ]
    return lines + nestedTypes(children)
  }

  /// What a region is entered with, where that is a plain value.
  private func defaultValue(of region: StateID, _ plan: EntryPlan) -> String? {
    var path: [StateID] = []
    var current = region
    while let child = plan.children[current]?.first {
      if machine[current].kind == .parallel || machine[child].isPseudo || !machine[child].data.isEmpty { return nil }
      path.append(child)
      current = child
    }
    return machine[current].children.isEmpty ? SwiftPatterns(context: context).value(current, in: region, data: { _ in "" }) : nil
  }

  /// The cases for a composite's children and the enums of those that are composite themselves.
  private func cases(of composite: StateID) -> [SwiftLine] {
    let children = machine.activeChildren(of: composite)
    if stateIsPlain {
      return nameCases(
        children.map { child in
          let state = machine[child]
          return NameCase(
            doc: doc(state.doc, label: state.label, name: state.name), name: naming.cases[child.index], raw: state.name)
        })
    }
    let lines = enumCases(
      children.map { child in
        let state = machine[child]
        var payload = state.children.isEmpty ? [] : [naming.ownTypeName(of: child)]
        payload += state.data.map { id in
          let variable = machine[id]
          return (variable.isLabelled ? SwiftIdentifier(label: variable.name).text + ": " : "") + context.types.text(variable)
        }
        return EnumCase(
          doc: doc(state.doc, label: state.label, name: state.name), name: naming.cases[child.index], payload: payload,
          raw: nil, located: state.data.contains { !machine[$0].type.isKnown } ? machine[state.data[0]].typeSpan : nil)
      })
    return lines + nestedTypes(children)
  }

  private func nestedTypes(_ children: [StateID]) -> [SwiftLine] {
    var lines: [SwiftLine] = []
    for child in children where !machine[child].children.isEmpty {
      let isParallel = machine[child].kind == .parallel
      let head = "\(access)\(isParallel ? "struct" : "enum") \(naming.ownTypeName(of: child))\(valueConformances())"
      lines += [.blank, .block(head, isParallel ? fields(of: child) : cases(of: child))]
    }
    return lines
  }

  func stateNames() -> [SwiftLine] {
    if stateIsPlain {
      return [.text("/// The name of a state."), .text("\(access)typealias StateName = State")]
    }
    let named = machine.states.filter { $0.id != .root && !$0.isPseudo }
    let cases = nameCases(
      named.map { NameCase(doc: [], name: naming.stateNames[$0.id.index], raw: machine.pathName(of: $0.id)) })
    return [
      .text("/// The name of a state; the raw value is its path in the chart."),
      .block(
        "\(access)enum StateName: \(["String", "Sendable", "CaseIterable"].map(context.types.library).joined(separator: ", "))", cases),
    ]
  }

  // MARK: Events

  private var publicEvents: [Event] { machine.events.filter { !$0.isPrivate } }

  var eventIsPlain: Bool { publicEvents.allSatisfy { $0.parameters.isEmpty } }

  func eventEnum() -> [SwiftLine] {
    if eventIsPlain {
      let cases = publicEvents.map { event in
        NameCase(doc: doc(event.doc, label: event.label, name: event.name), name: naming.events[event.id.index], raw: event.name)
      }
      return [
        .text("/// What the machine reacts to."),
        .block("\(access)enum Event\(valueConformances(isPlain: true))", nameCases(cases)),
      ]
    }
    var body = enumCases(publicEvents.map(eventCase))
    if !isSendable {
      let arms = publicEvents.map { event -> SwiftLine in
        let name = naming.events[event.id.index]
        return .label("case .\(name)", [.text("return .\(name)")], comment: nil)
      }
      body += [.blank, .block("\(access)var name: EventName", [.block("switch self", arms)])]
    }
    return [
      .text("/// What the machine reacts to."), .block("\(access)enum Event\(valueConformances())", body),
    ]
  }

  func eventNames() -> [SwiftLine] {
    if eventIsPlain { return [.text("/// The name of an event."), .text("\(access)typealias EventName = Event")] }
    let cases = nameCases(publicEvents.map { NameCase(doc: [], name: naming.events[$0.id.index], raw: $0.name) })
    return [
      .text("/// The name of an event."),
      .block(
        "\(access)enum EventName: \(["String", "Sendable", "CaseIterable"].map(context.types.library).joined(separator: ", "))", cases),
    ]
  }

  private func eventCase(_ event: Event) -> EnumCase {
    let name = naming.events[event.id.index]
    return EnumCase(
      doc: doc(event.doc, label: event.label, name: event.name), name: name, payload: event.parameters.map(payload),
      raw: nil,
      located: event.parameters.first { !$0.type.isKnown }?.typeSpan)
  }

  /// Events of both kinds, where the chart has private ones.
  func triggerEnum() -> [SwiftLine] {
    var lines = enumCases(
      machine.events.map { event in
        var plain = eventCase(event)
        plain.doc = []
        return plain
      })
    if !publicEvents.isEmpty {
      let arms = publicEvents.map { event -> SwiftLine in
        let name = naming.events[event.id.index]
        if event.parameters.isEmpty { return .label("case .\(name)", [.text("self = .\(name)")], comment: nil) }
        let locals = event.parameters.indices.map { "value\($0)" }
        let values = zip(event.parameters, locals).map { label($0) + $1 }.joined(separator: ", ")
        let bindings = locals.map { "let \($0)" }.joined(separator: ", ")
        return .label("case .\(name)(\(bindings))", [.text("self = .\(name)(\(values))")], comment: nil)
      }
      lines += [.blank, .block("init(_ event: Event)", [.block("switch event", arms)])]
    }
    // Where the machine keeps events, they are part of its value.
    let head = "private enum Trigger" + (context.storesEvents ? valueConformances() : "")
    return [.text("/// Every event, those that only the machine raises included."), .block(head, lines)]
  }

  // MARK: Effects

  private var actions: [Callable] { machine.callables.filter { $0.kind == .action } }

  func effectEnum() -> [SwiftLine] {
    var lines = enumCases(
      actions.map { action in
        EnumCase(
          doc: doc(action.doc, label: action.label, name: action.name), name: naming.callables[action.id.index],
          payload: action.parameters.map(payload), raw: nil, located: action.parameters.first { !$0.type.isKnown }?.typeSpan)
      })
    if context.isFallible {
      let arms = actions.map { action -> SwiftLine in
        let name = naming.callables[action.id.index]
        let locals = action.parameters.indices.map { "value\($0)" }
        let bindings = locals.isEmpty ? "" : "(" + locals.map { "let \($0)" }.joined(separator: ", ") + ")"
        let values = zip(action.parameters, locals).map { label($0) + $1 }.joined(separator: ", ")
        return .label("case .\(name)\(bindings)", [.text("actions.\(name)(\(values))")], comment: nil)
      }
      lines += [
        .blank, .text("/// Performs the effect."),
        .block("\(access)func perform(on actions: inout some Actions)", [.block("switch self", arms)]),
      ]
    }
    return [.text("/// What the caller is to do after a step."), .block("\(access)enum Effect\(valueConformances())", lines)]
  }

  /// `Actions`, behind the protocols of used machines, from which it inherits.
  func actionsProtocol() -> [[SwiftLine]] {
    protocols("Actions", of: actions, inheriting: \.actions) { action in
      let line = SwiftLine.text(
        "mutating func \(naming.callables[action.id.index])(\(action.parameters.map(parameter).joined(separator: ", ")))")
      return located(line, action)
    } doc: {
      [.text("/// Performs effects as a step reaches them. It must not read or change the machine that is in the middle of that step.")]
    }
  }

  func functionsProtocol() -> [[SwiftLine]] {
    protocols("Functions", of: machine.callables.filter { $0.kind == .function && $0.body == nil }, inheriting: \.functions) { function in
      let result = function.result.map { " -> " + context.types.text($0, function.resultText ?? "") } ?? ""
      let parameters = function.parameters.map(parameter).joined(separator: ", ")
      return located(.text("func \(naming.callables[function.id.index])(\(parameters))\(result)"), function)
    } doc: {
      [.text("/// Answers what guards and values ask. An answer depends on the arguments and on nothing that effects change.")]
    }
  }

  private func located(_ line: SwiftLine, _ callable: Callable) -> [SwiftLine] {
    let opaque = callable.parameters.first { !$0.type.isKnown }?.typeSpan ?? (callable.result?.isKnown == false ? callable.resultSpan : nil)
    return Self.doc(callable.doc) + (opaque.map { [.located($0, [line])] } ?? [line])
  }

  /// A protocol for each used machine that asks for something, then the machine's own. What several ask for stands in that one too, so that
  /// a call means one requirement.
  private func protocols(
    _ name: String, of callables: [Callable], inheriting protocolName: KeyPath<SwiftContext.Part, String>,
    _ requirement: (Callable) -> [SwiftLine], doc: () -> [SwiftLine]
  ) -> [[SwiftLine]] {
    var sections: [[SwiftLine]] = []
    var inherited: [String] = []
    var askers: [CallableID: Int] = [:]
    for part in context.parts {
      let own = callables.filter { part.callables.contains($0.id) }
      if own.isEmpty { continue }
      for callable in own { askers[callable.id, default: 0] += 1 }
      inherited.append(part[keyPath: protocolName])
      sections.append([
        .text("/// What states that are a `\(part.name)` ask for."),
        .block("\(access)protocol \(part[keyPath: protocolName])", own.flatMap(requirement)),
      ])
    }
    let rest = callables.filter { context.ownCallables.contains($0.id) || askers[$0.id] != 1 }
    let head = "\(access)protocol \(name)" + (inherited.isEmpty ? "" : ": " + inherited.joined(separator: ", "))
    return sections + [doc() + [.block(head, rest.flatMap(requirement))]]
  }

  func recorder() -> [SwiftLine] {
    var lines: [SwiftLine] = [
      .text("\(access)private(set) var effects: [Effect] = []"),
      .blank,
      .text("\(access)init() {}"),
      .blank,
      .text("/// Forgets the effects and keeps the room they took."),
      .block("\(access)mutating func removeAll()", [.text("effects.removeAll(keepingCapacity: true)")]),
      .blank,
      .text("@inline(never)"),
      .block(
        "private mutating func record(_ effect: Effect)",
        context.asksForOneEffect
          ? [.text("if effects.capacity == 0 { effects = [effect] } else { effects.append(effect) }")]
          : [.text("if effects.isEmpty { effects.reserveCapacity(8) }"), .text("effects.append(effect)")]),
    ]
    for action in actions {
      let name = naming.callables[action.id.index]
      let locals = action.parameters.map { SwiftIdentifier(escaping: $0.name).text }
      let payload = zip(action.parameters, locals).map { label($0) + $1 }.joined(separator: ", ")
      let parameters = action.parameters.map(parameter).joined(separator: ", ")
      let record = locals.contains("record") ? "self.record" : "record"
      lines += [
        .blank,
        .block(
          "\(access)mutating func \(name)(\(parameters))", [.text("\(record)(.\(name)\(payload.isEmpty ? "" : "(\(payload))"))")]),
      ]
    }
    return [.text("/// Collects effects instead of performing them."), .block("\(access)struct Recorder: Actions", lines)]
  }

  // MARK: Parts

  private func label(_ parameter: Parameter) -> String {
    parameter.isLabelled ? SwiftIdentifier(label: parameter.name).text + ": " : ""
  }

  private func payload(_ parameter: Parameter) -> String { label(parameter) + context.types.text(parameter) }

  func parameter(_ parameter: Parameter) -> String {
    (parameter.isLabelled ? SwiftIdentifier(label: parameter.name).text : "_ " + SwiftIdentifier(escaping: parameter.name).text)
      + ": " + context.types.text(parameter)
  }

  private struct EnumCase {
    var doc: [SwiftLine]
    var name: String
    var payload: [String]
    var raw: String?
    var located: Span?

    var text: String {
      name + (payload.isEmpty ? "" : "(\(payload.joined(separator: ", ")))") + (raw.map { " = \(SwiftText.literal($0))" } ?? "")
    }
  }

  /// A case of an enum whose raw values are names of the chart.
  struct NameCase {
    var doc: [SwiftLine]
    var name: String
    var raw: String
  }

  /// The cases and, where they are many, their raw values apart from them.
  func nameCases(_ cases: [NameCase], isPrivate: Bool = false) -> [SwiftLine] {
    let table = SwiftNameTable(cases.map { ($0.name, $0.raw) }, access: isPrivate ? "" : access, types: context.types)
    let lines = enumCases(
      cases.map { item in
        let isOwn = table != nil || item.name.withoutBackticks == item.raw
        return EnumCase(doc: item.doc, name: item.name, payload: [], raw: isOwn ? nil : item.raw, located: nil)
      })
    return lines + (table?.lines ?? [])
  }

  /// Cases one below the other; plain neighbours without documentation share a line.
  private func enumCases(_ cases: [EnumCase]) -> [SwiftLine] {
    var lines: [SwiftLine] = []
    var run: [String] = []
    func flush() {
      if !run.isEmpty { lines.append(.text(SwiftSteps.label(run))) }
      run = []
    }
    for item in cases {
      if item.doc.isEmpty, item.located == nil, item.payload.isEmpty {
        run.append(item.text)
        continue
      }
      flush()
      lines += item.doc
      let line = SwiftLine.text("case \(item.text)")
      lines += item.located.map { [.located($0, [line])] } ?? [line]
    }
    flush()
    return lines
  }
}
