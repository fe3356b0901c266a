import FSMAnalysis
import FSMDiagnostics
import FSMModel
import FSMSyntax

/// One chart taken through every stage: this is the compiler's table of contents.
///
/// Each stage returns what it understood together with what went wrong, so a chart with mistakes still has a syntax tree, an outline and
/// a picture. Nothing here touches a file: the caller hands over bytes, and a closure that finds the files the chart uses.
public struct Compilation: Sendable {
  /// The chart's file, then those it uses, each once.
  public let sources: SourceMap
  /// The language of the chart's file.
  public let format: ChartFormat
  /// The syntax of each file, in the same order.
  public let files: [SyntaxFile]
  /// What the files mean; in part only when there are errors.
  public let chart: Chart
  /// Everything found, in reading order. Errors of one stage hide the findings of later ones, which would repeat them in other words.
  public let diagnostics: [Diagnostic]
  /// What was found and is allowed by comments.
  let allowed: [Diagnostic]
  /// Those comments.
  let allowances: Allowances
  /// True when syntax and names are right, so that `chart` is the whole chart; the checks may still have found errors.
  public let isUnderstood: Bool

  /// Compiles a chart.
  ///
  /// - Parameters:
  ///   - input: The chart's file.
  ///   - load: Finds a file that a chart uses.
  public init(_ input: SourceInput, loading load: (UsedFile) -> LoadedFile = { _ in .missing }) {
    // 1. Bytes to syntax trees, the used files' included.
    let reading = Reading(input, loading: load)
    sources = reading.sources
    format = input.format
    files = reading.files

    // 2. Names to what they name.
    let resolution = Resolution.resolve(reading.files)
    chart = resolution.chart

    // 3. What the stages found; the checks look at a chart that is understood whole.
    var found = reading.diagnostics
    if !found.hasErrors { found += resolution.diagnostics }
    isUnderstood = !found.hasErrors
    if isUnderstood { found += Checks.run(on: chart) }

    // 4. What the chart allows, with a reason.
    var allowances = Allowances(reading.files, sources)
    let (kept, allowed) = allowances.apply(to: found.fitting(reading.formats, reading.files))
    let unused = kept.hasErrors ? [] : allowances.unused { $0.stage == .compiling }
    diagnostics = (kept + allowances.problems + unused).inReadingOrder
    (self.allowed, self.allowances) = (allowed, allowances)
  }

  /// True when the chart has errors, and so no Swift.
  public var hasErrors: Bool { diagnostics.hasErrors }

  /// The files the chart uses, directly or through others, as messages show their paths.
  public var usedPaths: [String] { sources.files.dropFirst().map(\.path) }
}

/// The file to compile.
public struct SourceInput: Sendable {
  /// As messages and `#sourceLocation` show it; used files are found relative to its folder.
  public var path: String
  public var bytes: [UInt8]
  /// What tells one file from another whatever path leads to it; nil where only the path does.
  public var identity: String?
  /// The language it is written in.
  public var format: ChartFormat

  /// - Parameter format: Nil for the language that the path's ending says.
  public init(path: String, bytes: [UInt8], identity: String? = nil, format: ChartFormat? = nil) {
    (self.path, self.bytes, self.identity) = (path, bytes, identity)
    self.format = format ?? ChartFormat(path: path)
  }
}

/// A file that a chart uses.
public struct UsedFile: Sendable {
  /// The path to look at: what the chart writes, joined to the folder of the chart that writes it.
  public var path: String
}

/// What was found at a path.
public enum LoadedFile: Sendable {
  case found(bytes: [UInt8], identity: String?)
  case missing
  /// There, but not to be read; the reason in words: "permission denied".
  case unreadable(String)
}
