/// A terminal whose keys arrive one by one and unechoed, for as long as a line is edited.
struct RawMode {
  private let descriptor: Int32
  private var original: termios

  /// Nil where the descriptor is no terminal.
  init?(_ descriptor: Int32) {
    self.descriptor = descriptor
    original = termios()
    guard tcgetattr(descriptor, &original) == 0 else { return nil }
  }

  /// Keys as they are pressed, Ctrl-C and Ctrl-Z included; what is written is left as it is.
  func begin() {
    var raw = original
    raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
    _ = tcsetattr(descriptor, TCSADRAIN, &raw)
  }

  /// The terminal as it was found.
  func end() {
    var original = original
    _ = tcsetattr(descriptor, TCSADRAIN, &original)
  }

  /// The columns of a terminal; 80 where it does not say.
  static func width(_ descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
