import FSMCompiler
import FSMDiagnostics
import FSMEmit

/// `fsmc compile machine.fsm`: charts to Swift.
struct CompileCommand {
  static let description = CommandDescription(
    name: "compile", summary: "Compile charts to Swift.", usage: "compile FILE... [options]",
    notes: """
      Without -o each chart's Swift is written beside it: machine.fsm gives machine.swift. `-` as FILE reads standard input and writes
      standard output. A file is written only when it differs, whole or not at all; a chart with errors leaves it alone. With --tests the
      chart's scenarios are written as tests for Swift Testing, machineTests.swift, instead of the machine.
      """,
    options: [
      Option("output", "o", value: "FILE|DIR|-", help: "where to write: a file, a folder, or `-` for standard output"),
      Option(
        "access", value: "LEVEL", choices: ["internal", "package", "public"], help: "who may use the generated type; internal unless said"),
      Option("name", value: "NAME", help: "the generated type's name instead of the machine's"),
      Option("codable", help: "make the machine Codable: its state by path, data, variables, history and the time left to timers"),
      Option(
        "host", value: "HOST", choices: SwiftOptions.Host.allCases.map(\.rawValue),
        help: "add a host, which queues events, performs effects, runs activities and sleeps for timers"),
      Option("no-source-location", help: "leave out #sourceLocation, which points swiftc's errors into the chart"),
      Option("observer", help: "let actions hear of states left and entered and of transitions taken, and list the transitions"),
      Option("tests", help: "write the chart's scenarios as Swift tests, instead of the machine"),
      Option("module", value: "NAME", help: "with --tests: the module that has the machine, to be imported"),
      Option("check", help: "write nothing; fail when a file on disk differs from what would be written"),
      Option("depfile", value: "FILE", help: "write which charts each output depends on, for Make and Ninja"),
      .planned("inlinable"),
    ] + .common)

  private let jobs: [CompileJob]
  private let arguments: Arguments
  private let options: SwiftOptions
  private let writesTests: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    let inputs = try arguments.files(for: "compile")
    self.arguments = arguments
    writesTests = arguments.has("tests")
    jobs = try CompileJob.plan(inputs, output: arguments.value("output"), suffix: writesTests ? "Tests" : "")
    options = SwiftOptions(
      access: arguments.value("access").flatMap(SwiftOptions.Access.init) ?? .internal, name: arguments.value("name"),
      sourceLocations: !arguments.has("no-source-location"), codable: arguments.has("codable"),
      host: arguments.value("host").flatMap(SwiftOptions.Host.init), observed: arguments.has("observer"))
    if arguments.value("module") != nil, !writesTests {
      throw UsageError("`--module` says what tests import, so it needs `--tests`", command: "compile")
    }
    if options.name != nil, jobs.count > 1 {
      throw UsageError("`--name` names one machine, and several charts are given", command: "compile")
    }
    if jobs.contains(where: { $0.output == nil }), let option = ["check", "depfile"].first(where: arguments.has) {
      throw UsageError("`--\(option)` needs an output file, and the output is standard output", command: "compile")
    }
    if arguments.has("check"), arguments.has("depfile") {
      throw UsageError("`--check` writes nothing, so it cannot be given with `--depfile`", command: "compile")
    }
  }

  func run() throws(UsageError) -> ExitStatus {
    var reporter = Reporter(arguments)
    var reader = ChartReader(arguments)
    // Everything is read before anything is written, so that no output can change what is yet to be read.
    var results: [(job: CompileJob, compilation: Compilation, swift: String)] = []
    for job in jobs {
      guard let compilation = reader.compile(job.input, reporter: &reporter) else { continue }
      let (swift, found) = swift(of: compilation)
      let hasErrors = reporter.report(compilation.diagnostics + found, in: compilation.sources)
      if writesTests, swift == nil, !hasErrors { reporter.say(done: "\(job.input): no scenarios, so no tests") }
      guard let swift, !hasErrors else { continue }
      if options.name != nil, compilation.ownMachines.count > 1 {
        throw UsageError("`--name` names one machine, and \(job.input) has \(compilation.ownMachines.count)", command: "compile")
      }
      results.append((job, compilation, swift))
    }
    let outputs = Outputs(inputs: reader.identities)
    var rules: [DependencyFile.Rule] = []
    for (job, compilation, swift) in results {
      deliver(swift, of: compilation, job, outputs, &reporter)
      if let output = job.output { rules.append(.init(output: output, inputs: compilation.sources.files.map(\.path))) }
    }
    if let path = arguments.value("depfile"), reporter.status == .fine {
      _ = outputs.write(Array(DependencyFile.text(rules).utf8), to: path, &reporter)
    }
    // The process ends next: to take apart what was compiled would take longer than to write it out.
    for (_, compilation, _) in results { _ = Unmanaged.passRetained(Kept(compilation)) }
    return reporter.finish()
  }

  private func swift(of compilation: Compilation) -> (text: String?, diagnostics: [Diagnostic]) {
    guard writesTests else { return compilation.swift(options) }
    return compilation.swiftTests(.init(module: arguments.value("module"), swift: options))
  }

  private func deliver(_ swift: String, of compilation: Compilation, _ job: CompileJob, _ outputs: Outputs, _ reporter: inout Reporter) {
    let bytes = Array(swift.utf8)
    guard let output = job.output else { return reporter.result(bytes) }
    if arguments.has("check") {
      if outputs.isUpToDate(bytes, output) { return reporter.say(done: "\(output) is up to date") }
      let trouble = FileStatus(path: output) == nil ? "is missing" : "is out of date"
      return reporter.problem(
        "\(output) \(trouble)", file: output, hint: "`fsmc compile \(job.input)\(writesTests ? " --tests" : "")` writes it",
        status: .findings)
    }
    switch outputs.write(bytes, to: output, &reporter) {
    case .written(let isNew):
      reporter.say(done: "wrote \(output)")
      if isNew, jobs.count == 1, !writesTests { reporter.say(done: nextStep(for: compilation, job)) }
    case .unchanged: reporter.say(done: "\(output) is up to date")
    case .failed: break
    }
  }

  /// What somebody who has just compiled a first chart would do now.
  private func nextStep(for compilation: Compilation, _ job: CompileJob) -> String {
    let name = options.name ?? compilation.ownMachines.first?.name ?? ""
    return "next: add it to a Swift target and begin with `\(name).start(…)`; `fsmc graph \(job.input)` shows the chart as a picture"
  }
}

/// What stays until the process ends.
private final class Kept {
  private let compilation: Compilation

  init(_ compilation: Compilation) { self.compilation = compilation }
}
