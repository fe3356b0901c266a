/// Whoever answers requests to sign in.
protocol Server: Sendable {
  func signIn(user: String, password: String) async throws(Login.Problem) -> String
}

/// The page as the machine's host knows it: what it shows, and how it asks the server. When a request starts, that it is cancelled, and how
/// long it may take is the machine's affair, and its host sees to it.
@MainActor final class LoginPage: Login.Host.Handlers {
  private(set) var messages: [String] = []
  private let server: any Server

  init(server: any Server) { self.server = server }

  func showMessage(_ text: String) { messages.append(text) }

  func welcome(_ user: String) { messages.append("welcome, \(user)") }

  func signIn(user: String, password: String) async throws(Login.Problem) -> String {
    try await server.signIn(user: user, password: password)
  }

  /// What the page is not in the state for is ignored, as a disabled button is.
  func rejected(_ rejection: Login.Rejection) {}
}
