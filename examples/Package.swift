// swift-tools-version: 6.2
import PackageDescription

/// Compiles the chart among a target's sources whenever the target is built.
let charts: [Target.PluginUsage] = [.plugin(name: "FSMCPlugin", package: "fsmc")]

let package = Package(
  name: "examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "fsmc", path: "..")],
  targets: ["Inbox", "SaleMachine", "StatefulView", "VideoEditor", "Checkout", "Player", "TrafficLight", "Login"].flatMap { name in
    [
      // A chart, and a program that runs it.
      Target.executableTarget(name: name, plugins: charts),
      Target.testTarget(name: "\(name)Tests", dependencies: [.byName(name: name)]),
    ]
  },
  swiftLanguageModes: [.v6]
)
