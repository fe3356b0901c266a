// swift-tools-version: 6.2
import Foundation
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// The charts and pictures beside the generated Swift that the tests compile, folders for the options of `fsmc compile` included.
let besideGenerated =
  (try? FileManager.default.subpathsOfDirectory(atPath: Context.packageDirectory + "/Tests/Fixtures/emit"))?
  .filter { $0.contains(".") && !$0.hasSuffix(".swift") }.sorted() ?? []

let package = Package(
  name: "fsmc",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "fsmc", targets: ["fsmc"]),
    .plugin(name: "FSMCPlugin", targets: ["FSMCPlugin"]),
  ],
  targets: [
    .target(name: "FSMDiagnostics", swiftSettings: strict),
    .target(name: "FSMSyntax", dependencies: ["FSMDiagnostics"], swiftSettings: strict),
    .target(name: "FSMModel", dependencies: ["FSMDiagnostics"], swiftSettings: strict),
    .target(name: "FSMAnalysis", dependencies: ["FSMDiagnostics", "FSMSyntax", "FSMModel"], swiftSettings: strict),
    .target(name: "FSMImport", dependencies: ["FSMDiagnostics", "FSMSyntax"], swiftSettings: strict),
    .target(name: "FSMSimulate", dependencies: ["FSMDiagnostics", "FSMModel"], swiftSettings: strict),
    .target(
      name: "FSMProof", dependencies: ["FSMDiagnostics", "FSMModel", "FSMAnalysis", "FSMSimulate"], swiftSettings: strict),
    .target(name: "FSMEmit", dependencies: ["FSMDiagnostics", "FSMModel"], swiftSettings: strict),
    .target(
      name: "FSMCompiler",
      dependencies: ["FSMDiagnostics", "FSMSyntax", "FSMImport", "FSMModel", "FSMAnalysis", "FSMSimulate", "FSMProof", "FSMEmit"],
      swiftSettings: strict),
    .executableTarget(
      name: "fsmc", dependencies: ["FSMDiagnostics", "FSMImport", "FSMModel", "FSMSimulate", "FSMEmit", "FSMCompiler"],
      swiftSettings: strict),
    .plugin(name: "FSMCPlugin", capability: .buildTool(), dependencies: ["fsmc"]),

    .target(
      name: "FSMTestSupport",
      dependencies: ["FSMDiagnostics", "FSMSyntax", "FSMImport", "FSMModel", "FSMAnalysis", "FSMSimulate", "FSMCompiler"],
      path: "Tests/FSMTestSupport", swiftSettings: strict),
    .testTarget(name: "FSMDiagnosticsTests", dependencies: ["FSMDiagnostics", "FSMTestSupport"], swiftSettings: strict),
    .testTarget(name: "FSMSyntaxTests", dependencies: ["FSMDiagnostics", "FSMSyntax", "FSMTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "FSMModelTests", dependencies: ["FSMDiagnostics", "FSMModel", "FSMCompiler", "FSMTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "FSMAnalysisTests",
      dependencies: ["FSMDiagnostics", "FSMSyntax", "FSMModel", "FSMAnalysis", "FSMCompiler", "FSMTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "FSMSimulateTests",
      dependencies: ["FSMDiagnostics", "FSMSyntax", "FSMModel", "FSMAnalysis", "FSMSimulate", "FSMTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "FSMProofTests",
      dependencies: ["FSMDiagnostics", "FSMModel", "FSMAnalysis", "FSMSimulate", "FSMProof", "FSMEmit", "FSMCompiler", "FSMTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "FSMImportTests",
      dependencies: [
        "FSMDiagnostics", "FSMSyntax", "FSMModel", "FSMAnalysis", "FSMSimulate", "FSMImport", "FSMCompiler", "FSMTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "FSMDiagnostics", "FSMSyntax", "FSMModel", "FSMAnalysis", "FSMSimulate", "FSMImport", "FSMCompiler", "FSMTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FSMEmitTests",
      dependencies: ["FSMDiagnostics", "FSMSyntax", "FSMModel", "FSMAnalysis", "FSMEmit", "FSMCompiler", "FSMTestSupport"],
      swiftSettings: strict),
    .testTarget(name: "FSMCompilerTests", dependencies: ["FSMDiagnostics", "FSMCompiler", "FSMTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "DifferentialTests",
      dependencies: ["FSMDiagnostics", "FSMSyntax", "FSMImport", "FSMModel", "FSMAnalysis", "FSMSimulate", "FSMEmit", "FSMTestSupport"],
      swiftSettings: strict),
    .target(name: "FSMGenerated", path: "Tests/Fixtures/emit", exclude: besideGenerated, swiftSettings: strict),
    .testTarget(name: "GeneratedTests", dependencies: ["FSMGenerated"], swiftSettings: strict),
    .testTarget(
      name: "fsmcTests", dependencies: ["fsmc", "FSMDiagnostics", "FSMModel", "FSMSimulate", "FSMCompiler", "FSMTestSupport"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
