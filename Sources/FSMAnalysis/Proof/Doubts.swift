import FSMDiagnostics
import FSMModel

/// What values do not rule out: that a variable is given one outside its range, that a calculation traps.
///
/// Sums and products of `Int` and `Int64` are taken to fit: no chart counts that far.
public struct Doubts: Sendable {
  /// - Parameter ranges: Variables of which nothing is known.
  public init(ranges: [Variable] = []) { for variable in ranges { doubt(variable.id, at: variable.span) } }

  /// Variables whose ranges some value may not fit.
  public var ranges: Set<VariableID> { Set(assigned.keys) }

  mutating func doubt(_ variable: VariableID, at span: Span) { assigned[variable, default: []].insert(span) }

  /// Variables whose ranges some value may not fit, with the places where they get one.
  private(set) var assigned: [VariableID: Set<Span>] = [:]
  /// Calculations that may not fit their type, or may divide by zero.
  public internal(set) var traps: Set<Span> = []

  mutating func formUnion(_ other: Doubts) {
    assigned.merge(other.assigned) { $0.union($1) }
    traps.formUnion(other.traps)
  }

  /// Leaves an assignment's place out.
  mutating func settle(_ span: Span, of variable: VariableID) {
    traps.remove(span)
    assigned[variable]?.remove(span)
    if assigned[variable]?.isEmpty == true { assigned[variable] = nil }
  }
}

extension Invariants {
  /// Looks at values assigned and calculated by effects, one after the other, with the values known before each.
  ///
  /// - Parameter after: The values after an effect; nil where the call is undone.
  func doubt(
    about effects: [Effect], _ before: [VariableID: Extent], _ doubts: inout Doubts,
    after: (Effect, [VariableID: Extent]) -> [VariableID: Extent]?
  ) {
    var values = before
    for effect in effects {
      switch effect {
      case .conditional(let condition, let then, let otherwise, _):
        doubt(about: condition, values, &doubts)
        for (branch, holds) in [(then, true), (otherwise, false)] {
          var narrowed = values
          narrow(&narrowed, condition, holds: holds)
          doubt(about: branch, narrowed, &doubts, after: after)
        }
      case .assign(let place, let sign, let value, let span):
        var result = extent(of: value, values)
        doubt(about: value, values, &doubts)
        if let binary = sign.binary {
          let parts = (extent(of: place, values), result)
          if doubtsFit(parts.0, binary, parts.1, place.type) { doubts.traps.insert(span) }
          result = combined(parts.0, binary, parts.1, whole(place.type))
        }
        if case .variable(let id) = place.kind { doubt(id, given: result, value, isPlain: sign == .set, at: span, &doubts) }
      case .perform, .mutate, .raise, .send, .cancel: for expr in effect.expressions { doubt(about: expr, values, &doubts) }
      }
      guard let next = after(effect, values) else { return }
      values = next
    }
  }

  func doubt(about targets: [Target], _ values: [VariableID: Extent], _ doubts: inout Doubts) {
    for argument in targets.flatMap(\.arguments) {
      doubt(about: argument.value, values, &doubts)
      let given = extent(of: argument.value, values)
      doubt(argument.variable, given: given, argument.value, isPlain: true, at: argument.value.span, &doubts)
    }
  }

  /// What initial values and defaults of data may not fit.
  func doubt(aboutValuesIn doubts: inout Doubts) {
    for variable in machine.variables {
      guard let value = variable.value else { continue }
      doubt(about: value, [:], &doubts)
      doubt(variable.id, given: extent(of: value, [:]), value, isPlain: true, at: value.span, &doubts)
    }
  }

  /// Everything, with the values that variables have anywhere: where nothing is known state by state.
  var doubtsAnywhere: Doubts {
    var doubts = Doubts()
    doubt(aboutValuesIn: &doubts)
    func look(_ effects: [Effect]) { doubt(about: effects, [:], &doubts) { _, _ in [:] } }
    for state in machine.states where reach.isEntered[state.id.index] {
      look(state.entry + state.exit + (state.initial?.effects ?? []))
      doubt(about: state.initial?.targets ?? [], [:], &doubts)
    }
    for transition in machine.transitions where isFeasible[transition.id.index] {
      transition.condition.map { doubt(about: $0, [:], &doubts) }
      look(transition.effects)
      doubt(about: transition.targets, [:], &doubts)
    }
    return doubts
  }

  private func doubt(
    _ id: VariableID, given extent: Extent?, _ value: Expr, isPlain: Bool, at span: Span, _ doubts: inout Doubts
  ) {
    let variable = machine[id]
    guard let range = variable.range else { return }
    guard let extent else {
      // Of numbers with fractions only literals are known to fit.
      if !isPlain || !range.encloses(value) { doubts.doubt(id, at: span) }
      return
    }
    if !range.hasLiteralBounds || within(extent, variable) != extent { doubts.doubt(id, at: span) }
  }

  /// Recursion goes as deep as the expression is nested, and as functions that the chart defines call each other.
  func doubt(about expr: Expr, _ values: [VariableID: Extent], _ doubts: inout Doubts, depth: Int = 0) {
    switch expr.kind {
    case .binary(let lhs, .and, let rhs), .binary(let lhs, .or, let rhs):
      doubt(about: lhs, values, &doubts, depth: depth)
      var narrowed = values
      if case .binary(_, .and, _) = expr.kind { narrow(&narrowed, lhs, holds: true) } else { narrow(&narrowed, lhs, holds: false) }
      doubt(about: rhs, narrowed, &doubts, depth: depth)
    case .conditional(let condition, let then, let otherwise):
      doubt(about: condition, values, &doubts, depth: depth)
      for (part, holds) in [(then, true), (otherwise, false)] {
        var narrowed = values
        narrow(&narrowed, condition, holds: holds)
        doubt(about: part, narrowed, &doubts, depth: depth)
      }
    case .call(let id, let arguments):
      for argument in arguments { doubt(about: argument, values, &doubts, depth: depth) }
      guard let body = machine[id].body, depth < 8 else { return }
      var inside = values.filter { !$0.key.isParameter }
      for (index, argument) in arguments.enumerated() { inside[.parameter(index)] = extent(of: argument, values) }
      doubt(about: body, inside, &doubts, depth: depth + 1)
    default:
      for part in expr.parts { doubt(about: part, values, &doubts, depth: depth) }
      let parts: (Expr.BinaryOperator, Extent?, Extent?)
      switch expr.kind {
      case .binary(let lhs, let sign, let rhs) where expr.type.isInteger: parts = (sign, extent(of: lhs, values), extent(of: rhs, values))
      case .negate(let inner) where expr.type.isInteger: parts = (.subtract, 0...0, extent(of: inner, values))
      default: return
      }
      if doubtsFit(parts.1, parts.0, parts.2, expr.type) { doubts.traps.insert(expr.span) }
    }
  }

  private func doubtsFit(_ lhs: Extent?, _ sign: Expr.BinaryOperator, _ rhs: Extent?, _ type: ValueType) -> Bool {
    guard case .integer(let width) = type, let lhs, let rhs else { return false }
    if sign == .divide || sign == .remainder { return rhs.contains(0) }
    var most = width.bounds
    if most.upperBound >= Int128(Int64.max) { most = (most.lowerBound < 0 ? Int128.min : 0)...Int128.max }
    let corners = [lhs.lowerBound, lhs.upperBound].flatMap { a in [(a, rhs.lowerBound), (a, rhs.upperBound)] }
    return corners.contains { a, b in
      let (value, overflow): (Int128, Bool) =
        switch sign {
        case .add: a.addingReportingOverflow(b)
        case .subtract: a.subtractingReportingOverflow(b)
        case .multiply: a.multipliedReportingOverflow(by: b)
        default: (most.lowerBound, false)
        }
      return overflow || !most.contains(value)
    }
  }
}

extension ValueRange {
  /// Both bounds, as far as there are any, are numbers known beforehand.
  var hasLiteralBounds: Bool { [lower, upper].allSatisfy { $0 == nil || $0?.constant != nil } }

  /// Whether a literal lies between literal bounds.
  fileprivate func encloses(_ value: Expr) -> Bool {
    guard let number = value.literalNumber else { return false }
    if let lower {
      guard let bound = lower.literalNumber, number >= bound else { return false }
    }
    guard let upper else { return true }
    guard let bound = upper.literalNumber else { return false }
    return includesUpper ? number <= bound : number < bound
  }
}

extension Expr {
  fileprivate var literalNumber: Double? {
    switch value({ _ in nil }) {
    case .real(let number)?: number
    case .integer(let number)?: Double(number)
    case .string?, nil: nil
    }
  }
}
