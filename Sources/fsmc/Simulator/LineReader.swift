/// Lines of a descriptor, each as soon as it is there; LF, CRLF and CR end a line.
struct LineReader {
  /// A line longer than this is refused: 1 MB.
  static let longestLine = 1 << 20

  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var position = 0
  private var end = 0
  private var skipsLineFeed = false

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  enum Line {
    case line([UInt8])
    /// A line that is too long: its beginning.
    case tooLong([UInt8])
    case failure(SystemError)
  }

  /// Nil at the end.
  mutating func next() -> Line? {
    var line: [UInt8] = []
    while true {
      if position == end {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0 {
          if errno == EINTR { continue }
          return .failure(.last)
        }
        if count == 0 { return line.isEmpty ? nil : .line(line) }
        (position, end) = (0, count)
      }
      if skipsLineFeed {
        skipsLineFeed = false
        if buffer[position] == 0x0A { position += 1 }
        continue
      }
      let rest = buffer[position..<end]
      let stop = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? end
      line += rest[..<stop]
      guard line.count <= Self.longestLine else { return .tooLong(Array(line.prefix(Self.longestLine))) }
      position = stop
      guard stop < end else { continue }
      skipsLineFeed = buffer[stop] == 0x0D
      position += 1
      return .line(line)
    }
  }
}
