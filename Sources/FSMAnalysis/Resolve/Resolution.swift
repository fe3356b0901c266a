import FSMDiagnostics
import FSMModel
import FSMSyntax

/// What the syntax of a chart means: names replaced by numbers, expressions typed, and what could not be understood.
///
/// A chart with mistakes still resolves: what a mistake concerns is left out, the rest is there to be drawn and outlined. Each mistake is
/// reported once, at the place where it can be mended.
public struct Resolution: Sendable {
  public var chart: Chart
  /// In the order found; those of the syntax trees are not repeated.
  public var diagnostics: [Diagnostic]

  public init(chart: Chart, diagnostics: [Diagnostic]) {
    self.chart = chart
    self.diagnostics = diagnostics
  }

  /// Resolves a chart: the first file is the one being compiled, the others are those it uses, each once.
  public static func resolve(_ files: [SyntaxFile]) -> Resolution {
    var resolver = ChartResolver(files: files)
    resolver.run()
    return Resolution(chart: resolver.chart, diagnostics: resolver.reporter.diagnostics)
  }
}

/// The work on all machines: what needs more than one of them is done here, in the order of `run`.
struct ChartResolver {
  let files: [SyntaxFile]
  var chart = Chart()
  var reporter = Reporter()
  /// One for each machine of the chart, at the same index.
  var resolvers: [MachineResolver] = []
  /// The first machine of each name.
  var machineNames: [String: MachineID] = [:]

  init(files: [SyntaxFile]) { self.files = files }

  mutating func run() {
    chart.imports = imports()
    listMachines()
    for index in resolvers.indices { hand(to: index) { $0.declare() } }
    let order = innermostFirst()
    limitExtents(order)
    for id in order { inheritEvents(into: id) }
    for index in resolvers.indices { hand(to: index) { $0.resolveValues() } }
    let declared = resolvers.map(\.machine)
    for index in resolvers.indices { hand(to: index) { $0.resolveBodies(machines: declared) } }
    // What scenarios say of machines that states act as.
    let resolved = resolvers.map(\.machine)
    for index in resolvers.indices { hand(to: index) { $0.resolveScenarios(machines: resolved) } }
    chart.machines = resolvers.map(\.machine)
  }

  /// Imports of every file, each text once: the generated file needs what the used machines' types need.
  private func imports() -> [String] {
    var seen: Set<String> = []
    return files.flatMap(\.imports).map(\.text).filter { seen.insert($0).inserted }
  }

  private mutating func listMachines() {
    for (place, file) in files.enumerated() {
      for syntax in file.machines {
        if let first = machineNames[syntax.name.text] {
          reporter.duplicate(syntax.name, kind: "machine", first: resolvers[first.index].machine.nameSpan)
        } else {
          let id = MachineID(resolvers.count)
          machineNames[syntax.name.text] = id
          resolvers.append(MachineResolver(id: id, syntax: syntax))
        }
      }
      if place == 0 { chart.ownMachineCount = resolvers.count }
    }
    let names = machineNames
    for index in resolvers.indices { resolvers[index].machineNames = names }
  }

  /// Lets one machine work with the common list of findings, without a copy of either.
  private mutating func hand(to index: Int, _ work: (inout MachineResolver) -> Void) {
    swap(&reporter, &resolvers[index].reporter)
    work(&resolvers[index])
    swap(&reporter, &resolvers[index].reporter)
  }
}
