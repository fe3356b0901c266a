/// Draws DOT with Graphviz's own program, where it is installed.
enum Graphviz {
  enum Failure: Error {
    case notInstalled(format: String)
    case notStarted(SystemError)
    case failed(status: Int32, text: String)

    var message: String {
      switch self {
      case .notInstalled(let format): "\(format) is drawn by Graphviz's `dot`, which is not installed"
      case .notStarted(let error): "Graphviz's `dot` cannot be started: \(error.message)"
      case .failed(let status, let text): "Graphviz's `dot` failed with status \(status): \(text)"
      }
    }

    var hint: String? {
      guard case .notInstalled = self else { return nil }
      return "install it with `apt install graphviz` or `brew install graphviz`, or use `--to dot`, which needs nothing"
    }
  }

  /// The picture in a format that `dot -T` knows.
  static func draw(_ dot: String, as format: String) throws(Failure) -> [UInt8] {
    guard let program = ChildProcess.find("dot") else { throw .notInstalled(format: format) }
    let result: ChildProcess.Result
    do throws(SystemError) {
      result = try ChildProcess.run(program, ["-T" + format], input: Array(dot.utf8))
    } catch {
      throw .notStarted(error)
    }
    guard result.status == 0 else {
      let text = String(decoding: result.errors.prefix(2000), as: UTF8.self).split(whereSeparator: \.isNewline).joined(separator: "; ")
      throw .failed(status: result.status, text: text)
    }
    return result.output
  }
}
