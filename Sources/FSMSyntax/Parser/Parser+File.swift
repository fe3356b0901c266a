import FSMDiagnostics

extension Parser {
  // file = { import | use | machine | ";" } ;
  mutating func parseFile() -> [SyntaxFile.Item] {
    var items: [SyntaxFile.Item] = []
    while kind != .endOfFile {
      let before = index
      if let item = parseItem() { items.append(item) }
      if isPanicking { recoverToItem(from: before) }
      if index == before { advance() }
    }
    return items
  }

  private mutating func parseItem() -> SyntaxFile.Item? {
    switch keyword {
    case .use: return parseUse().map { .use($0) }
    case .machine: return parseMachine().map { .machine($0) }
    case .parallel where ahead(1).keyword == .machine: return parseMachine().map { .machine($0) }
    default: break
    }
    if take(.semicolon) { return nil }
    if isAtImport { return parseImport().map { .importing($0) } }
    let isMember = looksLikeMember(index)
    fail(
      "expected `machine`, `import` or `use`", at: current.span,
      hint: isMember ? "members stand between the braces of a machine: `machine Name { … }`" : nil)
    return nil
  }

  /// True for `import`, with the attributes and the access level that Swift allows before it.
  private var isAtImport: Bool {
    if keyword == .import || kind == .at { return true }
    return kind == .identifier && ahead(1).keyword == .import
  }

  // import = { attribute } [ ACCESS ] "import" [ IMPORT_KIND ] path ;
  mutating func parseImport() -> ImportSyntax? {
    let start = index
    while kind == .at, !isPanicking { parseAttribute() }
    if isPanicking { return nil }
    if keyword != .import, kind == .identifier { advance() }
    guard take(.import) else {
      fail("expected `import`")
      return nil
    }
    if kind == .identifier, ahead(1).isName, Self.importKinds.contains(text(current)) { advance() }
    guard parsePath("the name of a module") != nil else { return nil }
    return ImportSyntax(text: normalizedText(from: start), span: span(from: lexemes[start].span))
  }

  private static let importKinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"]

  // use = "use" STRING ;
  mutating func parseUse() -> UseSyntax? {
    let start = current.span
    advance()
    guard kind == .string else {
      fail("expected the path of a chart in quotes", hint: "for example: `use \"clip.fsm\"`")
      return nil
    }
    guard let path = parsePlainString() else { return nil }
    return UseSyntax(path: path, span: span(from: start))
  }

  // machine = [ "parallel" ] "machine" name [ label ] [ ":" type { "," type } ] members ;
  mutating func parseMachine() -> MachineSyntax? {
    let start = current.span
    let doc = documentation()
    let isParallel = take(.parallel)
    advance()
    guard let name = parseName("the name of a machine", takesLabel: true) else { return nil }
    checkStrayWords(after: name, takesLabel: true)
    let label = parseLabel()
    var conformances: [TypeSyntax] = []
    if take(.colon) {
      repeat { if let type = parseType() { conformances.append(type) } } while take(.comma)
    }
    if isPanicking { _ = resumeAtBlock() }
    let members = parseMembers(in: .machine)
    return MachineSyntax(
      doc: doc, isParallel: isParallel, name: name, label: label, conformances: conformances, members: members, span: span(from: start))
  }

  /// Goes on at the next item that begins a line.
  private mutating func recoverToItem(from start: Int) {
    isPanicking = false
    while kind != .endOfFile {
      if kind == .leftBrace {
        skipBlock()
        continue
      }
      let begins = [.machine, .use, .import].contains(keyword) || (keyword == .parallel && ahead(1).keyword == .machine)
      if index > start, begins, current.startsLine || lexemes[index - 1].kind == .rightBrace { return }
      advance()
    }
  }
}
