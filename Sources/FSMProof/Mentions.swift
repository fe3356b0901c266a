import FSMModel
import FSMSimulate

/// Constants that the chart compares a value with, or assigns to it, or to what it is compared with or assigned to.
///
/// Values are gathered in classes by union and find (B. A. Galler, M. J. Fischer, "An improved equivalence algorithm", CACM 1964): all that
/// stand in one comparison, or on the two sides of an assignment, are of one class, and so are the constants beside them.
///
/// For example: where `level` is compared with 20 and set to the parameter `now`, 20 is a value worth passing as `now`, and not as anything
/// else.
struct Mentions {
  /// What has values.
  enum Place: Hashable {
    case variable(VariableID)
    case parameter(AssembledEventID, String)
    case result(ActivityUseID)
    case argument(CallableID, Int)
    case answer(CallableID)
  }

  /// Literals, by type.
  struct Constants {
    var integers: Set<Int128> = []
    var reals: Set<Double> = []
    var texts: Set<String> = []
    /// In nanoseconds.
    var durations: Set<Int128> = []

    fileprivate mutating func add(_ literal: Expr, isNegated: Bool) {
      switch literal.kind {
      case .integer(let number):
        integers.insert(isNegated ? -number : number)
        reals.insert(isNegated ? -Double(number) : Double(number))
      case .float(let text): if let number = Double(text.filter { $0 != "_" }) { reals.insert(isNegated ? -number : number) }
      case .duration(let time): durations.insert(isNegated ? -time : time)
      case .string(let segments): if case .text(let text)? = segments.first, segments.count == 1 { texts.insert(text) }
      default: break
      }
    }

    fileprivate mutating func formUnion(_ other: Constants) {
      integers.formUnion(other.integers)
      reals.formUnion(other.reals)
      texts.formUnion(other.texts)
      durations.formUnion(other.durations)
    }
  }

  /// All that the chart mentions.
  private(set) var all = Constants()
  private var numbers: [Place: Int] = [:]
  private var parents: [Int] = []
  private var constants: [Constants] = []
  private let assembly: Assembly

  init(_ assembly: Assembly) {
    self.assembly = assembly
    // Where machines are states of others, values pass from one to the other: everything is one class.
    guard assembly.scopes.count == 1 else {
      for scope in assembly.scopes {
        assembly.chart[scope.machine].forEachExpression { expr in expr.forEachLiteral { all.add($0, isNegated: $1) } }
      }
      return
    }
    let machine = assembly.machine(of: .machine)
    for variable in machine.variables {
      for value in [variable.value, variable.range?.lower, variable.range?.upper] {
        if let value { link([.variable(variable.id)], [value], [], machine) }
      }
    }
    for callable in machine.callables {
      let parameters = callable.parameters.indices.map { [Place.argument(callable.id, $0)] }
      guard let body = callable.body else { continue }
      compare(body, parameters, machine)
      if body.type != .bool { link([.answer(callable.id)], [body], parameters, machine) }
    }
    for state in machine.states {
      apply(state.entry + state.exit + (state.initial?.effects ?? []), [], machine)
      pass(state.initial?.targets ?? [], [], machine)
    }
    for reaction in machine.reactions {
      let parameters = places(of: reaction)
      for transition in reaction.transitions.map({ machine[$0] }) {
        if let condition = transition.condition { compare(condition, parameters, machine) }
        apply(transition.effects, parameters, machine)
        pass(transition.targets, parameters, machine)
      }
    }
    for assertion in machine.assertions { if case .never(let condition) = assertion.kind { compare(condition, [], machine) } }
    for constants in constants { all.formUnion(constants) }
  }

  /// The constants of a value's class; all of the chart where nothing is known of the value.
  func constants(of place: Place?) -> Constants {
    guard assembly.scopes.count == 1, let place else { return all }
    return numbers[place].map { constants[root($0)] } ?? Constants()
  }

  // MARK: Gathering

  private func places(of reaction: Reaction) -> [[Place]] {
    let events = assembly[ScopeID.machine].events
    return reaction.parameters.map { parameter in
      switch reaction.trigger {
      case .events(let named): named.map { .parameter(events[$0.index], parameter.name) }
      case .activity(let use, failed: false): [.result(use)]
      default: []
      }
    }
  }

  private mutating func apply(_ effects: [Effect], _ parameters: [[Place]], _ machine: Machine) {
    effects.forEachEffect { effect in
      for expr in effect.expressions { compare(expr, parameters, machine) }
      switch effect {
      case .assign(let place, _, let value, _): link([], [place, value], parameters, machine)
      case .raise(let event, let arguments, _), .send(let event, let arguments, _, _):
        let id = assembly[ScopeID.machine].events[event.index]
        for (parameter, argument) in zip(machine[event].parameters, arguments) {
          link([.parameter(id, parameter.name)], [argument], parameters, machine)
        }
      case .perform, .mutate, .cancel, .conditional: break
      }
    }
  }

  private mutating func pass(_ targets: [Target], _ parameters: [[Place]], _ machine: Machine) {
    for argument in targets.flatMap(\.arguments) {
      compare(argument.value, parameters, machine)
      link([.variable(argument.variable)], [argument.value], parameters, machine)
    }
  }

  /// Links what stands in each comparison inside.
  private mutating func compare(_ expr: Expr, _ parameters: [[Place]], _ machine: Machine) {
    expr.forEachPart { part in
      switch part.kind {
      case .binary(let lhs, let sign, let rhs) where sign.isComparison && lhs.type != .bool: link([], [lhs, rhs], parameters, machine)
      case .call(let id, let arguments):
        for (index, argument) in arguments.enumerated() { link([.argument(id, index)], [argument], parameters, machine) }
      default: break
      }
    }
  }

  private mutating func link(_ first: [Place], _ exprs: [Expr], _ parameters: [[Place]], _ machine: Machine) {
    var places = first
    var mentioned = Constants()
    for expr in exprs {
      expr.forEachPart { part in
        switch part.kind {
        case .variable(let id): places.append(.variable(id))
        case .parameter(let index): if parameters.indices.contains(index) { places += parameters[index] }
        case .call(let id, _): places.append(.answer(id))
        default: break
        }
      }
      expr.forEachLiteral { mentioned.add($0, isNegated: $1) }
    }
    guard let head = places.first.map({ number($0) }) else { return all.formUnion(mentioned) }
    for place in places.dropFirst() { unite(head, number(place)) }
    constants[root(head)].formUnion(mentioned)
  }

  private mutating func number(_ place: Place) -> Int {
    if let known = numbers[place] { return known }
    numbers[place] = parents.count
    parents.append(parents.count)
    constants.append(Constants())
    return parents.count - 1
  }

  private func root(_ number: Int) -> Int {
    var number = number
    while parents[number] != number { number = parents[number] }
    return number
  }

  private mutating func unite(_ first: Int, _ second: Int) {
    let (first, second) = (root(first), root(second))
    guard first != second else { return }
    // The older one stays, so that what is asked for often lies near its root.
    let (kept, other) = (min(first, second), max(first, second))
    parents[other] = kept
    constants[kept].formUnion(constants[other])
    constants[other] = Constants()
  }
}

extension Expr {
  /// Visits literals, with whether `-` stands before them.
  fileprivate func forEachLiteral(_ visit: (Expr, _ isNegated: Bool) -> Void) {
    forEachPart { part in
      switch part.kind {
      case .negate(let inner): visit(inner, true)
      case .integer, .float, .string, .duration: visit(part, false)
      default: break
      }
    }
  }
}
