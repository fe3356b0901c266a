import Foundation

/// The peers that the system's packages provide; one that is not there is named as missing.
extension Bench {
  func peers() throws {
    print("## Peers\n")
    try stepsOfPeers()
    try generatorsOfPeers()
  }

  /// The chart `Flat` in each peer's own form.
  private func stepsOfPeers() throws {
    let generated = "\(folder)/Flat-generated-0"
    var peers: [(name: String, program: String)] = []
    func offer(_ name: String, _ build: [[String]]) {
      for command in build where Programs.run(command).status != 0 {
        print("\(name): not found or not built, skipped: NOT measured\n")
        return
      }
      peers.append((name, build.last?.last ?? ""))
    }
    let source = "bench/peers"
    offer(
      "Ragel -G2",
      [
        ["ragel", "-G2", "\(source)/Flat.rl", "-o", "\(folder)/Flat-ragel.c"],
        ["cc", "-O2", "-Ibench/c", "\(folder)/Flat-ragel.c", "-o", "\(folder)/Flat-ragel"],
      ])
    offer("Boost.MSM", [["c++", "-O2", "-std=c++17", "-Ibench/c", "\(source)/FlatMSM.cpp", "-o", "\(folder)/Flat-msm"]])
    offer(
      "Boost.Statechart", [["c++", "-O2", "-std=c++17", "-Ibench/c", "\(source)/FlatStatechart.cpp", "-o", "\(folder)/Flat-statechart"]])
    offer(
      "Swift, closures in dictionaries",
      [
        [
          "swiftc", "-O", "-wmo", "-swift-version", "6", "-parse-as-library", "bench/drive/Drive.swift", "bench/drive/FlatScript.swift",
          "\(source)/FlatClosures.swift", "\(folder)/Hand.swift", "-o", "\(folder)/Flat-closures",
        ]
      ])
    try qt(&peers)
    var times: [String: [Double]] = [:]
    var hashes: [String: String] = [:]
    for _ in 0..<5 {
      for (name, program) in [("fsmc", generated)] + peers {
        let line =
          Programs.must([program], environment: ["QT_LOGGING_RULES": "*=false"]).output.split(separator: "\n").first.map(String.init) ?? ""
        let parts = line.split(separator: " ").map(String.init)
        guard parts.count >= 3 else { continue }
        times[name, default: []].append(Double(parts[1]) ?? .nan)
        hashes[name] = parts[2]
        // A slow one takes fewer rounds of the script, and says how many.
        if parts.count == 4 {
          let same = Programs.must([generated, parts[3]]).output.split(separator: "\n").first.map(String.init)
          hashes[name] = same == parts[2] ? hashes["fsmc"] : parts[2]
        }
      }
    }
    print("Nanoseconds an event for the chart `Flat`; all take the same steps.\n")
    let own = median(times["fsmc"] ?? [])
    table(
      ["", "ns", "fsmc's share"],
      (["fsmc"] + peers.map(\.name)).map { name in
        let time = median(times[name] ?? [])
        return [name, text(time), hashes[name] == hashes["fsmc"] ? text(own / time, 2) : "does something else"]
      })
  }

  /// Qt's compiler for SCXML, with the chart as fsmc writes it.
  private func qt(_ peers: inout [(name: String, program: String)]) throws {
    guard let qscxmlc = qscxmlc else {
      print("Qt SCXML: not found, skipped: NOT measured\n")
      return
    }
    Programs.must([fsmc, "convert", "bench/charts/Flat.fsm", "--to", "scxml", "-o", "\(folder)/FlatQt.scxml"])
    let flags = Programs.run(["pkg-config", "--cflags", "--libs", "Qt6Scxml"]).output.split(whereSeparator: \.isWhitespace).map(String.init)
    let made = Programs.run([qscxmlc, "\(folder)/FlatQt.scxml", "--classname", "FlatQt", "-o", "\(folder)/FlatQt"])
    let moc = qscxmlc.replacingOccurrences(of: "qscxmlc", with: "moc")
    let mocked = Programs.run([moc, "\(folder)/FlatQt.h", "-o", "\(folder)/moc_FlatQt.cpp"])
    let built = Programs.run(
      ["c++", "-O2", "-std=c++17", "-fPIC", "-Ibench/c", "-I\(folder)", "bench/peers/FlatQt.cpp", "\(folder)/FlatQt.cpp"]
        + ["-o", "\(folder)/Flat-qt"] + flags)
    if made.status == 0, built.status == 0 {
      peers.append(("Qt SCXML, compiled", "\(folder)/Flat-qt"))
    } else {
      print("Qt SCXML: not built, skipped: NOT measured\n\(made.errors)\(mocked.errors)\(built.errors.prefix(600))")
    }
  }

  private var qscxmlc: String? {
    ["/usr/lib/qt6/libexec/qscxmlc", "/usr/lib/qt6/bin/qscxmlc"].first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Seconds to read and write charts of equal size.
  private func generatorsOfPeers() throws {
    print("Seconds of processor time for a flat chart with five reactions a state.\n")
    var rows: [[String]] = []
    for states in [100, 1000, 5000] {
      let big = BigChart(states: states)
      let chart = "\(folder)/P\(states)"
      try write(big.fsm, to: chart + ".fsm")
      try write(big.ragel, to: chart + ".rl")
      Programs.must([fsmc, "convert", chart + ".fsm", "--to", "scxml", "-o", chart + ".scxml"])
      Programs.must([fsmc, "graph", chart + ".fsm", "-o", chart + ".dot"])
      var row = ["\(states)"]
      row.append(time([fsmc, "compile", chart + ".fsm", "-o", chart + ".swift"]))
      row.append(time([fsmc, "graph", chart + ".fsm", "-o", chart + ".out.dot"]))
      // Graphviz's own reading and writing. `dot -Tcanon` lays the graph out as well, which takes minutes for a hundred states.
      row.append(time(["nop", chart + ".dot"]))
      row.append(qscxmlc.map { time([$0, chart + ".scxml", "--classname", "P", "-o", chart + "qt"]) } ?? "missing")
      row.append(states > 1000 ? "" : time(["ragel", "-G2", chart + ".rl", "-o", chart + ".c"]))
      rows.append(row)
    }
    table(["States", "fsmc compile", "fsmc graph", "nop (Graphviz)", "qscxmlc", "ragel -G2"], rows)
  }

  private func time(_ command: [String]) -> String {
    let runs = (0..<3).map { _ in Programs.run(command) }
    return runs.allSatisfy { $0.status == 0 } ? text(median(runs.map(\.seconds)), 2) : "missing"
  }
}
