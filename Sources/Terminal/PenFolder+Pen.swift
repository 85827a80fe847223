extension PenFolder {
  /// Notes a change; false if it is not understood, when nothing is noted.
  mutating func apply(_ parameters: some Collection<UInt8>) -> Bool {
    var pen = meant
    var rest = Parameters(parameters)
    while let number = rest.next() {
      switch number {
      case 0: pen = Pen()
      case 1...9: pen.attributes |= 1 << UInt16(number)
      // The standard font.
      case 10: break
      case 22: pen.attributes &= ~(1 << 1 | 1 << 2)
      case 23...29: pen.attributes &= ~(1 << UInt16(number - 20))
      case 30...37, 90...97: pen.foreground = .short(UInt8(number))
      case 40...47, 100...107: pen.background = .short(UInt8(number))
      case 39: pen.foreground = .standard
      case 49: pen.background = .standard
      case 38, 48:
        guard let color = rest.color() else { return false }
        if number == 38 { pen.foreground = color } else { pen.background = color }
      default: return false
      }
    }
    guard rest.isWhole else { return false }
    meant = pen
    return true
  }

  /// The numbers of a control sequence; a missing one is 0.
  private struct Parameters<Bytes: Collection<UInt8>> {
    private let bytes: Bytes
    private var index: Bytes.Index
    private var ended = false
    /// Whether all that was read were numbers.
    private(set) var isWhole = true

    init(_ bytes: Bytes) { (self.bytes, index) = (bytes, bytes.startIndex) }

    mutating func next() -> Int? {
      guard !ended, isWhole else { return nil }
      var number = 0
      while index < bytes.endIndex {
        let byte = bytes[index]
        bytes.formIndex(after: &index)
        if byte == 0x3B { return number }
        guard (0x30...0x39).contains(byte), number < 1_000 else {
          isWhole = false
          return nil
        }
        number = number * 10 + Int(byte - 0x30)
      }
      ended = true
      return number
    }

    private mutating func byte() -> UInt8? { next().flatMap { UInt8(exactly: $0) } }

    /// What follows 38 or 48.
    mutating func color() -> PenFolder.Color? {
      switch next() {
      case 5: return byte().map { .palette($0) }
      case 2:
        guard let red = byte(), let green = byte(), let blue = byte() else { return nil }
        return .rgb(red, green, blue)
      default: return nil
      }
    }
  }

  /// Underline, reverse and strike can be seen on a blank, and reverse shows the foreground.
  private static let visibleOnBlanks: UInt16 = 1 << 4 | 1 << 7 | 1 << 9

  /// Makes the terminal's pen what it must be for the next glyph, with one sequence.
  mutating func tell(blank: Bool) {
    var wanted = meant
    if blank, (meant.attributes | told.attributes) & Self.visibleOnBlanks == 0 {
      wanted.foreground = told.foreground
      wanted.attributes = told.attributes
    }
    guard wanted != told else { return }
    output.append(0x1B)
    output.append(0x5B)
    let start = output.count
    if told.attributes & ~wanted.attributes != 0 || wanted == Pen() {
      // A reset is the shortest way to take an attribute back.
      if wanted != Pen() { output.append(0x30) }
      told = Pen()
    }
    for attribute in 1...9 where (wanted.attributes & ~told.attributes) & (1 << UInt16(attribute)) != 0 {
      separate(from: start)
      output.append(0x30 + UInt8(attribute))
    }
    if wanted.foreground != told.foreground { append(wanted.foreground, base: 38, from: start) }
    if wanted.background != told.background { append(wanted.background, base: 48, from: start) }
    output.append(0x6D)
    told = wanted
  }

  private mutating func separate(from start: Int) { if output.count > start { output.append(0x3B) } }

  /// Writes the parameters of a colour; `base` is 38 for a foreground and 48 for a background.
  private mutating func append(_ color: Color, base: UInt8, from start: Int) {
    switch color {
    case .standard: append(base + 1, from: start)
    case .short(let number): append(number, from: start)
    case .palette(let number): for part in [base, 5, number] { append(part, from: start) }
    case .rgb(let red, let green, let blue): for part in [base, 2, red, green, blue] { append(part, from: start) }
    }
  }

  private mutating func append(_ number: UInt8, from start: Int) {
    separate(from: start)
    if number >= 100 { output.append(0x30 + number / 100) }
    if number >= 10 { output.append(0x30 + number / 10 % 10) }
    output.append(0x30 + number % 10)
  }
}
