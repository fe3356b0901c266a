import Foundation

/// All measurements. Files are made in a work folder; sources are read from the folder of the bench.
struct Bench {
  let fsmc: String
  let folder: String
  let home = "bench"
  let turns = 5
  let layouts = 9

  // MARK: Steps

  /// One form of a chart: what starts it, and what each of its modes takes.
  private struct Form {
    var name: String
    /// The same code, laid out in memory in several ways: where a loop or a branch happens to lie changes its time by a third and more,
    /// which says nothing about the code.
    var programs: [String]
    /// By mode, the least of all turns for each program: what else the machine does can only add.
    var times: [String: [Int: Double]] = [:]
    var hashes: [String: String] = [:]

    mutating func measure() {
      for (layout, program) in programs.enumerated() {
        for line in Programs.must([program]).output.split(separator: "\n") {
          let parts = line.split(separator: " ").map(String.init)
          guard parts.count == 3, let time = Double(parts[1]) else { continue }
          times[parts[0], default: [:]][layout] = min(time, times[parts[0]]?[layout] ?? .infinity)
          hashes[parts[0]] = parts[2]
        }
      }
    }

    /// The middle of all layouts.
    func time(_ mode: String) -> Double { median(Array(times[mode, default: [:]].values)) }
  }

  /// Events per second of generated machines against the same charts written by hand.
  func steps() throws {
    print(
      """
      ## Steps

      Nanoseconds of processor time an event, the least of five runs, in the middle of nine layouts of the code in memory; in brackets the
      generated machine's share of that time. All forms of a chart took the same steps and asked for the same effects in the same order.

      """)
    var rows: [[String]] = []
    var counts: [[String]] = []
    for name in ["Flat", "Deep", "Regions", "Data", "Big"] {
      var forms = try build(name)
      for _ in 0..<turns { for index in forms.indices { forms[index].measure() } }
      for form in forms where form.hashes["performed"] != forms[0].hashes["performed"] {
        print("\(name): \(form.name) does not do the same")
        exit(1)
      }
      let (generated, hand, c) = (forms[0], forms[1], forms[2])
      func compared(_ mode: String, _ other: Form) -> String {
        "\(text(other.time(mode))) (\(text(generated.time(mode) / other.time(mode), 2)))"
      }
      counts.append([name] + forms.map { instructions($0).map { text($0) } ?? "not counted" })
      rows.append([
        name, text(generated.time("performed")), compared("performed", hand), compared("performed", c), text(generated.time("returned")),
        compared("returned", hand), try allocations(generated.programs[0]), text(generated.time("size"), 0), text(hand.time("size"), 0),
      ])
    }
    table(
      [
        "Chart", "performing:", "Swift by hand", "C switch", "returned", "Swift by hand", "Allocations", "Bytes a machine",
        "by hand",
      ], rows)
    print("Instructions an event, effects performed, which neither other work nor layout changes.\n")
    table(["Chart", "generated", "Swift by hand", "C switch"], counts)
  }

  private func build(_ name: String) throws -> [Form] {
    let big = BigChart(states: 1000)
    var chart = "\(home)/charts/\(name).fsm"
    var hand = "\(home)/hand/\(name).swift"
    var c = "\(home)/c/\(name).c"
    var script = "\(home)/drive/\(name)Script.swift"
    if name == "Big" {
      (chart, hand, c, script) = ("\(folder)/Big.fsm", "\(folder)/hand-Big.swift", "\(folder)/Big.c", "\(folder)/BigScript.swift")
      try write(big.fsm, to: chart)
      try write(big.handWritten, to: hand)
      try write(big.c, to: c)
      try write(big.script, to: script)
    }
    let generated = "\(folder)/\(name).swift"
    Programs.must([fsmc, "compile", chart, "-o", generated])
    try write("func begin() -> Machine { Machine.start().machine }\n", to: "\(folder)/Generated.swift")
    try write("func begin() -> Machine { Machine.start() }\n", to: "\(folder)/Hand.swift")
    func swift(_ form: String, _ machine: String, _ begin: String) -> [String] {
      let object = "\(folder)/\(name)-\(form).o"
      let sources = ["\(home)/drive/Drive.swift", script, machine, "\(folder)/\(begin).swift"]
      Programs.must(["swiftc", "-O", "-wmo", "-swift-version", "6", "-parse-as-library", "-c"] + sources + ["-o", object])
      return layouts(of: object, by: "swiftc")
    }
    let object = "\(folder)/\(name)-c.o"
    Programs.must(["cc", "-O2", "-I\(home)/c", "-c", c, "-o", object])
    return [
      Form(name: "generated", programs: swift("generated", generated, "Generated")),
      Form(name: "hand", programs: swift("hand", hand, "Hand")),
      Form(name: "c", programs: layouts(of: object, by: "cc")),
    ]
  }

  /// Programs of the same code, each 16 bytes further on in memory than the one before.
  private func layouts(of object: String, by linker: String) -> [String] {
    (0..<layouts).map { layout in
      let (padding, program) = ("\(folder)/padding-\(layout).o", "\(object.dropLast(2))-\(layout)")
      if !FileManager.default.fileExists(atPath: padding) {
        try? write("__asm__(\".text\\n.skip \(16 * layout), 0x90\");\n", to: "\(folder)/padding.c")
        Programs.must(["cc", "-c", "\(folder)/padding.c", "-o", padding])
      }
      Programs.must([linker, padding, object, "-o", program])
      return program
    }
  }

  /// How many instructions an event takes, effects performed; nil where Valgrind is not installed.
  private func instructions(_ form: Form) -> Double? {
    func count(_ rounds: [String]) -> Double? {
      let run = Programs.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", form.programs[0]] + rounds)
      let line = run.errors.split(separator: "\n").last { $0.contains("Collected") }
      return line?.split(separator: " ").last.flatMap { Double($0) }
    }
    // The form in C always runs its 2,000 rounds.
    if form.name == "c" { return count([]).map { $0 / (2000 * 4096) } }
    guard let one = count(["1"]), let many = count(["101"]) else { return nil }
    return (many - one) / (100 * 4096)
  }

  /// How many allocations a thousand further rounds of the script bring; they can be counted on Linux.
  private func allocations(_ program: String) throws -> String {
    #if os(Linux)
      let library = "\(folder)/allocations.so"
      Programs.must(["cc", "-O2", "-shared", "-fPIC", "\(home)/c/allocations.c", "-o", library])
      func count(_ rounds: Int) -> Int {
        let errors = Programs.run([program, "\(rounds)"], environment: ["LD_PRELOAD": library]).errors
        return errors.split(separator: " ").last.flatMap { Int($0.filter(\.isNumber)) } ?? -1
      }
      let (one, many) = (count(1), count(1001))
      return one < 0 || many < 0 ? "not counted" : "\(many - one)"
    #else
      return "not counted"
    #endif
  }

  // MARK: fsmc

  /// What fsmc itself takes for charts of growing size.
  func compiler() throws {
    print(
      "## fsmc\n\nSeconds of processor time, and megabytes at the most. Five reactions a state. The exponent is that of the last two rows: 1 is linear.\n"
    )
    let sizes = [100, 1000, 5000, 10_000, 20_000]
    var rows: [[String]] = []
    var last: [Double] = []
    for size in sizes {
      let chart = "\(folder)/Big\(size).fsm"
      try write(BigChart(states: size).fsm, to: chart)
      var row = ["\(size)"]
      var seconds: [Double] = []
      for arguments in [["compile", chart, "-o", "\(folder)/out.swift"], ["check", chart], ["graph", chart, "-o", "\(folder)/out.dot"]] {
        let runs = (0..<3).map { _ in Programs.run([fsmc] + arguments) }
        seconds.append(median(runs.map(\.seconds)))
        row.append("\(text(median(runs.map(\.seconds)), 2)) s, \(text(runs.map(\.megabytes).max() ?? 0, 0)) MB")
      }
      rows.append(row)
      if size == sizes.last {
        rows.append(["exponent"] + zip(seconds, last).map { text(log2($0 / $1), 2) })
      }
      last = seconds
    }
    table(["States", "compile", "check", "graph"], rows)
    try write("@main struct Empty { static func main() {} }\n", to: "\(folder)/Empty.swift")
    Programs.must(["swiftc", "-O", "-parse-as-library", "\(folder)/Empty.swift", "-o", "\(folder)/empty"])
    var (own, empty): ([Double], [Double]) = ([], [])
    for _ in 0..<20 {
      own.append(Programs.run([fsmc, "--version"]).seconds * 1000)
      empty.append(Programs.run(["\(folder)/empty"]).seconds * 1000)
    }
    print("Start-up: fsmc --version \(text(median(own))) ms, an empty Swift program \(text(median(empty))) ms.\n")
  }

  // MARK: swiftc

  /// What swiftc takes for the output, and how big the code is.
  func output() throws {
    print(
      """
      ## swiftc on the output

      Seconds of processor time, the least of the runs, and bytes of code and constants in release. In brackets the shares of the time and room
      that the same chart takes by hand: what only takes steps, and what answers the questions that the generated machine does.

      """)
    var rows: [[String]] = []
    var last: [Double] = []
    let sizes = [100, 400, 800]
    for states in sizes {
      let big = BigChart(states: states)
      try write(big.fsm, to: "\(folder)/C\(states).fsm")
      let forms = [("C", ".machine"), ("H", ""), ("W", "")].map { ("\(folder)/\($0.0)\(states).swift", $0.1) }
      Programs.must([fsmc, "compile", "\(folder)/C\(states).fsm", "-o", forms[0].0])
      try write(big.handWritten, to: forms[1].0)
      try write(big.handWrittenWhole, to: forms[2].0)
      var best: [[Double]] = Array(repeating: [.infinity, .infinity, .infinity], count: 3)
      for _ in 0..<(states > 100 ? 1 : 2) {
        for (form, (machine, start)) in forms.enumerated() {
          for (index, mode) in ["-Onone", "-O"].enumerated() {
            best[form][index] = min(best[form][index], compile(machine, start, mode).seconds)
          }
          best[form][2] = Double(size())
        }
      }
      let cells = (0..<3).map { index in
        let shares = (1...2).map { text(best[0][index] / best[$0][index], 2) }.joined(separator: ", ")
        return "\(text(best[0][index], index == 2 ? 0 : 2)) (\(shares))"
      }
      rows.append(["\(states)", "\(states * 5)"] + cells)
      if states == sizes.last {
        rows.append(["exponent", ""] + zip(best[0], last).map { text(log2($0 / $1), 2) })
      }
      last = best[0]
    }
    table(["States", "Reactions", "debug", "release", "bytes"], rows)
  }

  // MARK: Search

  /// How many configurations a second `fsmc check` looks at, beside a search written by hand for the same model.
  func search() throws {
    print("## Search\n\nConfigurations a second of processor time, in regions that multiply.\n")
    let bound = 50_000
    Programs.must(["swiftc", "-O", "\(home)/search/search.swift", "-o", "\(folder)/search"])
    var (own, other): ([Double], [Double]) = ([], [])
    for _ in 0..<3 {
      own.append(Programs.run([fsmc, "check", "\(home)/search/wide.fsm", "--bound", "\(bound)"]).seconds)
      other.append(Programs.must(["\(folder)/search", "\(bound)"]).seconds)
    }
    table(
      ["", "a second"],
      [
        ["fsmc check", text(Double(bound) / median(own), 0)], ["by hand", text(Double(bound) / median(other), 0)],
      ])
  }

  /// Compiles a machine with a user who performs effects and one who takes them as a list. They are public, since swiftc leaves out what
  /// nobody can call.
  private func compile(_ machine: String, _ start: String, _ mode: String) -> Run {
    let user = "\(folder)/User.swift"
    try? write(
      """
      struct Quiet: Big.Actions { mutating func note(_ n: Int) { total &+= n }; var total = 0 }
      private func event(_ number: UInt8) -> Big.Event { unsafeBitCast(number, to: Big.Event.self) }
      public func performed(_ numbers: [UInt8]) -> Int {
        var machine = Big.start()\(start)
        var quiet = Quiet()
        for number in numbers where machine.offer(event(number), performing: &quiet) == .taken { quiet.note(1) }
        return quiet.total
      }
      public func returned(_ numbers: [UInt8]) -> Int {
        var machine = Big.start()\(start)
        var total = 0
        for number in numbers {
          guard let effects = try? machine.handle(event(number)) else { continue }
          for case .note(let n) in effects { total &+= n }
        }
        return total
      }

      """, to: user)
    return Programs.must(
      [
        "swiftc", mode, "-wmo", "-swift-version", "6", "-parse-as-library", "-module-name", "Bench", "-c", machine, user, "-o",
        "\(folder)/out.o",
      ])
  }

  /// Bytes of code and constants in what was compiled last.
  private func size() -> Int {
    let columns = Programs.run(["size", "\(folder)/out.o"]).output.split(separator: "\n").last?.split(whereSeparator: \.isWhitespace)
    return columns?.first.flatMap { Int($0) } ?? 0
  }

  func write(_ text: String, to path: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }
}
