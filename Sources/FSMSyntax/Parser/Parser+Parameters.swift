import FSMDiagnostics

extension Parser {
  // parameters = "(" [ parameter { "," parameter } [ "," ] ] ")" ;
  /// `isData` for the data of a state, which alone may have ranges and values.
  mutating func parseParameters(isData: Bool = false) -> [ParameterSyntax] {
    guard expect(.leftParenthesis, "`(`") else { return [] }
    var parameters: [ParameterSyntax] = []
    while kind != .rightParenthesis, !isPanicking {
      guard let parameter = parseParameter(isData: isData) else { break }
      parameters.append(parameter)
      if !take(.comma), kind != .rightParenthesis { fail("expected `,` or `)`") }
    }
    if isPanicking { _ = resume(at: .rightParenthesis) }
    expect(.rightParenthesis, "`)`")
    return parameters
  }

  // parameter = [ "_" ] name ":" type [ "in" range ] [ "=" expression ] ;
  mutating func parseParameter(isData: Bool) -> ParameterSyntax? {
    let start = current.span
    let isLabelled = !take(.underscore)
    guard let name = parseName("the name of a parameter") else { return nil }
    if current.isName, !isPanicking {
      fail("expected `:`", hint: "a parameter has one name; `_ name: Type` has no label at the call")
      return nil
    }
    guard expect(.colon, "`:` and a type", hint: "for example: `\(name.text): Int`"), let type = parseType() else { return nil }
    let extra = current.span
    let isBare = keyword != .in && kind != .assign
    let range = take(.in) ? parseRange() : nil
    let value = take(.assign) ? parseExpression() : nil
    if !isData, !isBare {
      report(.expected, at: extra, "a range or a value of a parameter, which only data of a state have", hint: "remove it")
      return ParameterSyntax(isLabelled: isLabelled, name: name, type: type, range: nil, value: nil, span: span(from: start))
    }
    return ParameterSyntax(isLabelled: isLabelled, name: name, type: type, range: range, value: value, span: span(from: start))
  }

  // arguments = "(" [ argument { "," argument } [ "," ] ] ")" ;
  mutating func parseArguments() -> [ArgumentSyntax] {
    guard expect(.leftParenthesis, "`(`") else { return [] }
    return parseArgumentList(until: .rightParenthesis)
  }

  /// The arguments of a call or a subscript, and the bracket that ends them.
  mutating func parseArgumentList(until closing: Token.Kind) -> [ArgumentSyntax] {
    let bracket = closing == .rightParenthesis ? "`)`" : "`]`"
    var arguments: [ArgumentSyntax] = []
    var highest = 0
    while kind != closing, !isPanicking {
      arguments.append(parseArgument())
      highest = max(highest, height)
      if !isPanicking, !take(.comma), kind != closing { fail("expected `,` or \(bracket)") }
    }
    expect(closing, bracket)
    height = highest
    return arguments
  }

  // argument = [ name ":" ] expression ;
  mutating func parseArgument() -> ArgumentSyntax {
    let start = current.span
    let label = takeArgumentLabel()
    let value = parseExpression()
    return ArgumentSyntax(label: label, value: value, span: span(from: start))
  }

  private mutating func takeArgumentLabel() -> Name? {
    guard kind == .identifier || kind == .quotedIdentifier, ahead(1).kind == .colon else { return nil }
    defer { advance() }
    return takeName()
  }
}
