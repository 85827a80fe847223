import CPseudoTerminal
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests that need a pseudo-terminal: a sandbox may have none to give.
  static var needsPseudoTerminal: Self {
    .enabled(if: PseudoTerminal.isAvailable, "no pseudo-terminal can be had here")
  }
}

/// Both ends of a terminal that is not displayed.
final class PseudoTerminal {
  /// Whether a terminal can be had here.
  static let isAvailable = PseudoTerminal(columns: 1, rows: 1) != nil

  /// The device for the program.
  let path: String
  private let leader: Int32
  // Kept open, so that the terminal does not hang up between two sessions.
  private let follower: Int32

  /// Makes a terminal; nil if there are none to be had.
  init?(columns: Int, rows: Int) {
    var name = [CChar](repeating: 0, count: 128)
    leader = unsafe bgt_open_leader(&name, name.count)
    guard leader >= 0 else { return nil }
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    follower = unsafe bgt_open_follower(path)
    guard follower >= 0 else { return nil }
    resize(columns: columns, rows: rows)
  }

  deinit {
    if follower >= 0 { bgt_close(follower) }
    bgt_close(leader)
  }

  func resize(columns: Int, rows: Int) { bgt_resize(follower, Int32(columns), Int32(rows)) }

  /// Types bytes.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    unsafe bytes.withUnsafeBufferPointer { unsafe bgt_type(leader, $0.baseAddress, $0.count) }
  }

  /// Everything that was written to the terminal, until nothing more comes for a moment.
  func output() -> [UInt8] {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe bgt_read(leader, &buffer, buffer.count)
      guard count > 0 else { return result }
      result += buffer[..<Int(count)]
    }
  }

  /// Whether typed letters are shown, as in a shell.
  var hasEcho: Bool { bgt_has_echo(follower) }
}
