// A breadth-first search written by hand for one model, to compare the one of `fsmc check` with: seven rings of ten states, an event for
// each (`wide.fsm`). Prints how many configurations a second it finds.

let rings = 7
let states: UInt64 = 10
let bound = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 200_000

/// Four bits a ring.
func step(_ configuration: UInt64, ring: Int) -> UInt64 {
  let shift = UInt64(4 * ring)
  let state = configuration >> shift & 15
  return configuration & ~(15 << shift) | (state + 1 == states ? 0 : state + 1) << shift
}

let start = ContinuousClock.now
var known: Set<UInt64> = [0]
var queue: [UInt64] = [0]
var next = 0
while next < queue.count, queue.count < bound {
  for ring in 0..<rings {
    let reached = step(queue[next], ring: ring)
    if known.insert(reached).inserted { queue.append(reached) }
  }
  next += 1
}
let time = ContinuousClock.now - start
let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
print("by hand:     \(queue.count) configurations in \(Int(seconds * 1_000)) ms, \(Int(Double(queue.count) / seconds)) a second")
