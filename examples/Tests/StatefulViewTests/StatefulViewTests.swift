import Testing

@testable import StatefulView

struct StatefulViewTests {
  @Test func opacityExistsOnlyWhileDisabled() throws {
    var view = StatefulView.start()
    #expect(view.state == .normal && view.alpha == 1)
    try view.handle(.setDisabled(opacity: 0.25))
    #expect(view.state == .disabled(opacity: 0.25) && view.alpha == 0.25)
    try view.handle(.setHighlighted(color: .amber))
    #expect(view.state == .highlighted(color: .amber) && view.alpha == 1)
  }

  @Test func opacityChangesInPlace() throws {
    var view = StatefulView.start()
    try view.handle(.setDisabled(opacity: 0.25))
    try view.handle(.fade(by: 0.5))
    #expect(view.state == .disabled(opacity: 0.75))
    #expect(throws: StatefulView.Rejection.self) { try view.handle(.fade(by: 0.5)) }
    #expect(view.state == .disabled(opacity: 0.75))
  }

  @Test func everyLookCanBeSetAgain() throws {
    var view = StatefulView.start()
    for opacity: Float in [0, 0.5, 0.5, 1] {
      try view.handle(.setDisabled(opacity: opacity))
      #expect(view.alpha == opacity)
    }
    try view.handle(.setNormal)
    try view.handle(.setNormal)
    #expect(view.state == .normal)
  }

  @Test func onlyADisabledViewFades() {
    var view = StatefulView.start()
    let error = #expect(throws: StatefulView.Rejection.self) { try view.handle(.fade(by: 0.1)) }
    #expect(error?.reason == .unhandled)
  }
}
