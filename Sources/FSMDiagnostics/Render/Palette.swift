/// The colours of a text report, as ANSI escape sequences, or none.
struct Palette: Sendable {
  /// What a piece of the report is.
  enum Role: Sendable {
    case severity(Diagnostic.Severity)
    case path, message, gutter, label, hint, fix
  }

  var isColoured: Bool

  /// The text in the colour of its role; unchanged without colour or when there is nothing to see.
  func paint(_ text: String, _ role: Role) -> String {
    guard isColoured, text.contains(where: { $0 != " " }) else { return text }
    return "\u{1B}[\(code(role))m\(text)\u{1B}[0m"
  }

  private func code(_ role: Role) -> String {
    switch role {
    case .severity(.error): "1;31"
    case .severity(.warning): "1;33"
    case .severity(.note): "1;36"
    case .path, .message: "1"
    case .gutter, .label: "34"
    case .hint: "36"
    case .fix: "32"
    }
  }
}
