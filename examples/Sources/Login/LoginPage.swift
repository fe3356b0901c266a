/// Whoever answers requests to sign in.
protocol Server: Sendable {
  func signIn(user: String, password: String) async throws(Login.Problem) -> String
}

/// The page around the machine: it hands events to it, and does what it asks for. Requests run as tasks.
@MainActor final class LoginPage {
  private(set) var login: Login
  private(set) var messages: [String] = []
  private let server: any Server
  private var request: Task<Void, Never>?

  init(server: any Server) {
    self.server = server
    login = Login.start().machine
  }

  /// Something the user did, or a request that has ended. What the page is not in the state for is ignored, as a disabled button is.
  func send(_ event: Login.Event) {
    guard let effects = try? login.handle(event) else { return }
    for effect in effects { perform(effect) }
  }

  /// Time has passed: an app calls this when `login.nextDeadline` is over.
  func advance(by time: Duration) {
    for effect in login.advance(by: time) { perform(effect) }
  }

  /// Waits until no request is going on.
  func settle() async { await request?.value }

  private func perform(_ effect: Login.Effect) {
    switch effect {
    case .showMessage(let text): messages.append(text)
    case .welcome(let user): messages.append("welcome, \(user)")
    case .startSignIn(let user, let password, let run):
      request = Task { send(await outcome(user, password, run)) }
    case .cancelSignIn: request?.cancel()
    }
  }

  /// The machine knows by the number of the run which request has ended; it drops what comes too late.
  private func outcome(_ user: String, _ password: String, _ run: Int) async -> Login.Event {
    do throws(Login.Problem) {
      return .signInDone(try await server.signIn(user: user, password: password), run: run)
    } catch {
      return .signInFailed(error, run: run)
    }
  }
}
