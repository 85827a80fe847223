extension PenFolder {
  /// Notes a change; false if it is not understood, when nothing is noted.
  mutating func apply(_ parameters: ArraySlice<UInt8>) -> Bool {
    var pen = meant
    let parts = parameters.split(separator: 0x3B, omittingEmptySubsequences: false).map(Array.init)
    var index = 0
    while index < parts.count {
      guard let number = Self.number(parts[index]) else { return false }
      index += 1
      switch number {
      case 0: pen = Pen()
      case 1...9: pen.attributes.insert(number)
      // The standard font.
      case 10: break
      case 22: pen.attributes.subtract([1, 2])
      case 23...29: pen.attributes.remove(number - 20)
      case 30...37, 90...97: pen.foreground = parts[index - 1]
      case 40...47, 100...107: pen.background = parts[index - 1]
      case 39: pen.foreground = []
      case 49: pen.background = []
      case 38, 48:
        guard index < parts.count, let kind = Self.number(parts[index]) else { return false }
        let count = kind == 5 ? 2 : kind == 2 ? 4 : 0
        guard count > 0, index + count <= parts.count else { return false }
        let color = Array(parts[(index - 1)..<(index + count)].joined(separator: [0x3B]))
        if number == 38 { pen.foreground = color } else { pen.background = color }
        index += count
      default: return false
      }
    }
    meant = pen
    return true
  }

  private static func number(_ digits: [UInt8]) -> UInt8? {
    digits.isEmpty ? 0 : UInt8(String(decoding: digits, as: UTF8.self))
  }

  /// Makes the terminal's pen what it must be for the next glyph, with one sequence.
  mutating func tell(blank: Bool) {
    var wanted = meant
    // 4, 7 and 9 (underline, reverse, strike) can be seen on a blank, and reverse shows the foreground.
    if blank, meant.attributes.isDisjoint(with: [4, 7, 9]), told.attributes.isDisjoint(with: [4, 7, 9]) {
      wanted.foreground = told.foreground
      wanted.attributes = told.attributes
    }
    guard wanted != told else { return }
    var parts: [[UInt8]] = []
    if wanted == Pen() || !told.attributes.isSubset(of: wanted.attributes) {
      // A reset is the shortest way to take an attribute back.
      parts.append([])
      told = Pen()
    }
    for attribute in wanted.attributes.subtracting(told.attributes).sorted() { parts.append([0x30 + attribute]) }
    if wanted.foreground != told.foreground {
      parts.append(wanted.foreground.isEmpty ? [0x33, 0x39] : wanted.foreground)
    }
    if wanted.background != told.background {
      parts.append(wanted.background.isEmpty ? [0x34, 0x39] : wanted.background)
    }
    if parts.count > 1, parts[0].isEmpty { parts[0] = [0x30] }
    output += [0x1B, 0x5B]
    output += parts.joined(separator: [0x3B])
    output.append(0x6D)
    told = wanted
  }
}
