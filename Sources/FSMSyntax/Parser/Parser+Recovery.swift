import FSMDiagnostics

extension Parser {
  /// Goes on at the next member: one that begins a line, a `;`, or the end of this block.
  mutating func recoverToMember() {
    isPanicking = false
    isTooDeep = false
    while true {
      switch kind {
      case .rightBrace, .endOfFile, .semicolon: return
      case .leftBrace: skipBlock()
      default:
        if current.startsLine, mayBeMember(index) { return }
        advance()
      }
    }
  }

  /// True for a member's keyword that nothing behind it shows to be a name: a member, perhaps a broken one.
  private func mayBeMember(_ position: Int) -> Bool {
    guard Keyword.memberStarts.contains(lexemes[position].keyword) else { return false }
    switch lexemes[position + 1].kind {
    case .identifier, .quotedIdentifier, .string, .integer, .duration, .star, .leftBracket, .leftBrace, .arrow, .slash: return true
    case .colon: return lexemes[position].keyword == .entry || lexemes[position].keyword == .exit
    default: return looksLikeMember(position)
    }
  }

  /// Goes on at the next branch: a guard or an `else` that begins a line, or the end of this block.
  mutating func recoverToBranch() {
    isPanicking = false
    while true {
      switch kind {
      case .rightBrace, .endOfFile: return
      case .leftBrace: skipBlock()
      default:
        if current.startsLine, kind == .leftBracket || keyword == .else { return }
        advance()
      }
    }
  }

  /// After an error: goes on at a lexeme of this kind if one stands further on in the line, before the member ends.
  ///
  /// For example, a guard that cannot be read is skipped to its `]`, and its effects and target are still understood.
  mutating func resume(at wanted: Token.Kind) -> Bool {
    guard isPanicking, !isTooDeep else { return false }
    var next = index
    while next < lexemes.count {
      let lexeme = lexemes[next]
      if lexeme.startsLine, next > index || lexeme.kind != wanted { return false }
      if lexeme.kind == wanted {
        index = next
        isPanicking = false
        return true
      }
      switch lexeme.kind {
      case .leftBrace, .rightBrace, .semicolon, .endOfFile: return false
      default: next += 1
      }
    }
    return false
  }

  /// After an error in a guard: goes on at its own `]`, if it stands on the same line.
  mutating func resumeBehindGuard(from start: Int) -> Bool {
    guard isPanicking, !isTooDeep else { return false }
    var open = 0
    var next = start
    while next < lexemes.count, next == start || !lexemes[next].startsLine {
      switch lexemes[next].kind {
      case .leftBracket: open += 1
      case .rightBracket: open -= 1
      case .leftBrace, .rightBrace, .semicolon, .endOfFile: return false
      default: break
      }
      next += 1
      guard open <= 0, next > index else { continue }
      index = next
      isPanicking = false
      return true
    }
    return false
  }

  /// Moves behind the `}` of the block that begins here.
  mutating func skipBlock() {
    index = max(index, Int(partner[index]))
    advance()
  }

  /// True when the lexeme begins a member beyond doubt: a keyword with what can follow it.
  func looksLikeMember(_ position: Int) -> Bool {
    guard position < lexemes.count - 1 else { return false }
    let next = lexemes[position + 1]
    let isApart = next.span.start > lexemes[position].span.end
    switch lexemes[position].keyword {
    case .let, .var, .event, .enum, .action, .func, .activity, .choice, .history, .state, .do, .defer: return next.isName
    case .private: return next.keyword == .event
    case .deep: return next.keyword == .history
    case .final, .parallel: return [.state, .initial, .final, .parallel].contains(next.keyword)
    case .initial:
      return [.state, .choice, .final, .parallel].contains(next.keyword) || next.kind == .slash || next.kind == .arrow
    case .entry, .exit: return next.kind == .slash
    case .always, .done: return [.slash, .arrow, .leftBrace].contains(next.kind) || (next.kind == .leftBracket && isApart)
    case .on, .ignore: return next.isName || next.kind == .star
    case .after: return next.isName || next.kind == .duration || (next.kind == .leftParenthesis && isApart)
    case .assert: return next.keyword == .never || next.keyword == .always
    case .scenario: return next.kind == .string
    default: return false
    }
  }

  /// True where a list of declarations or effects has ended: at a member's keyword, a `}`, a `;` or the end of the file.
  var isAtMemberEnd: Bool {
    switch kind {
    case .rightBrace, .semicolon, .endOfFile: true
    default: Keyword.memberStarts.contains(keyword)
    }
  }
}
