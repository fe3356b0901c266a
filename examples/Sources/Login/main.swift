// Somebody signs in, at the second attempt.

/// A server that knows one user.
struct DemoServer: Server {
  func signIn(user: String, password: String) async throws(Login.Problem) -> String {
    guard user == "ada", password == "1852" else { throw .wrongPassword }
    return "token of \(user)"
  }
}

let page = LoginPage(server: DemoServer())
let attempts: [Login.Event] = [
  .submit(user: "ada", password: ""), .submit(user: "ada", password: "1815"), .submit(user: "ada", password: "1852"),
]
for attempt in attempts {
  print(attempt)
  page.send(attempt)
  await page.settle()
  print("  \(page.login.state), \(page.messages.last ?? "")")
}
