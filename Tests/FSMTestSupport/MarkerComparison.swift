import FSMDiagnostics

/// What the markers of fixture files and the diagnostics of a compilation say against each other.
public enum MarkerComparison {
  /// Nothing when every diagnostic is marked and every marker is met; else a readable account, one paragraph a mismatch.
  ///
  /// The markers of all files of the compilation count, those of used files too.
  /// `written` is the first file with its markers, where the compiler got it without.
  public static func mismatches(_ diagnostics: [Diagnostic], in sources: SourceMap, written: SourceFile? = nil) -> [String] {
    var account: [String] = []
    var waiting = diagnostics.inReadingOrder
    for file in sources.files {
      let (markers, complaints) = Marker.parse(file.id == sources.files[0].id ? written ?? file : file)
      account += complaints
      for marker in markers {
        let met = waiting.firstIndex { $0.span.file == file.id && marker.isMet(by: Marker($0, in: sources)) }
        if let met { waiting.remove(at: met) } else { account.append(unmet(marker, in: file)) }
      }
    }
    return account + waiting.map { unmarked($0, in: sources) }
  }

  private static func unmet(_ marker: Marker, in file: SourceFile) -> String {
    let place = marker.line.map { "line \($0), columns \(marker.columns.lowerBound)-\(marker.columns.upperBound)" } ?? "the end of the file"
    return """
      \(file.path):\(marker.writtenOn): marked but not reported:
        \(marker.severity) \(marker.code): \(marker.message)
        at \(place)
      """
  }

  private static func unmarked(_ diagnostic: Diagnostic, in sources: SourceMap) -> String {
    let marker = Marker(diagnostic, in: sources)
    let place = marker.line == nil ? "//@end" : "//@\(marker.columns.lowerBound)-\(marker.columns.upperBound)"
    return """
      reported but not marked:
      \(TextRenderer().render(diagnostic, in: sources))its marker would be:
        \(place) \(marker.severity) \(marker.code): \(marker.message)
      """
  }
}
