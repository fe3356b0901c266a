import FSMDiagnostics

extension Parser {
  // targets = target { "&" target } [ "reenter" | "external" ] ;
  mutating func parseTargets() -> TargetsSyntax? {
    if isPanicking { return nil }
    let start = current.span
    var targets: [TargetSyntax] = []
    repeat {
      guard let target = parseTarget() else { break }
      targets.append(target)
      takeDoubledAmpersand()
    } while !isPanicking && take(.ampersand)
    guard !targets.isEmpty else { return nil }
    var mode = TargetsSyntax.Mode.standard
    if !isPanicking { mode = take(.reenter) ? .reenter : take(.external) ? .external : .standard }
    return TargetsSyntax(targets: targets, mode: mode, span: span(from: start))
  }

  // target = segment { "." segment } ;
  mutating func parseTarget() -> TargetSyntax? {
    let start = current.span
    let isBareSelf = kind == .identifier && text(current) == "self"
    guard let first = parseSegment() else { return nil }
    var segments = [first]
    while !isPanicking, kind == .dot {
      advance()
      guard let next = parseSegment() else { break }
      segments.append(next)
    }
    let isSelf = isBareSelf && segments.count == 1 && first.arguments == nil
    return TargetSyntax(segments: segments, isSelf: isSelf, span: span(from: start))
  }

  // segment = name [ arguments ] ;
  mutating func parseSegment() -> TargetSyntax.Segment? {
    let start = current.span
    guard let name = parseName("the name of a state") else { return nil }
    let arguments = kind == .leftParenthesis ? parseArguments() : nil
    return TargetSyntax.Segment(name: name, arguments: arguments, span: span(from: start))
  }

  /// `a && b` in place of `a & b`.
  private mutating func takeDoubledAmpersand() {
    guard !isPanicking, kind == .and else { return }
    report(
      .targetSeparator, at: current.span, "two targets are joined by `&&`", hint: "write `a & b`",
      fixes: [.init("write `&`", [.init(current.span, "&")])])
    lexemes[index].kind = .ampersand
  }
}
