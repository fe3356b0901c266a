import Testing

@testable import VideoEditor

struct VideoEditorTests {
  private static let branches: [(VideoEditor.Event, String)] = [
    (.openTheme, "themes"), (.openMusic, "songs"), (.openClip, "thumbnails"), (.openEffect, "effects"), (.openFilter, "filters"),
  ]

  @Test func everyBranchGivesBackWhatItTook() throws {
    for (from, taken) in Self.branches {
      for (to, next) in Self.branches {
        var editor = try VideoEditor.start(clipCount: 1).machine
        _ = try editor.handle(from)
        #expect(try editor.handle(to) == [.release(taken), .acquire(next)])
      }
    }
  }

  @Test func theInnerToolIsClosedFirst() throws {
    var editor = try VideoEditor.start(clipCount: 1).machine
    _ = try editor.handle(.openClip)
    #expect(try editor.handle(.chooseTrim) == [.acquire("waveform")])
    #expect(try editor.handle(.openMusic) == [.release("waveform"), .release("thumbnails"), .acquire("songs")])
  }

  @Test func branchesShareTheProject() throws {
    var editor = try VideoEditor.start(clipCount: 3).machine
    _ = try editor.handle(.openClip)
    _ = try editor.handle(.select(clip: 2))
    _ = try editor.handle(.chooseSpeed)
    _ = try editor.handle(.drag(to: 2))
    #expect(try editor.handle(.openTheme).contains(.render("speed 2.0 for clip 2")))
    #expect(editor.hasUnsavedChanges)
    #expect(try editor.handle(.save) == [.writeProject])
    #expect(throws: VideoEditor.Rejection.self) { try editor.handle(.save) }
  }
}
