import FSMAnalysis
import FSMDiagnostics
import FSMModel
import FSMSimulate
import FSMSyntax

@testable import FSMEmit

/// A chart without errors, ready to be interpreted and emitted.
struct Specimen: Sendable {
  let text: String
  let chart: Chart
  let assembly: Assembly
  let sources: SourceMap
  /// With the machine that it uses written inside.
  let whole: Inlining
  /// What the generated machine calls its activities.
  let runs: RunNames

  var machine: Machine { whole.machine }
  /// What Swift output cannot carry.
  var refused: [Diagnostic] { SwiftCarries.check(chart) }

  /// A line of the chart that asks for a machine which can be observed.
  static let observing = "// observed"
  var isObserved: Bool { text.contains(Self.observing) }

  /// The generated Swift of the machine under another name.
  func swift(named name: String) -> String {
    SwiftOutput.render(chart, sources, SwiftOptions(name: name, codable: true, observed: isObserved))
  }

  /// Where a span is, as the table of transitions says it.
  func place(of span: Span) -> String {
    (sources[span.file].path == "part.fsm" ? "part.fsm " : "") + "line \(sources[span.file].line(at: span.start))"
  }

  /// What became of a text: a specimen, or the errors that stand in the way.
  enum Reading {
    case sound(Specimen)
    case errors([Diagnostic], SourceMap)
  }

  static func read(_ text: String) -> Reading {
    var sources = SourceMap()
    // The other machine has a file of its own, so that the output is one machine.
    let cut = text.firstRange(of: "\nmachine Part {").map { text.index(after: $0.lowerBound) } ?? text.endIndex
    var ids = [sources.add(path: "chance.fsm", bytes: Array(text[..<cut].utf8))]
    if cut < text.endIndex { ids.append(sources.add(path: "part.fsm", bytes: Array(text[cut...].utf8))) }
    let files = ids.map { SyntaxFile(parsing: sources[$0]) }
    let analysis = Analysis.analyze(files)
    let errors = analysis.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty, let assembly = Assembly(analysis.chart, machine: MachineID(0)),
      let whole = Inlining(MachineID(0), in: analysis.chart),
      let context = SwiftOutput.contexts(analysis.chart, sources, SwiftOptions()).first
    else { return .errors(errors, sources) }
    let names = whole.machine.states.map { whole.machine.pathName(of: $0.id) }
    precondition(names == assembly.nodes.map { assembly.pathName(of: $0.id) }, "one tree, and two numberings of it")
    let runs = RunNames(context, whole, assembly)
    return .sound(Specimen(text: text, chart: analysis.chart, assembly: assembly, sources: sources, whole: whole, runs: runs))
  }

  /// Leaves out what errors point at until none is left; nil where that does not come to an end, or nothing worth trying is left.
  static func mended(_ piece: ChartPiece, rounds: Int = 12, note: (DiagnosticCode) -> Void = { _ in }) -> (ChartPiece, Specimen)? {
    var piece = piece
    for _ in 0..<rounds {
      let (text, paths) = piece.rendered()
      switch read(text) {
      case .sound(let specimen):
        return specimen.machine.events.contains { !$0.isPrivate } ? (piece, specimen) : nil
      case .errors(let errors, let sources):
        for error in errors { note(error.code) }
        let length = text.firstRange(of: "\nmachine Part {").map { text[...$0.lowerBound].count { $0 == "\n" } } ?? 0
        let lines = errors.map {
          sources[$0.span.file].line(at: $0.span.start) - 1 + (sources[$0.span.file].path == "part.fsm" ? length : 0)
        }
        let hit = Set(lines.compactMap { paths.indices.contains($0) ? paths[$0] : nil }).filter { !$0.isEmpty }
        if hit.isEmpty { return nil }
        // Last first, so that the ways to the others stay right; what lies inside another that goes, goes with it.
        for path in hit.sorted(by: { $1.lexicographicallyPrecedes($0) }) { piece.remove(at: path) }
      }
    }
    return nil
  }
}
