import Testing

@testable import FSMGenerated

/// What a history brings back is entered as anything is, so a parallel state that comes back finished is done once more.
struct AuditTests {
  private func audit(_ events: Audit.Event...) throws -> Audit {
    var audit = Audit.start().machine
    for event in events { _ = try audit.handle(event) }
    return audit
  }

  @Test func aFinishedParallelStateComesBackDone() throws {
    var audit = try audit(.papers)
    #expect(try audit.handle(.cash) == [.log("checked")])
    #expect(try audit.handle(.pause) == [])
    #expect(try audit.handle(.resume) == [.log("checked")])
  }

  @Test func anUnfinishedOneDoesNot() throws {
    var audit = try audit(.papers, .pause)
    #expect(try audit.handle(.resume) == [])
    #expect(try audit.handle(.cash) == [.log("checked")])
  }

  /// The till was finished, and is left in the very step in which the books come back.
  @Test func regionsEnteredBehindTheHistoryCountAsTheyWillBe() throws {
    var audit = try audit(.papers, .cash)
    #expect(try audit.handle(.recount) == [])
    #expect(audit.isIn(.workChecksBooksPaperClosed) && audit.isIn(.workChecksBooksStampsMissing) && audit.isIn(.workChecksTillCounting))
    #expect(try audit.handle(.papers) == [])
    #expect(try audit.handle(.cash) == [.log("checked")])
  }
}
