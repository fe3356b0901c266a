import FSMModel

/// Comparisons of floating-point numbers, strings and what only swiftc knows.
extension GuardTranslator {
  enum Domain {
    case whole
    case ordered(OrderDomain)
  }

  /// How two compared values are reasoned about.
  func domain(_ lhs: Expr, _ rhs: Expr) -> Domain {
    for expr in [lhs, rhs] where !expr.isPlainNumber {
      switch expr.type {
      case .integer, .duration, .enumeration: return .whole
      case .double: return .ordered(.double)
      case .float: return .ordered(.float)
      case .string: return .ordered(.string)
      case .opaque(let text) where text.hasSuffix("?"): return .ordered(.opaque)
      case .bool, .opaque, .unknown: if expr.isCount { return .whole }
      }
    }
    // Literals beside each other, or beside a value of unknown type.
    for expr in [lhs, rhs] {
      switch expr.kind {
      case .float: return .ordered(.double)
      case .negate(let inner) where inner.isFloatLiteral: return .ordered(.double)
      default: break
      }
    }
    if lhs.isPlainNumber, rhs.isPlainNumber { return lhs.type.isFloatingPoint ? .ordered(.double) : .whole }
    if lhs.isPlainNumber || rhs.isPlainNumber { return assumesWhole ? .whole : .ordered(.double) }
    return .ordered(.opaque)
  }

  mutating func ordered(_ lhs: Expr, _ sign: Expr.BinaryOperator, _ rhs: Expr, _ domain: OrderDomain, _ wanted: Bool) -> Formula {
    let (first, second) = (node(lhs, domain), node(rhs, domain))
    let isEquality = sign == .equal || sign == .notEqual
    if let left = terms[first].literal, let right = terms[second].literal {
      if isEquality { return .constant(((left == right) == (sign == .equal)) == wanted) }
      if let isLess = OrderValue.isLess(left, right) { return .constant(sign.compare(isLess ? 0 : left == right ? 1 : 2, 1) == wanted) }
    }
    let mayBeUnordered = domain.mayBeUnordered && !(isEquality && domain == .opaque)
    let open = mayBeUnordered ? [first, second].filter { terms[$0].literal == nil } : []
    let areNumbers = open.map { Formula.order(OrderFact(kind: .isNumber, first: $0, second: $0)) }
    let noNumber = open.map { Formula.order(OrderFact(kind: .isNotANumber, first: $0, second: $0)) }
    // With a NaN every comparison fails but `!=`.
    let effective = wanted ? sign : sign.negated
    let fact = relation(first, effective, second)
    let nanDecides = (sign == .notEqual) == wanted
    return nanDecides ? .either([.both(areNumbers + [fact])] + noNumber) : .both(areNumbers + [fact])
  }

  private func relation(_ first: Int, _ sign: Expr.BinaryOperator, _ second: Int) -> Formula {
    func fact(_ kind: OrderFact.Kind, _ a: Int, _ b: Int) -> Formula { .order(OrderFact(kind: kind, first: a, second: b)) }
    switch sign {
    case .less: return first == second ? .constant(false) : fact(.less, first, second)
    case .lessOrEqual: return fact(.lessOrEqual, first, second)
    case .greater: return first == second ? .constant(false) : fact(.less, second, first)
    case .greaterOrEqual: return fact(.lessOrEqual, second, first)
    case .equal: return .both([fact(.lessOrEqual, first, second), fact(.lessOrEqual, second, first)])
    default: return first == second ? .constant(false) : fact(.different, first, second)
    }
  }

  private mutating func node(_ expr: Expr, _ domain: OrderDomain) -> Int {
    guard let literal = expr.literal(in: domain) else { return term(expr, .ordered(domain)) }
    return terms.index(of: expr, .ordered(domain)) { .init(expr: expr, kind: .ordered(domain), origin: .own, literal: literal) }
  }
}

extension Expr {
  fileprivate var isFloatLiteral: Bool { if case .float = kind { true } else { false } }

  /// A literal number, which takes the type of what it is compared with.
  fileprivate var isPlainNumber: Bool {
    switch kind {
    case .integer, .float: true
    case .negate(let inner): inner.isPlainNumber
    default: false
    }
  }

  fileprivate func literal(in domain: OrderDomain) -> OrderValue? {
    switch domain {
    case .double, .float: return number.map { .real(domain == .float ? Double(Float($0)) : $0) }
    case .string:
      guard case .string(let segments) = kind else { return nil }
      var result = ""
      for segment in segments {
        guard case .text(let text) = segment else { return nil }
        result += text
      }
      return .string(result)
    case .opaque:
      switch kind {
      case .nil, .implicitMember, .enumCase, .boolean, .integer, .float, .duration: return .opaque(self)
      case .array, .dictionary, .string, .negate: return leaves.isEmpty && isWrittenOut ? .opaque(self) : nil
      default: return nil
      }
    }
  }

  private var number: Double? {
    switch kind {
    case .float(let text): Double(text.filter { $0 != "_" })
    case .integer(let value): Double(value)
    case .negate(let inner): inner.number.map { -$0 }
    default: nil
    }
  }

  /// Only literals inside.
  private var isWrittenOut: Bool {
    switch kind {
    case .nil, .implicitMember, .enumCase, .boolean, .integer, .float, .duration, .array, .dictionary, .string, .negate:
      parts.allSatisfy(\.isWrittenOut)
    default: false
    }
  }
}
