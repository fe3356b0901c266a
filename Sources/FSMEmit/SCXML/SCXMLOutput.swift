import FSMDiagnostics
import FSMModel

/// Charts as W3C SCXML (Recommendation of 2015-09-01) with the ECMAScript data model: the same behaviour in any engine that follows it.
///
/// A chart is written whole or not at all. What SCXML has no counterpart for is reported: functions, activities and opaque values of the
/// program, data of states, deferred events, machines as states, and transitions that leave other states there than here. Actions become
/// `<log>` with the action's name as label and its arguments as text.
public enum SCXMLOutput {
  /// The document of one machine; nil where findings are errors.
  public static func render(_ chart: Chart, machine id: MachineID) -> (text: String?, diagnostics: [Diagnostic]) {
    var lowering = SCXMLLowering(chart[id])
    let document = lowering.document()
    guard !lowering.diagnostics.contains(where: { $0.severity == .error }) else { return (nil, lowering.diagnostics) }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    document.render(indent: 0, into: &text)
    return (text, lowering.diagnostics)
  }
}
