import FSMDiagnostics
import FSMModel
import FSMSyntax

/// Declarations of a machine: enums, constants and variables, events, callables. Only names and types; values follow later.
extension MachineResolver {
  mutating func declareEnumerations() {
    for case .enumeration(let syntax) in self.syntax.members {
      if let first = names.enumerations[syntax.name.text] {
        reporter.duplicate(syntax.name, kind: "enum", first: machine[first].nameSpan)
        continue
      }
      var cases: [String: Span] = [:]
      var ordered: [String] = []
      for name in syntax.cases {
        if let first = cases[name.text] {
          reporter.duplicate(name, kind: "case", first: first)
        } else {
          cases[name.text] = name.span
          ordered.append(name.text)
        }
      }
      declare(
        Enumeration(
          id: EnumerationID(machine.enumerations.count), name: syntax.name.text, doc: syntax.doc, cases: ordered,
          nameSpan: syntax.name.span, span: syntax.span))
    }
  }

  /// Adds an enum, whose number is the next, and its names.
  mutating func declare(_ enumeration: Enumeration) {
    names.enumerations[enumeration.name] = enumeration.id
    for (index, name) in enumeration.cases.enumerated() { names.cases[.init(enumeration: enumeration.id, name: name)] = index }
    machine.enumerations.append(enumeration)
  }

  mutating func declareVariables() {
    for case .variable(let syntax) in self.syntax.members {
      if let first = firstDeclaration(ofValue: syntax.name.text) {
        reporter.duplicate(syntax.name, kind: syntax.isConstant ? "constant" : "variable", first: first)
        continue
      }
      let id = VariableID(machine.variables.count)
      names.variables[syntax.name.text] = id
      machine.variables.append(
        Variable(
          id: id, name: syntax.name.text, label: syntax.label?.value, doc: syntax.doc, owner: .root, isConstant: syntax.isConstant,
          type: type(of: syntax.type), typeText: syntax.type.text, typeSpan: syntax.type.span, range: nil, value: nil,
          nameSpan: syntax.name.span, span: syntax.span))
      variableSyntax.append(syntax)
    }
  }

  mutating func declareEvents() {
    for case .event(let syntax) in self.syntax.members {
      let parameters = parameters(syntax.parameters)
      if let first = names.events[syntax.name.text] {
        report(syntax, parameters: parameters, declaredAgainAfter: machine[first])
        continue
      }
      let id = EventID(machine.events.count)
      names.events[syntax.name.text] = id
      machine.events.append(
        Event(
          id: id, name: syntax.name.text, label: syntax.label?.value, doc: syntax.doc, isPrivate: syntax.isPrivate,
          parameters: parameters, nameSpan: syntax.name.span, span: syntax.span))
    }
  }

  private mutating func report(_ syntax: EventSyntax, parameters: [Parameter], declaredAgainAfter first: Event) {
    if first.parameters.map(\.shape) == parameters.map(\.shape) {
      reporter.duplicate(syntax.name, kind: "event", first: first.nameSpan)
    } else {
      reporter.report(
        .conflictingEvent, at: syntax.name.span, "event `\(syntax.name.text)` is declared with two payloads",
        labels: [.init(first.nameSpan, "first declared here as `\(first.signature)`")],
        hint: "give one of the two another name, or declare it once with all it carries")
    }
  }

  mutating func declareCallables() {
    for case .callable(let syntax) in self.syntax.members {
      if let first = firstDeclaration(ofValue: syntax.name.text) {
        reporter.duplicate(syntax.name, kind: syntax.kind.title, first: first)
        continue
      }
      let id = CallableID(machine.callables.count)
      names.callables[syntax.name.text] = id
      let result = syntax.result.flatMap { $0.text == "Void" || $0.text == "()" ? nil : $0 }
      machine.callables.append(
        Callable(
          id: id, kind: .init(syntax.kind), name: syntax.name.text, label: syntax.label?.value, doc: syntax.doc,
          parameters: parameters(syntax.parameters), throwing: throwing(syntax.throwing), result: result.map { type(of: $0) },
          resultText: result?.text, resultSpan: result?.span, body: nil, nameSpan: syntax.name.span, span: syntax.span))
    }
  }

  private func throwing(_ syntax: CallableSyntax.Throws) -> Callable.Throws {
    switch syntax {
    case .never: .never
    case .any: .any
    case .type(let type): .type(type.text)
    }
  }

  /// Where a constant, variable or callable of the name is declared: they share one namespace.
  private func firstDeclaration(ofValue name: String) -> Span? {
    names.variables[name].map { machine[$0].nameSpan } ?? names.callables[name].map { machine[$0].nameSpan }
  }

  private mutating func parameters(_ list: [ParameterSyntax]) -> [Parameter] {
    var seen: [String: Span] = [:]
    var parameters: [Parameter] = []
    for syntax in list {
      if let first = seen[syntax.name.text] {
        reporter.duplicate(syntax.name, kind: "parameter", first: first)
        continue
      }
      seen[syntax.name.text] = syntax.name.span
      parameters.append(
        Parameter(
          name: syntax.name.text, isLabelled: syntax.isLabelled, type: type(of: syntax.type), typeText: syntax.type.text,
          typeSpan: syntax.type.span, span: syntax.span))
    }
    return parameters
  }

  /// The type that a text names here.
  func type(of syntax: TypeSyntax) -> ValueType { ValueType(named: syntax.text, enumerations: names.enumerations) }
}

extension CallableSyntax.Kind {
  /// As messages name it.
  var title: String {
    switch self {
    case .action: "action"
    case .function: "function"
    case .activity: "activity"
    }
  }
}

extension Callable.Kind {
  init(_ kind: CallableSyntax.Kind) {
    switch kind {
    case .action: self = .action
    case .function: self = .function
    case .activity: self = .activity
    }
  }

  /// As messages name it, with its article.
  var title: String {
    switch self {
    case .action: "an action"
    case .function: "a function"
    case .activity: "an activity"
    }
  }
}
