/// Turns a text that is written unlike most into UTF-8 with line feeds, piece by piece.
public enum TextDecoder: Sendable {
  case utf16(UTF16Decoder)
  case returns(ReturnDecoder)

  /// Looks at the beginning of a text; nil if it needs no decoding. Complexity: O(65,536).
  public init?(_ start: some Collection<UInt8>) {
    if let decoder = UTF16Decoder(start) {
      self = .utf16(decoder)
    } else if let decoder = ReturnDecoder(start) {
      self = .returns(decoder)
    } else {
      return nil
    }
  }

  /// The next piece. Complexity: O(bytes).
  public mutating func decode(_ piece: some Collection<UInt8>) -> [UInt8] {
    switch self {
    case .utf16(var decoder):
      defer { self = .utf16(decoder) }
      return decoder.decode(piece)
    case .returns(var decoder):
      defer { self = .returns(decoder) }
      return decoder.decode(piece)
    }
  }
}

/// Ends lines with line feeds where they end with carriage returns alone, as editors on old Macs and some terminals'
/// captures have it.
public struct ReturnDecoder: Sendable {
  private var wasReturn = false
  private static let searched = 1 << 16

  /// Looks at the beginning of a text; nil if most of its lines end otherwise, or if it is no text.
  public init?(_ start: some Collection<UInt8>) {
    var (returns, others) = (0, 0)
    var last: UInt8 = 0
    for byte in start.prefix(Self.searched) {
      guard byte > 0x08 else { return nil }
      if last == 0x0D, byte != 0x0A, byte != 0x0D { returns += 1 }
      if byte == 0x0A { others += 1 }
      last = byte
    }
    guard returns > others else { return nil }
  }

  /// The next piece; a line feed behind a carriage return ends no other line.
  public mutating func decode(_ piece: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(piece.count)
    for byte in piece {
      if byte != 0x0A || !wasReturn { text.append(byte == 0x0D ? 0x0A : byte) }
      wasReturn = byte == 0x0D
    }
    return text
  }
}
