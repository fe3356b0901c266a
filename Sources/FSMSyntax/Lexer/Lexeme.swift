import FSMDiagnostics

/// A token as the parser sees it: with the keyword it may be and whether it is the first of its line.
///
/// Both take one byte that a `Token` leaves unused, so an array of lexemes is as small as one of tokens.
struct Lexeme: Sendable {
  var kind: Token.Kind
  /// What the word would be where a keyword can stand; `.none` for names in backticks and everything else.
  var keyword: Keyword
  /// True when only blanks and comments stand before it on its line.
  var startsLine: Bool
  var span: Span

  var token: Token { Token(kind: kind, span: span) }

  /// True for a token that the text does not have: a brace that closes a block left open.
  var isVirtual: Bool { kind == .rightBrace && span.start == span.end }

  /// True for a word that can be a name: in backticks, or not reserved.
  var isName: Bool { kind == .quotedIdentifier || (kind == .identifier && !keyword.isReserved) }
}
