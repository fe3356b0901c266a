import Testing

@testable import Login

@MainActor struct LoginTests {
  /// Answers by password alone.
  private struct Answers: Server {
    func signIn(user: String, password: String) async throws(Login.Problem) -> String {
      switch password {
      case "right": return "token"
      case "offline": throw .offline
      case "locked": throw .locked
      default: throw .wrongPassword
      }
    }
  }

  /// Answers only when it is told to give up.
  private struct Silence: Server {
    func signIn(user: String, password: String) async throws(Login.Problem) -> String {
      do { try await Task.sleep(for: .seconds(3600)) } catch { throw .offline }
      return "token"
    }
  }

  /// A page on which passwords have been tried.
  private func page(_ passwords: String...) async -> (page: LoginPage, login: Login.Host) {
    let page = LoginPage(server: Answers())
    let login = Login.Host(handlers: page)
    for password in passwords {
      login.send(.submit(user: "ada", password: password))
      while login.machine.isIn(.waiting) { await Task.yield() }
    }
    return (page, login)
  }

  @Test func theRightPasswordOpensTheDoor() async {
    let (page, login) = await page("right")
    #expect(login.state == .signedIn(token: "token"))
    #expect(page.messages == ["welcome, ada"])
    login.send(.signOut)
    #expect(login.state == .editing && login.machine.user == "")
  }

  @Test func theThirdWrongPasswordLocksForFiveMinutes() async {
    let (page, login) = await page("a", "b", "c", "right")
    #expect(page.messages == ["wrong password", "wrong password", "try again in five minutes"])
    #expect(login.state == .locked)
    // The machine itself is a value, which a test can let age.
    var machine = login.machine
    #expect(machine.nextDeadline.map { $0 <= .seconds(300) } == true)
    #expect(machine.advance(by: .seconds(300)) == [])
    #expect(machine.state == .editing)
  }

  @Test func noConnectionIsNobodysFault() async {
    let (_, login) = await page("offline", "offline", "offline")
    #expect(login.state == .editing && login.machine.failedAttempts == 0)
  }

  @Test func theServerMayLock() async {
    #expect(await page("locked").login.state == .locked)
  }

  @Test func whatThePageIsNotInTheStateForIsIgnored() async {
    let (page, login) = await page()
    login.send(.signOut)
    #expect(login.state == .editing && page.messages.isEmpty)
  }

  /// The request ends with an error when it is cancelled; by then nobody waits for it.
  @Test func aRequestThatWasCancelledIsForgotten() async {
    let page = LoginPage(server: Silence())
    let login = Login.Host(handlers: page)
    login.send(.submit(user: "ada", password: "right"))
    login.send(.cancel)
    for _ in 0..<100 { await Task.yield() }
    #expect(login.state == .editing && page.messages.isEmpty)
  }

  @Test func aSilentServerIsGivenUpAfterHalfAMinute() throws {
    var machine = Login.start().machine
    _ = try machine.handle(.submit(user: "ada", password: "right"))
    #expect(machine.advance(by: .seconds(29)) == [])
    #expect(machine.state == .waiting(password: "right"))
    #expect(machine.advance(by: .seconds(1)) == [.cancelSignIn(run: 1), .showMessage("the server does not answer")])
    #expect(machine.state == .editing)
  }
}
