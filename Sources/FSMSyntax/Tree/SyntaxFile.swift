import FSMDiagnostics

/// One chart file exactly as written: declarations, tokens, and what could not be understood.
///
/// Trivia (blanks, line ends, comments) is what lies between the tokens, so nothing of the text is lost.
public struct SyntaxFile: Sendable {
  /// A member of a file, in the order written.
  public enum Item: Sendable {
    case importing(ImportSyntax)
    case use(UseSyntax)
    case machine(MachineSyntax)
  }

  public var file: FileID
  public var items: [Item]
  /// Every token, the closing `endOfFile` included.
  public var tokens: [Token]
  public var diagnostics: [Diagnostic]
  /// Where things stand that a chart of another format did not declare itself; that they are unused says nothing about the chart.
  public var assumed: Set<Span> = []

  public init(file: FileID, items: [Item], tokens: [Token], diagnostics: [Diagnostic]) {
    self.file = file
    self.items = items
    self.tokens = tokens
    self.diagnostics = diagnostics
  }

  public var imports: [ImportSyntax] { items.compactMap { if case .importing(let item) = $0 { item } else { nil } } }
  public var uses: [UseSyntax] { items.compactMap { if case .use(let item) = $0 { item } else { nil } } }
  public var machines: [MachineSyntax] { items.compactMap { if case .machine(let item) = $0 { item } else { nil } } }
}

/// A name as the chart writes it.
public struct Name: Sendable, Hashable {
  /// The name itself, without backticks.
  public var text: String
  /// Where it stands, backticks included.
  public var span: Span

  public init(_ text: String, _ span: Span) {
    self.text = text
    self.span = span
  }
}

/// A name with segments, as in `player.paused`.
public struct PathSyntax: Sendable, Hashable {
  public var segments: [Name]

  public init(segments: [Name]) { self.segments = segments }

  public var span: Span { segments[0].span.joined(with: segments[segments.count - 1].span) }
  /// The path as written, joined by dots.
  public var text: String { segments.map(\.text).joined(separator: ".") }
}

/// A string that holds no interpolation: a label, the name of a scenario or of a file.
public struct PlainStringSyntax: Sendable, Hashable {
  /// The characters meant, escapes resolved.
  public var value: String
  public var span: Span

  public init(value: String, span: Span) {
    self.value = value
    self.span = span
  }
}

/// `import Foundation`
public struct ImportSyntax: Sendable, Hashable {
  /// All of the declaration's text, as it goes to the top of the generated Swift: `import struct Foundation.Date`.
  public var text: String
  public var span: Span

  public init(text: String, span: Span) {
    self.text = text
    self.span = span
  }
}

/// `use "clip.fsm"`
public struct UseSyntax: Sendable, Hashable {
  public var path: PlainStringSyntax
  public var span: Span

  public init(path: PlainStringSyntax, span: Span) {
    self.path = path
    self.span = span
  }
}

/// `parallel machine Name "label": Conformance { … }`
public struct MachineSyntax: Sendable {
  /// The `///` lines before it, without slashes and the blank after them, joined by line ends.
  public var doc: String?
  public var isParallel: Bool
  public var name: Name
  public var label: PlainStringSyntax?
  /// What the generated type is instead of `Sendable, Hashable`; empty when the chart does not say.
  public var conformances: [TypeSyntax]
  public var members: [MemberSyntax]
  public var span: Span

  public init(
    doc: String?, isParallel: Bool, name: Name, label: PlainStringSyntax?, conformances: [TypeSyntax], members: [MemberSyntax], span: Span
  ) {
    self.doc = doc
    self.isParallel = isParallel
    self.name = name
    self.label = label
    self.conformances = conformances
    self.members = members
    self.span = span
  }
}

/// A Swift type as written; fsmc reasons about a few and passes the rest through.
public struct TypeSyntax: Sendable, Hashable {
  /// The type's text with comments left out and blanks reduced to one.
  public var text: String
  public var span: Span

  public init(text: String, span: Span) {
    self.text = text
    self.span = span
  }
}

/// What stands between the braces of a machine or a state.
public enum MemberSyntax: Sendable {
  // Only in a machine.
  case variable(VariableSyntax)
  case enumeration(EnumSyntax)
  case event(EventSyntax)
  case callable(CallableSyntax)
  case assertion(AssertionSyntax)
  case scenario(ScenarioSyntax)
  // In a machine or a state.
  case state(StateSyntax)
  case history(HistorySyntax)
  case choice(ChoiceSyntax)
  case initial(InitialSyntax)
  case reaction(ReactionSyntax)
  case hold(HoldSyntax)
  case activity(DoSyntax)
}
