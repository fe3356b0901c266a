/// What each code means, at the length of a short page: `fsmc explain FSM201` prints it.
///
/// One file holds the entries of one hundred, in the order of their numbers. A new code gets its entry there; a test fails while
/// it has none.
public enum Manual {
  /// One page.
  public struct Entry: Sendable {
    public let code: DiagnosticCode
    /// A few words that name what is wrong, lower case: "unknown name".
    public let title: String
    /// What it means, a small chart that shows it, how to mend it. Paragraphs, with charts indented by four blanks.
    public let text: String

    init(_ code: DiagnosticCode, _ title: String, _ text: String) {
      self.code = code
      self.title = title
      self.text = text
    }
  }

  /// All entries, by number.
  public static let entries: [Entry] = files + syntax + names + types + structure + determinism + unused + scenarios + foreign + outputs

  /// The entry of a code; nil when none has been written.
  public static func entry(for code: DiagnosticCode) -> Entry? {
    entries.first { $0.code == code }
  }
}

extension DiagnosticCode {
  /// A few words that name what is wrong: "unknown name".
  public var title: String { Manual.entry(for: self)?.title ?? rawValue }

  /// Finds a code as people type it: `FSM201`, `fsm201`, `201`, `[FSM201]`.
  public init?(typed text: String) {
    let digits = text.filter(\.isNumber)
    let letters = text.filter(\.isLetter).uppercased()
    guard letters.isEmpty || letters == "FSM", let code = DiagnosticCode(rawValue: "FSM" + digits) else { return nil }
    self = code
  }
}
