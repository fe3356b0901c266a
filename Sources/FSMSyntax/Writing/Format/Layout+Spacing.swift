import FSMDiagnostics

/// The first walk: blanks between tokens.
///
/// What two neighbours tell is decided for all tokens at once; the walk over the tree then mends what only the tree knows: signs before
/// an operand, lists that touch a name, types.
extension Layout {
  mutating func spaceTokens() {
    for index in tokens.indices.dropFirst() {
      gaps[index].blanks = touchesByKind(tokens[index - 1].kind, tokens[index].kind) ? 0 : 1
    }
  }

  private func touchesByKind(_ first: Token.Kind, _ second: Token.Kind) -> Bool {
    switch first {
    case .leftParenthesis, .leftBracket, .dot, .questionDot, .at: return true
    default: break
    }
    if first == .leftBrace, second == .rightBrace { return true }
    switch second {
    case .comma, .semicolon, .colon, .rightParenthesis, .rightBracket, .questionDot: return true
    case .dot:
      return [.identifier, .quotedIdentifier, .rightParenthesis, .rightBracket, .string, .exclamation, .greater].contains(first)
    default: return false
    }
  }

  /// The token touches the one before it.
  mutating func glue(_ index: Int) { gaps[index].blanks = 0 }

  mutating func part(_ index: Int) { gaps[index].blanks = 1 }

  mutating func mayBreak(_ index: Int) { gaps[index].mayBreak = true }

  /// The tokens touch as they do in the file.
  private mutating func keepTouching(_ range: Range<Int>) {
    for index in range.dropFirst() { gaps[index].blanks = touches(index) ? 0 : 1 }
  }

  mutating func space(_ item: SyntaxFile.Item) {
    switch item {
    case .importing(let item): keepTouching(range(item.span))
    case .use: break
    case .machine(let machine):
      for type in machine.conformances { space(type) }
      space(machine.members)
    }
  }

  mutating func space(_ type: TypeSyntax) {
    let range = range(type.span)
    keepTouching(range)
    for index in range.dropFirst() {
      if kind(index) == .comma || kind(index) == .colon { glue(index) }
      if kind(index - 1) == .comma || kind(index - 1) == .colon { part(index) }
    }
  }

  mutating func space(_ members: [MemberSyntax]) {
    for member in members { space(member) }
  }

  private mutating func space(_ member: MemberSyntax) {
    switch member {
    case .variable(let syntax): space(syntax)
    case .enumeration(let syntax):
      for name in syntax.cases.dropFirst() { mayBreak(token(at: name.span.start)) }
    case .event(let syntax):
      space(syntax.parameters)
      for from in syntax.from {
        space(from.sources)
        space(from.body)
      }
    case .callable(let syntax): space(syntax)
    case .assertion(let syntax): if case .never(let condition) = syntax.kind { space(condition) }
    case .scenario(let syntax): for step in syntax.steps { space(step) }
    case .state(let syntax): space(syntax)
    case .history(let syntax): space(syntax.effects, syntax.target)
    case .choice(let syntax): for branch in syntax.branches { space(branch) }
    case .initial(let syntax): space(syntax.effects, syntax.target)
    case .reaction(let syntax): space(syntax)
    case .hold(let syntax): for name in syntax.events.dropFirst() { mayBreak(token(at: name.span.start)) }
    case .activity(let syntax): space(syntax.call)
    }
  }

  private mutating func space(_ syntax: VariableSyntax) {
    space(syntax.type)
    if let range = syntax.range { space(range) }
    if let value = syntax.value { space(value) }
  }

  private mutating func space(_ syntax: CallableSyntax) {
    space(syntax.parameters)
    let parenthesis = token(at: syntax.label?.span.end ?? syntax.name.span.end)
    if syntax.label == nil, kind(parenthesis) == .leftParenthesis { glue(parenthesis) }
    if case .type(let type) = syntax.throwing {
      space(type)
      glue(token(at: type.span.start) - 1)
    }
    if let result = syntax.result { space(result) }
    if let body = syntax.body { space(body) }
  }

  mutating func space(_ parameters: [ParameterSyntax]) {
    guard let first = parameters.first else { return }
    // `(` touches the name before it, and stands apart from a label.
    let parenthesis = token(at: first.span.start) - 1
    if kind(parenthesis - 1) != .string { glue(parenthesis) }
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { mayBreak(token(at: parameter.span.start)) }
      space(parameter.type)
      if let range = parameter.range { space(range) }
      if let value = parameter.value { space(value) }
    }
  }

  private mutating func space(_ syntax: StateSyntax) {
    space(syntax.data)
    if let machine = syntax.machine { spaceList(machine.arguments, behind: machine.name.span) }
    space(syntax.members ?? [])
  }

  private mutating func space(_ paths: [PathSyntax]) {
    for path in paths.dropFirst() { mayBreak(token(at: path.span.start)) }
  }

  private mutating func space(_ step: ScenarioSyntax.Step) {
    switch step.kind {
    case .start(let arguments): spaceList(arguments, behind: tokens[token(at: step.span.start)].span)
    case .event(let name, let arguments): spaceList(arguments, behind: name.span)
    case .outcome(_, _, let arguments):
      let range = range(step.span)
      if let parenthesis = range.first(where: { kind($0) == .leftParenthesis }) { spaceList(arguments, at: parenthesis) }
    case .advance(let value), .expect(let value): space(value)
    case .given(let name, let arguments, let value):
      spaceList(arguments, behind: name.span)
      space(value)
    case .expectRejected: break
    case .expectPerformed(let calls): for call in calls { space(call) }
    }
  }

  private mutating func space(_ syntax: ReactionSyntax) {
    switch syntax.trigger {
    case .events(let paths): space(paths)
    case .after(let delay): space(delay)
    case .entry, .exit, .always, .done, .any: break
    }
    space(syntax.body)
  }

  private mutating func space(_ body: ReactionBodySyntax) {
    for branch in body.branches { space(branch) }
  }

  private mutating func space(_ branch: BranchSyntax) {
    if let condition = branch.condition {
      space(condition)
      part(token(at: condition.span.start) - 1)
    }
    space(branch.effects, branch.targets)
  }
}
