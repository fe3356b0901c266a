import FSMModel

/// What a cell can hold, other than a number.
enum CellContent {
  case value(Value?)
  case memory(Store.Remembered)
  case timers(TimerZone)
  case deferred([Store.Occurrence])
}

/// Numbers for what cells hold: equal contents have one number, and 0 stands for nothing at all.
///
/// Texts of values that only the caller's code knows make no difference to what a machine does, as what is asked about them can be answered
/// in any way; so contents that differ in texts alone have numbers of their own, from which `plain` makes one.
public struct CellTable {
  private var contents: [CellContent] = [.value(nil)]
  private var numbers: [CellWords: UInt32] = [:]
  /// Contents with texts, and for each the number that stands for all with other texts.
  private var textual: [CellContent] = []
  private var plains: [UInt32] = []
  private var textualNumbers: [CellWords: UInt32] = [:]

  private static let isTextual: UInt32 = 1 << 31
  /// Most contents with texts, each of which may be long; from there on the first with other texts stands for a new one.
  private static let mostTexts = 1 << 17

  public init() {}

  /// Whether any number differs from its plain one.
  public var hasTexts: Bool { !plains.isEmpty }

  /// The number that stands for all contents that differ from this one in texts alone.
  public func plain(_ number: UInt32) -> UInt32 {
    number & Self.isTextual == 0 ? number : plains[Int(number & ~Self.isTextual)]
  }

  /// Whether the number's content has such texts.
  public static func hasTexts(_ number: UInt32) -> Bool { number & isTextual != 0 }

  /// The value of a variable's cell; nil where it has none.
  public func value(of number: UInt32) -> Value? { if case .value(let value) = content(of: number) { value } else { nil } }

  func content(of number: UInt32) -> CellContent {
    number & Self.isTextual == 0 ? contents[Int(number)] : textual[Int(number & ~Self.isTextual)]
  }

  /// The timers of such a number; none of 0.
  func zone(_ number: UInt32) -> TimerZone {
    if case .timers(let zone) = content(of: number) { zone } else { TimerZone() }
  }

  /// The sets of timers that can fall due next, all of each at once, by their numbers in the order they were armed.
  public func firings(_ timers: UInt32) -> [[Int]] { zone(timers).firings }

  /// Whether these are all there are.
  public func isWhole(timers: UInt32) -> Bool { zone(timers).isWhole }

  /// How many events are deferred.
  public func count(deferred number: UInt32) -> Int { if case .deferred(let events) = content(of: number) { events.count } else { 0 } }

  /// How many timers wait.
  public func count(timers: UInt32) -> Int { zone(timers).kinds.count }

  mutating func number(of content: CellContent) -> UInt32 {
    let words = CellWords(content, keepsTexts: true)
    guard words.hasTexts else { return Self.number(of: words, content, &numbers, &contents) }
    guard textual.count < Self.mostTexts else {
      return Self.number(of: CellWords(content, keepsTexts: false), content, &numbers, &contents)
    }
    let before = textual.count
    let number = Self.number(of: words, content, &textualNumbers, &textual)
    if textual.count > before {
      plains.append(Self.number(of: CellWords(content, keepsTexts: false), content, &numbers, &contents))
    }
    return number | Self.isTextual
  }

  private static func number(
    of words: CellWords, _ content: CellContent, _ numbers: inout [CellWords: UInt32], _ contents: inout [CellContent]
  ) -> UInt32 {
    let next = UInt32(contents.count)
    let number = numbers[words, default: next]
    if number == next {
      numbers[words] = next
      contents.append(content)
    }
    return number
  }
}
