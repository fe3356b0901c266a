/// The words that mean something to the parser where a keyword can stand.
///
/// All but the reserved ones are names anywhere else.
enum Keyword: UInt8, Sendable, CaseIterable {
  case none
  // Reserved: never a name without backticks.
  case `if`, `else`, `in`, `true`, `false`, `nil`
  // Items of a file.
  case `import`, use, machine
  // Members of machines and states.
  case `let`, `var`, `private`, event, `enum`, action, `func`, activity, assert, scenario
  case state, initial, final, parallel, history, deep, choice
  case entry, exit, on, after, always, done, `do`, `defer`, ignore
  // Inside members.
  case from, `throws`, async, never, reachable, reenter, external, `case`
  case raise, send, cancel
  case start, advance, given, expect, rejected, performed

  /// True for the words that are names only in backticks.
  var isReserved: Bool { rawValue >= Keyword.if.rawValue && rawValue <= Keyword.nil.rawValue }

  /// The word itself.
  var text: String { "\(self)" }

  /// The words that begin a member, in the order messages list them.
  static let memberStarts: [Keyword] = [
    .let, .var, .private, .event, .enum, .action, .func, .activity, .assert, .scenario, .state, .initial, .final, .parallel, .history,
    .deep, .choice, .entry, .exit, .on, .after, .always, .done, .do, .defer, .ignore,
  ]

  /// The keyword that `bytes[range]` spells, or `.none`.
  static func spelled(by bytes: [UInt8], in range: Range<Int>) -> Keyword {
    guard range.count >= 2, range.count <= longest else { return .none }
    var key: UInt64 = 0
    for offset in range.prefix(8) { key = key << 8 | UInt64(bytes[offset]) }
    guard let candidate = byPrefix[key], candidate.length == range.count else { return .none }
    return candidate.last == bytes[range.upperBound - 1] ? candidate.keyword : .none
  }

  /// Keywords by their first eight bytes; none but `reachable` and `performed` is longer, and only by one.
  private static let byPrefix: [UInt64: (keyword: Keyword, length: Int, last: UInt8)] = {
    var table: [UInt64: (keyword: Keyword, length: Int, last: UInt8)] = [:]
    for keyword in allCases where keyword != .none {
      let bytes = Array(keyword.text.utf8)
      let key = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      table[key] = (keyword, bytes.count, bytes[bytes.count - 1])
    }
    return table
  }()

  private static let longest = 9
}
