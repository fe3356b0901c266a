import FSMDiagnostics
import FSMImport
import FSMModel
import FSMSimulate

/// The run of a machine that a file tells of, to be drawn over its chart.
///
/// The file holds what `fsmc simulate --json` wrote, what `fsmc check --diagnostics json` wrote (the first counterexample counts), or lines
/// for the simulator; the calls of the last two are made here.
public struct ToldRun: Sendable {
  /// Nil where the file tells of none.
  public private(set) var run: RecordedRun?
  /// What was found, each with the files its places lie in.
  public private(set) var findings: [(diagnostics: [Diagnostic], sources: SourceMap)] = []
  /// True where several machines could be meant, and none was named.
  public private(set) var needsMachine = false

  /// - Parameter machine: The machine whose lines they are; nil for the only one, or the one that the counterexample is about.
  public init(_ compilation: Compilation, path: String, bytes: [UInt8], machine: String? = nil) {
    guard bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{") else {
      call(Self.lines(bytes, path), on: compilation, compilation.machineToRun(machine))
      return
    }
    var sources = SourceMap()
    let file = sources.add(path: path, bytes: bytes)
    let (told, problems) = RunFile.read(sources[file])
    if !problems.isEmpty { findings.append((problems, sources)) }
    switch told {
    case .run(let run)?: self.run = run
    case .counterexample(let calls, let offset)?:
      let holder = compilation.ownMachines.first { $0.span.start <= offset && offset < $0.span.end }?.id
      let lines = calls.enumerated().map { InputLine(path: path, number: $0.offset + 1, bytes: Array($0.element.utf8)) }
      call(lines, on: compilation, machine == nil ? holder : compilation.machineToRun(machine))
    case nil: break
    }
  }

  private static func lines(_ bytes: [UInt8], _ path: String) -> [InputLine] {
    let text = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return text.enumerated().map {
      InputLine(path: path, number: $0.offset + 1, bytes: $0.element.last == 0x0D ? $0.element.dropLast() : Array($0.element))
    }
  }

  /// Makes the calls of some lines, up to the first that cannot be understood.
  private mutating func call(_ lines: [InputLine], on compilation: Compilation, _ machine: MachineID?) {
    guard let machine else {
      needsMachine = true
      return
    }
    guard var simulation = Simulation(compilation, machine: machine) else { return }
    var session = Session(simulation.assembly)
    var calls: [Call] = []
    for line in lines {
      let reading = simulation.command(line, known: session.knownValues)
      if !reading.diagnostics.isEmpty { findings.append((reading.diagnostics, reading.sources)) }
      guard !reading.diagnostics.hasErrors else { break }
      guard let command = reading.part, !command.isQuit else { continue }
      guard let reply = Self.perform(command, &session, &calls) else { continue }
      calls += reply.calls
      guard !reply.diagnostics.isEmpty else { continue }
      findings.append((line.placed(reply.diagnostics, FileID(simulation.sources.files.count)), line.added(to: simulation.sources)))
      if reply.diagnostics.contains(where: { $0.code != .expectationFailed }) { break }
    }
    if !session.interpreter.isStarted { calls += session.start(Span(file: FileID(0), start: 0, end: 0)).calls }
    run = RecordedRun(calls, simulation.assembly)
  }

  private static func perform(_ command: Simulation.Command, _ session: inout Session, _ calls: inout [Call]) -> Session.Reply? {
    switch command {
    case .step(let step): return session.perform(step)
    case .word(.start, _, let span): return session.start(span)
    case .answer(let text, let value): session.answer(text, value)
    case .word(.undo, let argument, _):
      for _ in 0..<min(argument.flatMap(Int.init) ?? 1, calls.count) where session.undo() {
        while calls.popLast()?.outcome.isUndone ?? false {}
      }
    case .why, .word: break
    }
    return nil
  }
}

extension Compilation {
  /// The machine of that name; without one the only machine, or the only one that no other uses.
  public func machineToRun(_ name: String?) -> MachineID? {
    if let name { return ownMachines.first { $0.name == name }?.id }
    var used: Set<MachineID> = []
    for case .machine(let id) in ownMachines.flatMap(\.states).map(\.kind) { used.insert(id) }
    let candidates = ownMachines.filter { !used.contains($0.id) }
    return candidates.count == 1 ? candidates.first?.id : nil
  }
}

extension RecordedRun {
  /// What came of some calls.
  init(_ calls: [Call], _ assembly: Assembly) {
    self.init()
    for call in calls {
      for step in call.steps {
        steps += step.taken.map { Step(machine: assembly.machine(of: $0.scope).name, transition: $0.transition.index) }
        for case .enter(let node) in step.happenings { entered.insert(assembly.pathName(of: node)) }
      }
      if !call.outcome.isUndone { configuration = call.configuration }
    }
  }
}
