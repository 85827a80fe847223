/// Turns a text that is written or laid out unlike most into UTF-8 with line feeds and heads that are known, piece by piece.
public struct TextDecoder: Sendable {
  private enum Encoding {
    case utf16(UTF16Decoder)
    case returns(ReturnDecoder)
  }

  private var encoding: Encoding?
  private var layout: LogLayout?

  /// Examines the beginning of a text; nil if it needs no decoding. Complexity: O(65,536).
  public init?(_ start: some Collection<UInt8>) {
    var text = Array(start.prefix(1 << 16))
    if let decoder = UTF16Decoder(text) {
      encoding = .utf16(decoder)
    } else if let decoder = ReturnDecoder(text) {
      encoding = .returns(decoder)
    }
    if var encoding { text = Self.decode(text, &encoding) }
    layout = LogLayout(text)
    if encoding == nil, layout == nil { return nil }
  }

  private static func decode(_ piece: some Collection<UInt8>, _ encoding: inout Encoding) -> [UInt8] {
    switch encoding {
    case .utf16(var decoder):
      defer { encoding = .utf16(decoder) }
      return decoder.decode(piece)
    case .returns(var decoder):
      defer { encoding = .returns(decoder) }
      return decoder.decode(piece)
    }
  }

  /// The next piece; a line whose end has not arrived may wait for it. Complexity: O(bytes).
  public mutating func decode(_ piece: some Collection<UInt8>) -> [UInt8] {
    guard var encoding else { return layout?.decode(piece) ?? Array(piece) }
    let text = Self.decode(piece, &encoding)
    self.encoding = encoding
    return layout?.decode(text) ?? text
  }

  /// The line that was waiting for its end, if the text has none.
  public mutating func finish() -> [UInt8] { layout?.finish() ?? [] }
}

/// Ends lines with line feeds where they end with carriage returns alone, as editors on old Macs and some terminals'
/// captures have it.
public struct ReturnDecoder: Sendable {
  private var wasReturn = false
  private static let searched = 1 << 16

  /// Examines the beginning of a text; nil if most of its lines end differently, or if it is not text.
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
