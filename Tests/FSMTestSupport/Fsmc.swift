import Foundation

/// The built command line, run as a user runs it.
public enum Fsmc {
  /// The program that was built with these tests: it lies beside the test bundle.
  public static let tool = Tool(path: productsFolder.appendingPathComponent("fsmc").path)

  private static var productsFolder: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    // On Linux the bundle is the running program itself.
    let program = bundle ?? URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
    return program.deletingLastPathComponent()
  }

  /// Runs fsmc in a folder; colours and other wishes of the environment are off unless given.
  public static func run(
    _ arguments: [String], input: String = "", in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> Tool.Result {
    let plain = ["NO_COLOR": "", "TERM": "dumb"].merging(environment) { $1 }
    return try tool.run(arguments, input: Array(input.utf8), in: folder.url, environment: plain)
  }
}
