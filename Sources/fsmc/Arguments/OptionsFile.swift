/// A file with words for the command line, which stands for them as `@FILE`: what a build has to say about a chart is kept beside it.
///
/// Words are separated by blanks and line ends, and a line that begins with `#` is a comment. For example, `Door.options`:
///
///     # The door is saved when the app ends.
///     --codable --host observable
enum OptionsFile {
  /// The words with those of files in place of `@FILE`; what follows `--` is left alone, and so is what stands in such a file.
  ///
  /// - Throws: a file that cannot be read.
  static func expand(_ words: ArraySlice<String>) throws(UsageError) -> [String] {
    var all: [String] = []
    for (index, word) in words.enumerated() {
      if word == "--" { return all + words.dropFirst(index) }
      guard word.hasPrefix("@"), word.count > 1 else {
        all.append(word)
        continue
      }
      all += try self.words(in: String(word.dropFirst()))
    }
    return all
  }

  private static func words(in path: String) throws(UsageError) -> [String] {
    let contents: FileReader.Contents
    do throws(FileReader.Failure) {
      contents = try FileReader.contents(ofFile: path)
    } catch {
      throw UsageError("cannot read options from \(path): \(error.message)", status: .fileTrouble)
    }
    let lines = String(decoding: contents.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.map { $0.split(whereSeparator: \.isWhitespace) }.filter { $0.first?.hasPrefix("#") != true }.flatMap {
      $0.map(String.init)
    }
  }
}
