extension InputParser {
  /// A byte outside of any sequence.
  mutating func parseGround(_ byte: UInt8, _ inputs: inout [Input]) {
    if characterBytesLeft > 0 {
      guard byte & 0xC0 == 0x80 else {
        // The character was cut short; the byte starts something else.
        reset()
        parseGround(byte, &inputs)
        return
      }
      character.append(byte)
      characterBytesLeft -= 1
      if characterBytesLeft == 0 {
        if let key = Self.decoded(character) { inputs.append(.key(.character(key))) }
        character = []
      }
      return
    }
    switch byte {
    case 0x1B: state = .escape
    case 0x80...: startCharacter(byte)
    default: inputs.append(.key(Self.key(ascii: byte)))
    }
  }

  private mutating func startCharacter(_ byte: UInt8) {
    switch byte {
    case 0xC2...0xDF: characterBytesLeft = 1
    case 0xE0...0xEF: characterBytesLeft = 2
    case 0xF0...0xF4: characterBytesLeft = 3
    default: return
    }
    character = [byte]
  }

  /// The character of one sequence of UTF-8, unless it is none or cannot be typed.
  private static func decoded(_ bytes: [UInt8]) -> Character? {
    guard let text = String(validating: bytes, as: UTF8.self), let first = text.first else { return nil }
    guard let scalar = text.unicodeScalars.first, scalar.value >= 0xA0 else { return nil }
    return first
  }

  /// The key of a byte below 128.
  static func key(ascii byte: UInt8) -> Key {
    switch byte {
    case 0x00: .ctrl(" ")
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x1B: .escape
    case 0x01...0x1A: .ctrl(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1C...0x1F: .ctrl(Character(Unicode.Scalar(byte + 0x40)))
    default: .character(Character(Unicode.Scalar(byte & 0x7F)))
    }
  }

  /// The byte after an escape.
  mutating func parseEscape(_ byte: UInt8, _ inputs: inout [Input]) {
    switch byte {
    case 0x5B: state = .control
    case 0x4F: state = .single
    case 0x50, 0x58, 0x5D, 0x5E, 0x5F: state = .string
    case 0x1B: inputs.append(.key(.escape))
    case 0x20...0x7E:
      reset()
      inputs.append(.key(.alt(Character(Unicode.Scalar(byte)))))
    case 0x80...:
      // Alt with a letter outside of ASCII counts as the letter.
      reset()
      parseGround(byte, &inputs)
    default:
      // Alt with a control key: both are known keys, but together they mean nothing.
      reset()
    }
  }

  /// The byte after `ESC O`, perhaps with the number of a modifier before it.
  mutating func parseSingle(_ byte: UInt8, _ inputs: inout [Input]) {
    if (0x30...0x39).contains(byte), bytes.count < 4 {
      bytes.append(byte)
      return
    }
    let modifier = bytes.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    reset()
    if byte == 0x1B {
      state = .escape
    } else if let key = Self.key(letter: byte, modifier: modifier) {
      inputs.append(.key(key))
    }
  }

  /// A byte of a paste.
  mutating func parsePaste(_ byte: UInt8, _ inputs: inout [Input]) {
    bytes.append(byte)
    if bytes.count > Self.pasteLimit + Self.pasteEnd.count {
      bytes.removeSubrange(Self.pasteLimit..<Self.pasteLimit + 1)
    }
    guard byte == 0x7E, bytes.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) else { return }
    bytes.removeLast(Self.pasteEnd.count)
    inputs.append(pasted())
    reset()
  }

  /// The end of a paste: `ESC [ 201 ~`.
  private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  /// The paste so far; bytes that are not UTF-8 become U+FFFD, and carriage returns become line feeds.
  func pasted() -> Input {
    let text = String(decoding: bytes, as: UTF8.self)
    var unified = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\n", isAfterReturn {
        isAfterReturn = false
        continue
      }
      isAfterReturn = scalar == "\r"
      unified.append(isAfterReturn ? "\n" : scalar)
    }
    return .paste(String(unified))
  }
}
