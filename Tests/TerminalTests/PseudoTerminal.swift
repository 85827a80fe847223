#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Both ends of a terminal that nobody looks at.
final class PseudoTerminal {
  /// The device for the program.
  let path: String
  private let leader: Int32
  // Kept open, so that the terminal does not hang up between two sessions.
  private let follower: Int32

  /// Makes a terminal; nil where there are none to be had.
  init?(columns: Int, rows: Int) {
    leader = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard leader >= 0, let path = Self.path(of: leader) else { return nil }
    self.path = path
    follower = unsafe open(path, O_RDWR | O_NOCTTY)
    guard follower >= 0 else { return nil }
    resize(columns: columns, rows: rows)
  }

  private static func path(of leader: Int32) -> String? {
    #if canImport(Darwin)
      guard grantpt(leader) == 0, unlockpt(leader) == 0, let name = unsafe ptsname(leader) else { return nil }
      return unsafe String(cString: name)
    #else
      // TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>, which are not imported.
      var number: Int32 = 0
      guard unsafe ioctl(leader, 0x4004_5431, &number) == 0, unsafe ioctl(leader, 0x8004_5430, &number) == 0 else {
        return nil
      }
      return "/dev/pts/\(number)"
    #endif
  }

  deinit {
    close(follower)
    close(leader)
  }

  func resize(columns: Int, rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    _ = unsafe ioctl(follower, UInt(TIOCSWINSZ), &size)
  }

  /// Types bytes.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(leader, $0.baseAddress, $0.count) }
  }

  /// Everything that was written to the terminal, until nothing more comes for a moment.
  func output() -> [UInt8] {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var ready = pollfd(fd: leader, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&ready, 1, 10) > 0 {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(leader, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      result += buffer[..<count]
    }
    return result
  }

  /// Whether typed letters are shown, as in a shell.
  var hasEcho: Bool {
    var modes = termios()
    guard unsafe tcgetattr(follower, &modes) == 0 else { return false }
    return modes.c_lflag & tcflag_t(ECHO) != 0 && modes.c_lflag & tcflag_t(ICANON) != 0
  }
}
