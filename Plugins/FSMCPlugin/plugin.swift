import Foundation
import PackagePlugin

/// Compiles the charts among a target's sources whenever it is built: each `.fsm` file becomes Swift of the same module.
///
/// For example, in a package's manifest:
///
///     .target(name: "Door", plugins: [.plugin(name: "FSMCPlugin", package: "fsmc")])
///
/// Options of `fsmc compile` stand in a file beside the chart: `Door.options`, or `fsmc.options` for all charts of the target.
/// A chart's errors appear at its own lines. A chart is compiled again when it, a chart it uses, or fsmc itself has changed.
@main struct FSMCPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    guard let target = target as? SourceModuleTarget else { return [] }
    return try ChartCommands(
      charts: target.sourceFiles.map(\.url), folder: target.directoryURL, fsmc: context.tool(named: "fsmc").url,
      outputFolder: context.pluginWorkDirectoryURL
    ).commands()
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension FSMCPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      try ChartCommands(
        charts: target.inputFiles.map(\.url), folder: context.xcodeProject.directoryURL, fsmc: context.tool(named: "fsmc").url,
        outputFolder: context.pluginWorkDirectoryURL
      ).commands()
    }
  }
#endif
