/// Paths as text; no file is looked at.
enum FilePath {
  /// The folder part: `a/b.fsm` gives `a`, `b.fsm` gives the empty text, `/b.fsm` gives `/`.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A path relative to a folder; an absolute one stays as it is, leading `./` goes.
  static func join(_ folder: String, _ path: String) -> String {
    if path.hasPrefix("/") { return path }
    var rest = path[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
    if folder.isEmpty { return String(rest) }
    return folder.hasSuffix("/") ? folder + rest : folder + "/" + rest
  }

  /// The path without `.`, doubled slashes, and `..` behind a name: what makes two spellings one where nothing better is known.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
