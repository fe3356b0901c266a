import FSMDiagnostics

extension MemberSyntax {
  /// The member's text: from its keyword, or from its name where it shares the keyword with others.
  public var span: Span {
    switch self {
    case .variable(let syntax): syntax.span
    case .enumeration(let syntax): syntax.span
    case .event(let syntax): syntax.span
    case .callable(let syntax): syntax.span
    case .assertion(let syntax): syntax.span
    case .scenario(let syntax): syntax.span
    case .state(let syntax): syntax.span
    case .history(let syntax): syntax.span
    case .choice(let syntax): syntax.span
    case .initial(let syntax): syntax.span
    case .reaction(let syntax): syntax.span
    case .hold(let syntax): syntax.span
    case .activity(let syntax): syntax.span
    }
  }
}

extension SyntaxFile.Item {
  var span: Span {
    switch self {
    case .importing(let item): item.span
    case .use(let item): item.span
    case .machine(let item): item.span
    }
  }
}
