/// Turns the bytes that a terminal sends into inputs.
///
/// Parses the sequences of xterm and its relatives, of the Linux console, and of rxvt, the mouse in SGR form and in the
/// legacy form, bracketed paste, and focus reports. Unknown or malformed sequences, and unrequested replies, are
/// discarded as a whole, so that their letters are never mistaken for keys.
///
/// Bytes can arrive in pieces of any size. Only time can tell whether an escape byte is the Esc key or the start of a
/// sequence: after ``patience`` milliseconds without another byte, call ``giveUp()``.
public struct InputParser: Sendable {
  /// The longest escape sequence that is waited for, in bytes; longer ones are discarded as they arrive.
  static let sequenceLimit = 256

  /// The maximum length of a paste in bytes; the rest is discarded.
  static let pasteLimit = 1 << 20

  /// What the bytes so far were the beginning of.
  enum State: Hashable, Sendable {
    case ground
    /// After an escape.
    case escape
    /// In a control sequence: after `ESC [`.
    case control
    /// After `ESC [ [`: a function key of the Linux console.
    case console
    /// After `ESC O`.
    case single
    /// In a text for the terminal (`ESC ]`, `ESC P` and so on) that ends with BEL or `ESC \`.
    case string
    /// After an escape inside such a text.
    case stringEscape
    /// In the three bytes of an old mouse report.
    case oldMouse
    /// Between the brackets of a paste.
    case paste
  }

  var state = State.ground
  var bytes: [UInt8] = []
  // The rest of a multibyte character, and how many bytes are missing.
  var character: [UInt8] = []
  var characterBytesLeft = 0

  /// Makes a parser that has seen nothing.
  public init() {}

  /// How long to wait for more before ``giveUp()``, in milliseconds; nil if nothing is unfinished.
  ///
  /// 25 ms for what may be the Esc key, a quarter of a second for the rest of a sequence, which is never typed
  /// manually, and a second inside a paste.
  public var patience: Int? {
    switch state {
    case .ground: characterBytesLeft > 0 ? 250 : nil
    case .escape: 25
    case .control, .console, .single, .string, .stringEscape, .oldMouse: 250
    case .paste: 1000
    }
  }

  /// Consumes more bytes and returns the inputs that they complete.
  public mutating func feed(_ new: [UInt8]) -> [Input] {
    var inputs: [Input] = []
    for byte in new { consume(byte, &inputs) }
    return inputs
  }

  /// Accepts unfinished input as it is when nothing follows: the Esc key, or nothing.
  public mutating func giveUp() -> [Input] {
    defer { reset() }
    switch state {
    case .escape: return [.key(.escape)]
    case .control where bytes.isEmpty: return [.key(.alt("["))]
    case .single: return [.key(.alt("O"))]
    case .paste: return [pasted()]
    default: return []
    }
  }

  mutating func reset() {
    state = .ground
    bytes = []
    character = []
    characterBytesLeft = 0
  }

  private mutating func consume(_ byte: UInt8, _ inputs: inout [Input]) {
    switch state {
    case .ground: parseGround(byte, &inputs)
    case .escape: parseEscape(byte, &inputs)
    case .control: parseControl(byte, &inputs)
    case .console:
      reset()
      if (0x41...0x45).contains(byte) { inputs.append(.key(.f(Int(byte) - 0x40))) }
    case .single: parseSingle(byte, &inputs)
    case .string:
      if byte == 0x1B { state = .stringEscape } else if byte == 0x07 || byte == 0x18 || byte == 0x1A { reset() }
    case .stringEscape:
      state = .string
      if byte == 0x5C { reset() } else if byte != 0x1B, byte == 0x5B || byte == 0x4F { restart(byte, &inputs) }
    case .oldMouse: parseLegacyMouse(byte, &inputs)
    case .paste: parsePaste(byte, &inputs)
    }
  }

  /// A new sequence begins where an unfinished one was.
  private mutating func restart(_ byte: UInt8, _ inputs: inout [Input]) {
    reset()
    state = .escape
    parseEscape(byte, &inputs)
  }
}
