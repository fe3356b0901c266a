import FSMModel

/// A digest of everything in a chart that the saved form of its machine depends on.
///
/// It is FNV-1a with 64 bits (Fowler, Noll, Vo) over a text with a line for each state, datum, variable, timer, history and waiting event, so
/// the same on every machine, and the same after a change that touches behaviour alone.
struct SwiftSavedVersion {
  private let context: SwiftContext
  private var machine: Machine { context.machine }

  init(_ context: SwiftContext) { self.context = context }

  /// Sixteen digits, to the base of 16.
  var text: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for line in lines {
      for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0x0A) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private var lines: [String] {
    var lines = machine.states.filter { !$0.isPseudo }.map { state in
      "\(state.kind == .parallel ? "parallel" : "state") \(machine.pathName(of: state.id))"
        + (context.histories[state.id] == nil ? "" : " history")
    }
    lines += machine.enumerations.map { "enum \($0.name): " + $0.cases.joined(separator: ", ") }
    lines += machine.variables.map { "var \(machine.pathName(of: $0.owner)) \($0.name): \($0.typeText)" }
    lines += context.timers.savedNames.map { "timer " + $0 }
    lines += SwiftCodable.waiting(in: context).map { event in
      "event \(event.name) " + event.parameters.map { "\($0.name): \($0.typeText)" }.joined(separator: ", ")
    }
    return lines + context.activities.runners.map { "run " + $0.name }
  }
}
