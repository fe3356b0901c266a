// Runs one machine over a script made by chance, and prints what every other form of the same chart has to print as well:
//   <mode> <nanoseconds an event> <hash of all effects and outcomes>
// The script and the hash are the same in drive.h.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Folds what a machine asks for into one number.
struct Sink: Machine.Actions {
  var hash: UInt64 = 14_695_981_039_346_656_037

  @inline(__always)
  mutating func note(_ n: Int) { hash = (hash ^ UInt64(bitPattern: Int64(n))) &* 1_099_511_628_211 }
}

/// Pairs of numbers from Knuth's 64-bit linear congruential generator (MMIX).
func script(_ count: Int, _ kinds: Int) -> [(kind: Int, value: Int)] {
  var x: UInt64 = 42
  return (0..<count).map { _ in
    x = x &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let kind = Int((x >> 33) % UInt64(kinds))
    return (kind, Int((x >> 20) % 100))
  }
}

@inline(never)
func performed(_ events: [Machine.Event], _ rounds: Int) -> UInt64 {
  var machine = begin()
  var sink = Sink()
  for _ in 0..<rounds {
    for event in events where machine.offer(event, performing: &sink) == .taken { sink.note(1000) }
  }
  return sink.hash
}

@inline(never)
func returned(_ events: [Machine.Event], _ rounds: Int) -> UInt64 {
  var machine = begin()
  var sink = Sink()
  for _ in 0..<rounds {
    for event in events {
      guard let effects = try? machine.handle(event) else { continue }
      for case .note(let n) in effects { sink.note(n) }
      sink.note(1000)
    }
  }
  return sink.hash
}

/// Nanoseconds of processor time so far.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

@main
struct Drive {
  /// With a number: that many rounds of the first mode and nothing else, for counting allocations.
  static func main() {
    let events = script(4096, kinds).map { event($0.kind, $0.value) }
    if CommandLine.arguments.count > 1 {
      print(performed(events, Int(CommandLine.arguments[1]) ?? 1))
      return
    }
    for (name, rounds, run) in [("performed", 2000, performed), ("returned", 300, returned)] {
      let start = processorTime()
      let hash = run(events, rounds)
      print(name, (processorTime() - start) / Double(rounds * events.count), hash)
    }
    print("size", MemoryLayout<Machine>.stride, 0)
  }
}
