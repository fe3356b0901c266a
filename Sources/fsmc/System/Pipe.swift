/// A pipe whose ends no other program inherits.
struct Pipe {
  let reader: Int32
  let writer: Int32

  init() throws(SystemError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .last }
    // An end below 3 would be closed by the very dup2 that hands it over; move both out of the way.
    reader = fcntl(ends[0], F_DUPFD_CLOEXEC, 3)
    writer = fcntl(ends[1], F_DUPFD_CLOEXEC, 3)
    close(ends[0])
    close(ends[1])
    if reader < 0 || writer < 0 { throw .last }
  }

  func closeReader() { close(reader) }
  func closeWriter() { close(writer) }
}

/// Feeds a program and listens to it until it has closed both of its outputs.
struct Exchange {
  private let input: [UInt8]
  private var inputEnd: Int32
  private var outputEnd: Int32
  private var errorEnd: Int32
  private var written = 0
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []

  init(input: [UInt8], inputEnd: Int32, outputEnd: Int32, errorEnd: Int32) {
    (self.input, self.inputEnd, self.outputEnd, self.errorEnd) = (input, inputEnd, outputEnd, errorEnd)
    // A write that would wait returns instead, so that output is read meanwhile.
    _ = fcntl(inputEnd, F_SETFL, O_NONBLOCK)
  }

  mutating func run() {
    while inputEnd >= 0 || outputEnd >= 0 || errorEnd >= 0 {
      // poll(2) leaves out entries with a negative descriptor.
      var waiting = [
        pollfd(fd: inputEnd, events: Int16(POLLOUT), revents: 0), pollfd(fd: outputEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errorEnd, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&waiting, nfds_t(waiting.count), -1) < 0, errno != EINTR { return }
      if waiting[0].revents != 0 { feed() }
      if waiting[1].revents != 0 { Self.listen(&outputEnd, &output) }
      if waiting[2].revents != 0 { Self.listen(&errorEnd, &errors) }
    }
  }

  private mutating func feed() {
    let rest = input[written...].prefix(1 << 16)
    let count = rest.withUnsafeBytes { write(inputEnd, $0.baseAddress, $0.count) }
    if count > 0 { written += count }
    let isOver = written == input.count || (count < 0 && errno != EAGAIN && errno != EINTR)
    if isOver { Self.shut(&inputEnd) }
  }

  private static func listen(_ end: inout Int32, _ bytes: inout [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(end, &buffer, buffer.count)
    if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { shut(&end) }
  }

  private static func shut(_ end: inout Int32) {
    close(end)
    end = -1
  }
}
