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

  private func page(_ passwords: String...) async -> LoginPage {
    let page = LoginPage(server: Answers())
    for password in passwords {
      page.send(.submit(user: "ada", password: password))
      await page.settle()
    }
    return page
  }

  @Test func theRightPasswordOpensTheDoor() async {
    let page = await page("right")
    #expect(page.login.state == .signedIn(token: "token"))
    #expect(page.messages == ["welcome, ada"])
    page.send(.signOut)
    #expect(page.login.state == .editing && page.login.user == "")
  }

  @Test func theThirdWrongPasswordLocksForFiveMinutes() async {
    let page = await page("a", "b", "c", "right")
    #expect(page.messages == ["wrong password", "wrong password", "try again in five minutes"])
    #expect(page.login.state == .locked && page.login.nextDeadline == .seconds(300))
    page.advance(by: .seconds(300))
    #expect(page.login.state == .editing)
  }

  @Test func noConnectionIsNobodysFault() async {
    let page = await page("offline", "offline", "offline")
    #expect(page.login.state == .editing && page.login.failedAttempts == 0)
  }

  @Test func theServerMayLock() async {
    #expect(await page("locked").login.state == .locked)
  }

  /// The request ends with an error when it is cancelled; by then nobody waits for it.
  @Test func aRequestThatWasCancelledIsForgotten() async {
    let page = LoginPage(server: Silence())
    page.send(.submit(user: "ada", password: "right"))
    page.send(.cancel)
    await page.settle()
    #expect(page.login.state == .editing && page.messages.isEmpty)
  }

  @Test func aSilentServerIsGivenUpAfterHalfAMinute() async {
    let page = LoginPage(server: Silence())
    page.send(.submit(user: "ada", password: "right"))
    page.advance(by: .seconds(29))
    #expect(page.login.state == .waiting(password: "right"))
    page.advance(by: .seconds(1))
    await page.settle()
    #expect(page.login.state == .editing && page.messages == ["the server does not answer"])
  }
}
