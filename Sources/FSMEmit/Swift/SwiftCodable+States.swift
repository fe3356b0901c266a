import FSMModel

/// Saving and reading configurations: a function for each composite, as everywhere.
extension SwiftCodable {
  /// For each composite the functions that save and read a value of its type.
  static func functions(_ context: SwiftContext) -> (save: [String], read: [String]) {
    var names = SwiftNames(taken: ["finish", "leaf", "container", "enter", "next", "value", "ranged", "illegal"])
    let all = context.machine.states.map { state -> (String, String) in
      let helper = state.id == .root ? "State" : context.naming.helpers[state.id.index]
      return state.children.isEmpty ? ("", "") : (names.claim("save" + helper), names.claim("read" + helper))
    }
    return (all.map(\.0), all.map(\.1))
  }

  private var stateName: (StateID) -> String { { "." + context.naming.stateNames[$0.index] } }
  private var savesData: Bool { hasData[0] }
  /// A machine of simple states, each of which is a whole configuration.
  var isFlat: Bool { composites.count == 1 && !hasRegions }
  var hasRegions: Bool { context.regions != nil }

  // MARK: Writing

  var writer: [SwiftLine] {
    var members = writerHead
    for composite in composites.map({ machine[$0] }) {
      let type = context.naming.types[composite.id.index]
      var locals = SwiftNames(taken: ["self", "leaf", "container"] + functions.save.map(\.withoutBackticks))
      let subject = locals.claim(composite.id == .root ? "state" : composite.name.lowercasedFirst)
      let throwing = hasData[composite.id.index] ? " throws" : ""
      let body =
        composite.kind == .parallel
        ? writtenRegions(of: composite.id, subject, locals, functions.save, hasData)
        : writtenChildren(of: composite.id, subject, locals, functions.save, hasData)
      members += [.blank, .block("mutating func \(functions.save[composite.id.index])(_ \(subject): \(type))\(throwing)", body)]
    }
    return [
      .text("/// Saves a configuration: the paths of its innermost states, and data by the path of their state."),
      .block("private struct \(names.writer)", members),
    ]
  }

  private var writerHead: [SwiftLine] {
    let container = "\(library("KeyedEncodingContainer"))<\(names.key)>"
    var stored: [SwiftLine] = [.text("private var values: \(container)")]
    var opening: [SwiftLine] = [.text("self.values = values")]
    if savesData {
      stored.append(.text("private var data: \(container)"))
      opening.append(.text("data = \(nested("self.values", "data"))"))
    }
    let finish: [SwiftLine]
    if hasRegions {
      stored.append(.text("private var paths: [\(library("String"))] = []"))
      finish = [
        .chain([
          .init(head: "if paths.count == 1", body: [.text("try values.encode(paths[0], forKey: \"state\")")]),
          .init(head: "else", body: [.text("try values.encode(paths, forKey: \"state\")")]),
        ])
      ]
    } else {
      stored.append(.text("private var path = \"\""))
      finish = [.text("try values.encode(path, forKey: \"state\")")]
    }
    var lines =
      stored + [
        .blank, .block("init(_ values: \(container))", opening), .blank,
        .text("/// The end of the configuration."), .block("mutating func finish() throws", finish), .blank,
        .block(
          "private mutating func leaf(_ name: StateName)", [.text(hasRegions ? "paths.append(name.rawValue)" : "path = name.rawValue")]),
      ]
    if savesData {
      lines += [
        .blank,
        .block(
          "private mutating func container(of name: StateName) -> \(container)",
          [.text("data.nestedContainer(keyedBy: \(names.key).self, forKey: \(names.key)(stringValue: name.rawValue))")]),
      ]
    }
    return lines
  }

  private func writtenChildren(
    of composite: StateID, _ subject: String, _ locals: SwiftNames, _ save: [String], _ hasData: [Bool]
  ) -> [SwiftLine] {
    let arms = machine.activeChildren(of: composite).map { child -> SwiftLine in
      var locals = locals
      let state = machine[child]
      let bound = state.data.map { ($0, locals.claim(machine[$0].name)) }
      let inner = machine.activeChildren(of: child).isEmpty ? nil : locals.claim(state.name.lowercasedFirst)
      let binding = Dictionary(uniqueKeysWithValues: bound.map { ($0.0, "let " + $0.1) })
      let pattern = swift.steps.patterns.pattern(child, in: composite, binding: binding, inner: inner.map { "let " + $0 })
      var lines = writtenData(bound, of: child, &locals)
      if let inner {
        lines.append(.text("\(hasData[child.index] ? "try " : "")\(save[child.index])(\(inner))"))
      } else {
        lines.append(.text("leaf(\(stateName(child)))"))
      }
      return .label("case \(pattern)", lines, comment: nil)
    }
    return [.block("switch \(subject)", arms)]
  }

  private func writtenRegions(
    of parallel: StateID, _ subject: String, _ locals: SwiftNames, _ save: [String], _ hasData: [Bool]
  ) -> [SwiftLine] {
    guard let regions = context.regions else { return [] }
    var locals = locals
    return machine.activeChildren(of: parallel).flatMap { region -> [SwiftLine] in
      let data = machine[region].data.map { ($0, "\(subject).\(regions.dataFields[$0] ?? "")") }
      let lines = writtenData(data, of: region, &locals, as: machine[region].name + "Values")
      if machine.activeChildren(of: region).isEmpty { return lines + [.text("leaf(\(stateName(region)))")] }
      let call = "\(hasData[region.index] ? "try " : "")\(save[region.index])(\(subject).\(regions.fields[region] ?? ""))"
      return lines + [.text(call)]
    }
  }

  private func writtenData(
    _ data: [(VariableID, String)], of state: StateID, _ locals: inout SwiftNames, as name: String = "values"
  ) -> [SwiftLine] {
    if data.isEmpty { return [] }
    let values = locals.claim(name)
    return [.text("var \(values) = container(of: \(stateName(state)))")]
      + data.flatMap { id, value -> [SwiftLine] in
        let line = SwiftLine.text("try \(values).encode(\(value), \(forKey(machine[id].name)))")
        return swift.steps.located(machine[id].typeSpan, if: !machine[id].type.isKnown, [line])
      }
  }

  // MARK: Reading

  var reader: [SwiftLine] {
    let read = functions.read
    var members = readerHead
    for composite in composites.map({ machine[$0] }) {
      let body = composite.kind == .parallel ? readRegions(of: composite.id, read) : readChildren(of: composite.id, read)
      let type = context.naming.types[composite.id.index]
      members += [
        .blank,
        .block("\(isFlat ? "" : "mutating ")func \(read[composite.id.index])()\(isFlat && !savesData ? "" : " throws") -> \(type)", body),
      ]
    }
    return [
      .text("/// Reads a saved configuration: its states from the outside in, in the order of the chart."),
      .block("private struct \(names.reader)", members),
    ]
  }

  private var readerHead: [SwiftLine] {
    let container = "\(library("KeyedDecodingContainer"))<\(names.key)>"
    let (string, error) = (library("String"), library("DecodingError"))
    var lines: [SwiftLine] = hasRegions ? [.text("private let paths: [\(string)]")] : isFlat ? [] : [.text("private let path: \(string)")]
    lines +=
      isFlat
      ? [.text("private let name: StateName")]
      : [.text("/// What is active and not read yet."), .text("private var names: \(library("ArraySlice"))<StateName>")]
    if !isFlat { lines.append(.text("private let values: \(container)")) }
    var opening: [SwiftLine] = isFlat ? [] : [.text("self.values = values")]
    if savesData {
      lines.append(.text("private let data: \(container)"))
      opening.append(.text("data = try \(nested("values", "data"))"))
    }
    lines += [.blank, .block("init(_ values: \(container)) throws", opening + readNames(string, error))]
    if !isFlat { lines += stepping(error) }
    return lines + (savesData ? readValue(string, error) : [])
  }

  /// Lines that find out which states are active.
  private func readNames(_ string: String, _ error: String) -> [SwiftLine] {
    func thrown(_ path: String) -> [SwiftLine] {
      [
        .text(
          "throw \(error).dataCorruptedError(forKey: \"state\", in: values, debugDescription: \"the chart has no state `\\(\(path))`\")")
      ]
    }
    if isFlat {
      return [
        .text("let path = try values.decode(\(string).self, forKey: \"state\")"),
        .block("guard let name = StateName(rawValue: path) else", thrown("path")), .text("self.name = name"),
      ]
    }
    func around(_ note: String) -> [SwiftLine] {
      [
        .text("var rest = path[...]"),
        .block(
          "while let name = StateName(rawValue: \(string)(rest))",
          [.text(note), .text("rest = rest[..<(rest.lastIndex(of: \".\") ?? rest.startIndex)]")]),
      ]
    }
    let guarded = SwiftLine.block("guard StateName(rawValue: path) != nil else", thrown("path"))
    if !hasRegions {
      return [.text("path = try values.decode(\(string).self, forKey: \"state\")"), guarded, .text("var around: [StateName] = []")]
        + around("around.append(name)") + [.text("names = around.reversed()[...]")]
    }
    return [
      .text("let path = try? values.decode(\(string).self, forKey: \"state\")"),
      .text("paths = try path.map { [$0] } ?? values.decode([\(string)].self, forKey: \"state\")"),
      .text("var active: \(library("Set"))<StateName> = []"), .block("for path in paths", [guarded] + around("active.insert(name)")),
      .text("names = StateName.allCases.filter(active.contains)[...]"),
    ]
  }

  /// What goes from state to state.
  private func stepping(_ error: String) -> [SwiftLine] {
    let text = hasRegions ? "text" : "path"
    let illegal = ".dataCorruptedError(forKey: \"state\", in: values, debugDescription: \"`\\(\(text))` is no configuration of the chart\")"
    // A single path ends where its innermost state is read.
    var lines: [SwiftLine] =
      hasRegions
      ? [
        .blank, .text("/// The end of the configuration."),
        .block("func finish() throws", [.text("guard names.isEmpty else { throw illegal }")]),
      ] : []
    lines += [
      .blank,
      .block(
        "private mutating func next() throws -> StateName",
        [.text("guard let name = names.popFirst() else { throw illegal }"), .text("return name")]), .blank,
      .block(
        "private var illegal: \(error)",
        hasRegions ? [.text("let text = paths.joined(separator: \", \")"), .text("return \(illegal)")] : [.text(illegal)]),
    ]
    if hasRegions || !remembered.allSatisfy({ $0.state == .root }) {
      lines += [
        .blank, .text("/// Reads a state that must be active now."),
        .block("mutating func enter(_ name: StateName) throws", [.text("guard try next() == name else { throw illegal }")]),
      ]
    }
    return lines
  }

  private func readValue(_ string: String, _ error: String) -> [SwiftLine] {
    let container = "data.nestedContainer(keyedBy: \(names.key).self, forKey: \(names.key)(stringValue: name.rawValue))"
    var lines: [SwiftLine] = [
      .blank, .text("/// A datum of a state."),
      .block(
        "private func value<Value: \(library("Decodable"))>(_ key: \(names.key), of name: StateName) throws -> Value",
        [.text("try \(container).decode(Value.self, forKey: key)")]),
    ]
    guard machine.variables.contains(where: { $0.owner != .root && !bounds(of: $0).isEmpty }) else { return lines }
    lines += [
      .blank, .text("/// A datum with a range."),
      .block(
        "private func ranged<Value: \(library("Decodable"))>(_ key: \(names.key), of name: StateName, _ isInRange: (Value) -> \(library("Bool"))) throws -> Value",
        [
          .text("let value: Value = try value(key, of: name)"), .text("if isInRange(value) { return value }"),
          .text("let data = try \(container)"),
          .text(
            "throw \(error).dataCorruptedError(forKey: key, in: data, debugDescription: \"`\\(key.stringValue)` is outside its range\")"),
        ]),
    ]
    return lines
  }

  /// What holds for a datum `$0`, where that can be said without the machine.
  private func bounds(of variable: Variable) -> [String] {
    let bounds = [variable.range?.lower, variable.range?.upper].compactMap { $0 }
    guard bounds.allSatisfy({ $0.variables.isEmpty && $0.calledFunctions.isEmpty }) else { return [] }
    let scope = SwiftScope(location: .exactly(.root))
    return conditions(variable, "$0") { SwiftExpressions(context: context, scope: scope).text($0) }
  }

  private func readChildren(of composite: StateID, _ read: [String]) -> [SwiftLine] {
    let children = machine.activeChildren(of: composite)
    var arms = children.map { child -> SwiftLine in
      let state = machine[child]
      let inner = machine.activeChildren(of: child).isEmpty ? nil : "\(read[child.index])()"
      let value = swift.steps.patterns.value(child, in: composite, data: { datum($0) }, inner: inner)
      let tries = inner == nil && state.data.isEmpty ? "" : "try "
      return .label("case \(stateName(child))", located(state.data, [.text("return \(tries)\(value)")]), comment: nil)
    }
    let all = machine.states.count { $0.id != .root && !$0.isPseudo }
    if children.count < all { arms.append(.label("default", [.text("throw illegal")], comment: nil)) }
    return [.block("switch \(isFlat ? "name" : "try next()")", arms)]
  }

  private func readRegions(of parallel: StateID, _ read: [String]) -> [SwiftLine] {
    guard let regions = context.regions else { return [] }
    var locals = SwiftNames(taken: ["self", "enter", "next", "value", "ranged", "illegal"] + read.map(\.withoutBackticks))
    var lines: [SwiftLine] = []
    var fields: [String] = []
    let children = machine.activeChildren(of: parallel)
    for region in children {
      lines.append(.text("try enter(\(stateName(region)))"))
      guard !machine.activeChildren(of: region).isEmpty else { continue }
      let local = locals.claim(machine[region].name)
      lines.append(.text("let \(local) = try \(read[region.index])()"))
      fields.append("\(SwiftIdentifier(label: (regions.fields[region] ?? "").withoutBackticks).text): \(local)")
    }
    let data = children.flatMap { machine[$0].data }
    fields += data.map { "\(SwiftIdentifier(label: (regions.dataFields[$0] ?? "").withoutBackticks).text): \(datum($0))" }
    let made = "return \(data.isEmpty ? "" : "try ")\(context.naming.types[parallel.index])(\(fields.joined(separator: ", ")))"
    return lines + located(data, [.text(made)])
  }

  private func datum(_ id: VariableID) -> String {
    let arguments = "(\(SwiftText.literal(machine[id].name)), of: \(stateName(machine[id].owner)))"
    let bounds = bounds(of: machine[id])
    return bounds.isEmpty ? "value" + arguments : "ranged\(arguments) { \(bounds.joined(separator: " && ")) }"
  }

  /// Lines whose errors are about a datum's type.
  private func located(_ data: [VariableID], _ lines: [SwiftLine]) -> [SwiftLine] {
    guard let opaque = data.first(where: { !machine[$0].type.isKnown }) else { return lines }
    return swift.steps.located(machine[opaque].typeSpan, if: true, lines)
  }
}
