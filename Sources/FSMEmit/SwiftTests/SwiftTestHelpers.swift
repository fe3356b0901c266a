import FSMModel

/// What tests need beside the machine: data of states as properties, answers of the caller's functions, functions of the chart.
struct SwiftTestHelpers {
  private let machine: SwiftMachine
  private let data: [VariableID]
  private let functions: [CallableID]
  private let comparesSeveral: Bool

  private var context: SwiftContext { machine.context }

  init(_ machine: SwiftMachine, _ scenarios: [Scenario]) {
    self.machine = machine
    let model = machine.context.machine
    var data: Set<VariableID> = []
    var open: [CallableID] = []
    for expression in scenarios.flatMap(\.steps).flatMap(\.expressions) {
      data.formUnion(expression.variables.filter { model[$0].owner != .root })
      open += expression.calledFunctions
    }
    self.data = data.sorted { $0.index < $1.index }
    var functions: Set<CallableID> = []
    while let next = open.popLast() {
      guard let body = model[next].body, functions.insert(next).inserted else { continue }
      open += body.calledFunctions
    }
    self.functions = functions.sorted { $0.index < $1.index }
    comparesSeveral = scenarios.flatMap(\.steps).contains {
      if case .expectPerformed(let actions) = $0.kind { actions.count > 1 } else { false }
    }
  }

  /// `disabledOpacity`, of the datum `opacity` of the state `disabled`.
  static func datumName(_ id: VariableID, _ context: SwiftContext) -> String {
    let variable = context.machine[id]
    let path = context.machine.path(from: .root, to: variable.owner).map { context.machine[$0].name.capitalizedFirst }.joined()
    return SwiftIdentifier(
      escaping: (path + variable.name.capitalizedFirst).lowercasedFirst, avoiding: SwiftNaming.ownMembers.union(context.naming.variables)
    ).text
  }

  static func functionName(_ function: Callable) -> String { SwiftIdentifier(escaping: function.name).text }

  static func answerName(_ function: Callable) -> String { SwiftIdentifier(escaping: function.name + "Answer").text }

  /// Members of an extension of the machine.
  func render() -> [SwiftLine] {
    var sections: [[SwiftLine]] = data.map(datum) + functions.map(function)
    if context.hasFunctions { sections.append(answers()) }
    if comparesSeveral { sections.append(Self.performed) }
    return Array(sections.joined(separator: [.blank]))
  }

  private func datum(_ id: VariableID) -> [SwiftLine] {
    let variable = context.machine[id]
    let (conditions, value) = place(of: id)
    let test = conditions.joined(separator: ", ")
    return [
      .text("/// `\(context.machine.pathName(of: variable.owner)).\(variable.name)`; nil while that state is not active."),
      .block(
        "fileprivate var \(Self.datumName(id, context)): \(optional(context.types.text(variable)))",
        [.text(conditions.isEmpty ? value : "if \(test) { \(value) } else { nil }")]),
    ]
  }

  /// What must hold for a datum to be there, and where its value is then: a parallel state is a struct with a field for each region, and
  /// for the data of its regions; other states are cases of an enum.
  private func place(of id: VariableID) -> (conditions: [String], value: String) {
    let (machine, patterns) = (context.machine, machine.steps.patterns)
    let owner = machine[id].owner
    var names = SwiftNames(taken: ["state"])
    var conditions: [String] = []
    var (base, place, holder) = (StateID.root, "state", "state")
    for node in machine.path(from: .root, to: owner) {
      guard let regions = context.regions, let parent = machine[node].parent, let field = regions.fields[node] else { continue }
      if regions.structs[parent] != nil {
        let local = names.claim(machine[parent].name.lowercasedFirst)
        conditions.append("case \(patterns.pattern(parent, in: base, inner: "let \(local)")) = \(place)")
        place = local
      }
      (holder, base) = (place, node)
      place += "." + field
    }
    if base == owner, let field = context.regions?.dataFields[id] { return (conditions, holder + "." + field) }
    let local = names.claim(context.naming.local(machine[id].name))
    conditions.append("case \(patterns.pattern(owner, in: base, binding: [id: "let \(local)"])) = \(place)")
    return (conditions, local)
  }

  private func optional(_ type: String) -> String {
    type.allSatisfy { $0.isLetter || $0.isNumber || "_.<>[]".contains($0) } ? type + "?" : "(\(type))?"
  }

  private func function(_ id: CallableID) -> [SwiftLine] {
    let function = context.machine[id]
    guard let body = function.body else { return [] }
    var scope = SwiftScope(location: .exactly(.root))
    scope.parameters = function.parameters.map { SwiftIdentifier(escaping: $0.name).text }
    var parameters = function.parameters.map(machine.declarations.parameter)
    if context.needsFunctions(id) { parameters.append("using functions: some Functions") }
    let result = function.result.map { " -> " + context.types.text($0, function.resultText ?? "") } ?? ""
    let head = "fileprivate static func \(Self.functionName(function))(\(parameters.joined(separator: ", ")))\(result)"
    return SwiftDeclarations.doc(function.doc) + [.block(head, [.text(SwiftExpressions(context: context, scope: scope).text(body))])]
  }

  /// The caller's functions, each answered by a closure that a scenario sets.
  private func answers() -> [SwiftLine] {
    let functions = context.machine.callables.filter { $0.kind == .function && $0.body == nil }
    let members = functions.map { function -> [SwiftLine] in
      let types = function.parameters.map { context.types.text($0) }.joined(separator: ", ")
      let result = function.result.map { context.types.text($0, function.resultText ?? "") } ?? "Void"
      let wildcards = function.parameters.map { _ in "_" }.joined(separator: ", ")
      let stop = "no `given` says what `\(function.name)` answers"
      let value = fallbackValue(function.result)
      let fallback =
        value.map { ["Issue.record(\(SwiftText.literal(stop)))", "return \($0)"] } ?? ["fatalError(\(SwiftText.literal(stop)))"]
      let names = function.parameters.map { SwiftIdentifier(escaping: $0.name).text }.joined(separator: ", ")
      let parameters = function.parameters.map(machine.declarations.parameter).joined(separator: ", ")
      let closure = "var \(Self.answerName(function)): (\(types)) -> \(result) ="
      return [
        closureLines(closure, wildcards, fallback), .blank,
        .block("func \(Self.functionName(function))(\(parameters)) -> \(result)", [.text("\(Self.answerName(function))(\(names))")]),
      ]
    }
    return [
      .text("/// What the functions answer that the machine leaves to its caller."),
      .block("fileprivate struct Answers: Functions", Array(members.joined(separator: [.blank]))),
    ]
  }

  private func closureLines(_ head: String, _ wildcards: String, _ body: [String]) -> SwiftLine {
    let first = "\(head) {" + (wildcards.isEmpty ? "" : " \(wildcards) in")
    return .text(([first] + body.map { "  " + $0 } + ["}"]).joined(separator: "\n"))
  }

  private func fallbackValue(_ type: ValueType?) -> String? {
    switch type {
    case .bool?: "false"
    case .integer?, .double?, .float?: "0"
    case .string?: "\"\""
    case .duration?: ".zero"
    case .enumeration(let id)?: context.naming.enumerationCases[id.index].first.map { ".\($0)" }
    case .opaque?, .unknown?, nil: nil
    }
  }

  /// For expectations that name several effects.
  private static var performed: [SwiftLine] {
    [
      .text("/// Whether effects are among others in this order."),
      .block(
        "fileprivate static func performed(_ wanted: [Effect], among effects: [Effect]) -> Bool",
        [
          .text("var rest = wanted[...]"),
          .text("for effect in effects where effect == rest.first { rest.removeFirst() }"),
          .text("return rest.isEmpty"),
        ]),
    ]
  }
}

extension Scenario.Step {
  /// The expressions it holds.
  var expressions: [Expr] {
    switch kind {
    case .start(let values): values.map(\.value)
    case .event(_, let arguments): arguments
    case .outcome(_, _, _, let value): value.map { [$0] } ?? []
    case .advance(let time): [time]
    case .given(_, let arguments, let value): arguments + [value]
    case .expect(let condition): [condition]
    case .expectRejected: []
    case .expectPerformed(let actions): actions.flatMap(\.1)
    }
  }
}
