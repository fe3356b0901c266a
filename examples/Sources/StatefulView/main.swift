// A view that looks as its state says.

extension StatefulView {
  /// What a renderer would ask: opaque unless the view is disabled, and then as its state says.
  var alpha: Float {
    if case .disabled(let opacity) = state { opacity } else { 1 }
  }
}

var view = StatefulView.start()
print("at first \(view.state), alpha \(view.alpha)")

let wishes: [StatefulView.Event] = [
  .fade(by: 0.25), .setDisabled(opacity: 0.25), .fade(by: 0.5), .fade(by: 0.5), .setDisabled(opacity: 0.5), .setHighlighted(color: .red),
  .setHighlighted(color: .green), .setNormal,
]
for wish in wishes {
  do {
    try view.handle(wish)
    print("\(wish): \(view.state), alpha \(view.alpha)")
  } catch {
    print("\(wish): refused while \(error.state)")
  }
}
