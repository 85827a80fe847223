/// Turns UTF-16 into UTF-8, piece by piece: shells on Windows write a tool's output so.
public struct UTF16Decoder: Sendable {
  private let isBigEndian: Bool
  /// A byte, or half of a surrogate pair, that the next piece completes.
  private var (byte, high): (UInt8?, UInt16?)

  /// Examines the first bytes of a text; nil if it is not UTF-16.
  ///
  /// A text without a byte order mark is known by its letters: every other byte of them is zero.
  public init?(_ start: some Collection<UInt8>) {
    let first = Array(start.prefix(64))
    guard first.count >= 4 else { return nil }
    let zeros = (
      even: zip(first.indices, first).count { $0.0 % 2 == 0 && $0.1 == 0 },
      odd: first.indices.count { $0 % 2 == 1 && first[$0] == 0 }
    )
    if first.starts(with: [0xFF, 0xFE]) || zeros.even == 0 && zeros.odd * 2 >= first.count - first.count / 8 {
      isBigEndian = false
    } else if first.starts(with: [0xFE, 0xFF]) || zeros.odd == 0 && zeros.even * 2 >= first.count - first.count / 8 {
      isBigEndian = true
    } else {
      return nil
    }
  }

  /// The next piece as UTF-8; invalid characters become U+FFFD, and a byte order mark is removed. Complexity: O(bytes).
  public mutating func decode(_ piece: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(piece.count)
    for next in piece {
      guard let first = byte else {
        byte = next
        continue
      }
      byte = nil
      decode(isBigEndian ? UInt16(first) << 8 | UInt16(next) : UInt16(next) << 8 | UInt16(first), into: &text)
    }
    return text
  }

  private mutating func decode(_ unit: UInt16, into text: inout [UInt8]) {
    if let first = high {
      high = nil
      if (0xDC00..<0xE000).contains(unit) {
        return append(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(unit) - 0xDC00), to: &text)
      }
      append(0xFFFD, to: &text)
    }
    switch unit {
    case 0xD800..<0xDC00: high = unit
    case 0xDC00..<0xE000: append(0xFFFD, to: &text)
    case 0xFEFF: break
    case ..<0x80: text.append(UInt8(unit))
    default: append(UInt32(unit), to: &text)
    }
  }

  private func append(_ value: UInt32, to text: inout [UInt8]) {
    text += String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8
  }
}
