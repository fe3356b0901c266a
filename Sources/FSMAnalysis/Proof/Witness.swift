import FSMModel

/// Values found, as an example to read: `n = 4`, `r = true`, `in(open)`.
struct Witness {
  let theory: Theory
  private let machine: Machine

  init(_ theory: Theory) {
    self.theory = theory
    machine = theory.states.machine
  }

  /// One text for each value that the facts ask about, in the order they came up.
  func texts(_ model: Model, _ facts: Facts) -> [String] {
    var shown = facts.mentioned
    for term in facts.mentioned where terms[term].origin == .computed {
      for leaf in terms[term].leaves { if let place = theory.number(leaf), !shown.contains(place) { shown.append(place) } }
    }
    // As the guards are read.
    shown.sort()
    var texts = shown.compactMap { text(of: $0, model) }
    texts += relations(model, facts)
    return texts
  }

  /// The value of a parameter as a literal; nil where any will do, or none can be written.
  func literal(of parameter: Parameter, _ model: Model) -> Expr? {
    let leaf = Expr(.swiftName(parameter.name), type: parameter.type, span: parameter.span)
    func literal(_ kind: Expr.Kind) -> Expr { Expr(kind, type: parameter.type, span: parameter.span) }
    switch parameter.type {
    case .bool: return terms.find(leaf, .boolean).flatMap { model.booleans[$0] }.map { literal(.boolean($0)) }
    case .enumeration(let type):
      guard let number = terms.find(leaf, .integer).flatMap({ model.integers[$0] }), let index = Int(exactly: number),
        machine[type].cases.indices.contains(index)
      else { return nil }
      return literal(.enumCase(type, index))
    case .integer: return terms.find(leaf, .integer).flatMap { model.integers[$0] }.map { literal(.integer($0)) }
    case .duration:
      return terms.find(leaf, .integer).flatMap { model.integers[$0] }.map { literal(.duration(nanoseconds: $0 / 1_000_000_000)) }
    case .double: return order(leaf, .double, model).map(literal)
    case .float: return order(leaf, .float, model).map(literal)
    case .string: return order(leaf, .string, model).map(literal)
    case .opaque, .unknown: return nil
    }
  }

  private func order(_ leaf: Expr, _ domain: OrderDomain, _ model: Model) -> Expr.Kind? {
    guard let term = terms.find(leaf, .ordered(domain)) else { return nil }
    switch model.orders[term] {
    case .real(let number)?: return .float("\(number)")
    case .string(let text)?: return .string([.text(text)])
    case .opaque?, .notANumber?, .abstract?, nil: return nil
    }
  }

  private var terms: TermTable { theory.terms }

  private func text(of index: Int, _ model: Model) -> String? {
    let term = terms[index]
    guard term.origin != .own, term.origin != .computed else { return nil }
    let name = machine.text(of: term.expr)
    switch term.kind {
    case .boolean: return model.booleans[index].map { "\(name) = \($0)" }
    case .isIn: return model.booleans[index].map { $0 ? name : "!\(name)" }
    case .integer: return model.integers[index].map { "\(name) = \(text(of: $0, term.expr.type))" }
    case .ordered: return model.orders[index].flatMap { text(of: $0, name, index, model) }
    }
  }

  private func text(of number: Int128, _ type: ValueType) -> String {
    switch type {
    case .duration:
      Expr(.duration(nanoseconds: number / 1_000_000_000), type: .duration, span: machine.span).durationText
    case .enumeration(let id):
      machine[id].cases.indices.contains(Int(clamping: number)) ? ".\(machine[id].cases[Int(number)])" : "\(number)"
    default: "\(number)"
    }
  }

  private func text(of value: OrderValue, _ name: String, _ index: Int, _ model: Model) -> String? {
    switch value {
    case .real(let number): "\(name) = \(number)"
    case .string(let text): "\(name) = \(machine.text(of: Expr(.string([.text(text)]), type: .string, span: machine.span)))"
    case .opaque(let literal): "\(name) = \(machine.text(of: literal))"
    case .notANumber: "\(name) is not a number"
    case .abstract: nil
    }
  }

  /// How values stand to each other that have no text of their own.
  private func relations(_ model: Model, _ facts: Facts) -> [String] {
    var texts: [String] = []
    for fact in facts.orders {
      guard fact.first != fact.second, isAbstract(fact.first, model) || isAbstract(fact.second, model) else { continue }
      let (first, second) = (machine.text(of: terms[fact.first].expr), machine.text(of: terms[fact.second].expr))
      let isEqual = model.orders[fact.first] == model.orders[fact.second]
      switch fact.kind {
      case .less, .lessOrEqual: texts.append(isEqual ? "\(first) == \(second)" : "\(first) < \(second)")
      case .different: texts.append("\(first) != \(second)")
      case .isNumber, .isNotANumber: continue
      }
    }
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  private func isAbstract(_ term: Int, _ model: Model) -> Bool {
    if case .abstract? = model.orders[term] { true } else { false }
  }
}
