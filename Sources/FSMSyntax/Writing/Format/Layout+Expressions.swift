import FSMDiagnostics

/// Blanks in effects, targets and expressions, and where they may be broken over lines.
///
/// Recursion is as deep as the tree, which the parser bounds.
extension Layout {
  mutating func space(_ effects: [EffectSyntax], _ targets: TargetsSyntax?) {
    for effect in effects { space(effect) }
    for target in targets?.targets ?? [] {
      for segment in target.segments { if let list = segment.arguments { spaceList(list, behind: segment.name.span) } }
    }
    for target in (targets?.targets ?? []).dropFirst() { mayBreak(token(at: target.span.start) - 1) }
  }

  private mutating func space(_ effect: EffectSyntax) {
    switch effect {
    case .call(let call): space(call)
    case .assign(let place, _, let value, _):
      space(place)
      space(value)
    case .raise(let call): space(call)
    case .send(let call, let delay, _):
      space(call)
      if let delay { space(delay) }
    case .cancel: break
    case .conditional(let conditional, _):
      space(conditional.condition)
      mayBreakBeforeElse(conditional.otherwise)
      for inner in conditional.then + conditional.otherwise {
        mayBreak(token(at: inner.span.start))
        space(inner)
      }
    }
  }

  private mutating func mayBreakBeforeElse(_ otherwise: [EffectSyntax]) {
    guard let first = otherwise.first else { return }
    let start = token(at: first.span.start)
    // `else if`, or `else {` before the first effect.
    mayBreak(kind(start - 1) == .leftBrace ? start - 2 : start - 1)
  }

  mutating func space(_ call: CallSyntax) {
    // An empty list is part of the tree only as its text.
    let parenthesis = token(at: call.name.span.end)
    if kind(parenthesis) == .leftParenthesis, tokens[parenthesis].span.end <= call.span.end { spaceList(call.arguments, at: parenthesis) }
  }

  /// A list of arguments that touches the name before it.
  mutating func spaceList(_ arguments: [ArgumentSyntax], behind name: Span) {
    let parenthesis = token(at: name.end)
    if kind(parenthesis) == .leftParenthesis { spaceList(arguments, at: parenthesis) }
  }

  mutating func spaceList(_ arguments: [ArgumentSyntax], at parenthesis: Int) {
    glue(parenthesis)
    space(arguments)
  }

  private mutating func space(_ arguments: [ArgumentSyntax]) {
    for (index, argument) in arguments.enumerated() {
      if index > 0 { mayBreak(token(at: argument.span.start)) }
      space(argument.value)
    }
  }

  mutating func space(_ syntax: RangeSyntax) {
    if let lower = syntax.lower { space(lower) }
    if let upper = syntax.upper { space(upper) }
    let sign =
      if let lower = syntax.lower { self.range(lower.span).upperBound } else { token(at: syntax.span.start) }
    if syntax.lower != nil { glue(sign) }
    if syntax.upper != nil { glue(sign + 1) }
  }

  mutating func space(_ syntax: ExprSyntax) {
    switch syntax.kind {
    case .integer, .float, .string, .boolean, .nil, .duration, .name, .invalid: break
    case .implicitMember:
      let dot = token(at: syntax.span.start)
      if kind(dot - 1) == .identifier { part(dot) }
    case .isIn: glue(token(at: syntax.span.start) + 1)
    case .parenthesized(let inner): space(inner)
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if index > 0 { mayBreak(token(at: element.span.start)) }
        space(element)
      }
    case .dictionary(let pairs):
      for (index, pair) in pairs.enumerated() {
        if index > 0 { mayBreak(token(at: pair.key.span.start)) }
        space(pair.key)
        space(pair.value)
      }
    case .prefix(_, let inner): space(inner, behindSignAt: syntax.span.start)
    case .binary(let left, let sign, let place, let right):
      space(left)
      space(right)
      if sign == .and || sign == .or || sign == .coalesce { mayBreak(token(at: place.start)) }
    case .ternary(let condition, let then, let otherwise):
      space(condition)
      space(then)
      space(otherwise)
      spaceTernary(between: then, and: otherwise)
    case .call(let callee, let arguments): spaceSuffix(of: callee, arguments)
    case .subscripted(let base, let arguments): spaceSuffix(of: base, arguments)
    case .member(let base, _, _): space(base)
    case .forced(let base):
      space(base)
      glue(self.range(base.span).upperBound)
    }
  }

  private mutating func spaceSuffix(of base: ExprSyntax, _ arguments: [ArgumentSyntax]) {
    space(base)
    glue(self.range(base.span).upperBound)
    space(arguments)
  }

  private mutating func space(_ inner: ExprSyntax, behindSignAt offset: Int32) {
    let next = token(at: offset) + 1
    // Signs in a row stay as they are: together they could read as something else.
    if case .prefix = inner.kind, !touches(next) { part(next) } else { glue(next) }
    space(inner)
  }

  private mutating func spaceTernary(between then: ExprSyntax, and otherwise: ExprSyntax) {
    let (question, colon) = (token(at: then.span.start) - 1, token(at: otherwise.span.start) - 1)
    for index in [question, question + 1, colon, colon + 1] { part(index) }
    mayBreak(question)
    mayBreak(colon)
  }
}
