/// Paths as text; no file is looked at.
enum Path {
  /// The folder part of a path: `a/b.fsm` gives `a`, `b.fsm` gives `.`, `/b.fsm` gives `/`.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path: `a/b.fsm` gives `b.fsm`.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// What follows the last dot of the name; nil when there is none: `a/b.fsm` gives `fsm`, `.fsm` gives nil.
  static func pathExtension(of path: String) -> String? {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return String(name[name.index(after: dot)...])
  }

  /// The path with another extension: `a/b.fsm` gives `a/b.swift`.
  static func replacingExtension(of path: String, with new: String) -> String {
    guard let old = pathExtension(of: path) else { return path + "." + new }
    return String(path.dropLast(old.count)) + new
  }

  /// A path relative to a folder: `join("a", "b.fsm")` is `a/b.fsm`, `join(".", "b.fsm")` is `b.fsm`.
  static func join(_ folder: String, _ path: String) -> String {
    if path.hasPrefix("/") || folder == "." || folder.isEmpty { return path }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }
}
