// A walk through the branches of a video editor.

/// Counts what is loaded, to show that every branch gives back what it took.
struct Workbench: VideoEditor.Actions {
  private(set) var loaded: [String] = []

  mutating func acquire(_ resource: String) {
    loaded.append(resource)
    print("  loads \(resource)")
  }
  mutating func release(_ resource: String) {
    loaded.removeAll { $0 == resource }
    print("  frees \(resource)")
  }
  mutating func render(_ change: String) { print("  renders \(change)") }
  mutating func writeProject() { print("  writes the project") }
}

var workbench = Workbench()
print("the page opens with three clips")
var editor = try VideoEditor.start(clipCount: 3, performing: &workbench)

let session: [VideoEditor.Event] = [
  .apply(name: "Sunset"), .openClip, .select(clip: 1), .chooseSpeed, .drag(to: 2), .chooseTrim, .drag(to: 1.5), .openMusic,
  .apply(name: "Waltz"), .openClip, .closeTool, .deleteClip, .save, .save,
]
for event in session {
  print(event)
  do {
    try editor.handle(event, performing: &workbench)
  } catch {
    print("  refused in \(error.state)")
  }
}
print("in the end: \(editor.state), \(editor.clipCount) clips, loaded: \(workbench.loaded)")
