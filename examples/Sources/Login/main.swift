// Somebody signs in, at the second attempt.

/// A server that knows one user.
struct DemoServer: Server {
  func signIn(user: String, password: String) async throws(Login.Problem) -> String {
    guard user == "ada", password == "1852" else { throw .wrongPassword }
    return "token of \(user)"
  }
}

let page = LoginPage(server: DemoServer())
let login = Login.Host(handlers: page)
let attempts: [Login.Event] = [
  .submit(user: "ada", password: ""), .submit(user: "ada", password: "1815"), .submit(user: "ada", password: "1852"),
]
for attempt in attempts {
  print(attempt)
  login.send(attempt)
  // A view would be told when `login.state` changes; here somebody has to wait for the server.
  while login.machine.isIn(.waiting) { await Task.yield() }
  print("  \(login.state), \(page.messages.last ?? "")")
}
