extension InputParser {
  /// A byte after `ESC [`.
  mutating func parseControl(_ byte: UInt8, _ inputs: inout [Input]) {
    switch byte {
    case 0x1B:
      // The sequence was cut short by another one.
      reset()
      state = .escape
    case 0x18, 0x1A: reset()
    case 0x5B where bytes.isEmpty: state = .console
    case 0x4D where bytes.isEmpty: state = .oldMouse
    case 0x20...0x3F:
      if bytes.count < Self.sequenceLimit { bytes.append(byte) }
    case 0x40...0x7E: finishControl(byte, &inputs)
    default: break
    }
  }

  private mutating func finishControl(_ final: UInt8, _ inputs: inout [Input]) {
    let parameters = bytes
    reset()
    guard parameters.count < Self.sequenceLimit else { return }
    if parameters.first == 0x3C {
      if final == 0x4D || final == 0x6D { parseMouse(parameters.dropFirst(), isRelease: final == 0x6D, &inputs) }
      return
    }
    guard let numbers = Self.numbers(parameters[...]), numbers.count <= 4 else { return }
    let first = numbers.first ?? 0
    let modifier = numbers.count > 1 ? numbers[1] : 0
    switch final {
    case 0x7E where first == 200 && numbers.count == 1: state = .paste
    case 0x7E:
      if let key = Self.key(number: first, modifier: modifier) { inputs.append(.key(key)) }
    case 0x49 where parameters.isEmpty: inputs.append(.focus(true))
    case 0x4F where parameters.isEmpty: inputs.append(.focus(false))
    case 0x5A where parameters.isEmpty: inputs.append(.key(.backTab))
    case 0x61...0x64 where parameters.isEmpty:
      // rxvt's arrows with shift.
      inputs.append(.key([.shiftUp, .shiftDown, .shiftRight, .shiftLeft][Int(final) - 0x61]))
    case 0x75:
      if let key = Self.key(scalar: first, modifier: modifier) { inputs.append(.key(key)) }
    default:
      // Cursor keys have no number but 1 before their modifier; a cursor report (R) has.
      guard numbers.isEmpty || (first == 1 && numbers.count == 2) else { return }
      if let key = Self.key(letter: final, modifier: modifier) { inputs.append(.key(key)) }
    }
  }

  private func parseMouse(_ parameters: ArraySlice<UInt8>, isRelease: Bool, _ inputs: inout [Input]) {
    guard let numbers = Self.numbers(parameters), numbers.count == 3 else { return }
    guard let mouse = Mouse(code: numbers[0], column: numbers[1], row: numbers[2], isRelease: isRelease) else { return }
    inputs.append(.mouse(mouse))
  }

  /// A byte of an old mouse report: button, column and row, each with 32 added.
  mutating func parseLegacyMouse(_ byte: UInt8, _ inputs: inout [Input]) {
    bytes.append(byte)
    guard bytes.count == 3 else { return }
    let numbers = bytes.map { Int($0) - 32 }
    reset()
    guard let mouse = Mouse(code: numbers[0], column: numbers[1], row: numbers[2], isRelease: false) else { return }
    inputs.append(.mouse(mouse))
  }

  /// The key of a sequence that ends in a letter.
  ///
  /// The number of a modifier is one more than the sum of 1 for Shift, 2 for Alt, and 4 for Ctrl. Modifiers without a
  /// case are ignored, except that arrows with several count as arrows with Ctrl.
  static func key(letter: UInt8, modifier: Int) -> Key? {
    let held = max(0, modifier - 1)
    let isShift = held == 1
    let isCtrl = held > 1
    return switch letter {
    case 0x41: isShift ? .shiftUp : isCtrl ? .ctrlUp : .up
    case 0x42: isShift ? .shiftDown : isCtrl ? .ctrlDown : .down
    case 0x43: isShift ? .shiftRight : isCtrl ? .ctrlRight : .right
    case 0x44: isShift ? .shiftLeft : isCtrl ? .ctrlLeft : .left
    case 0x61: .ctrlUp
    case 0x62: .ctrlDown
    case 0x63: .ctrlRight
    case 0x64: .ctrlLeft
    case 0x46: .end
    case 0x48: .home
    case 0x50...0x53: .f(Int(letter) - 0x4F)
    // The number pad in application mode.
    case 0x4D: .enter
    case 0x6A...0x79: .character(Character(Unicode.Scalar(letter - 0x40)))
    default: nil
    }
  }

  /// The key of a sequence that ends in a tilde.
  static func key(number: Int, modifier: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .f(number - 10)
    case 17...21: .f(number - 11)
    case 23, 24: .f(number - 12)
    default: nil
    }
  }

  /// The key of a sequence that gives a character by number, which some terminals send for keys with modifiers.
  static func key(scalar: Int, modifier: Int) -> Key? {
    guard let value = UInt8(exactly: scalar), value < 0x80 else { return nil }
    let held = max(0, modifier - 1)
    if value == 9, held & 1 == 1 { return .backTab }
    if value < 0x20 || value == 0x7F { return Self.key(ascii: value) }
    let character = Character(Unicode.Scalar(value))
    if held & 4 != 0, (0x61...0x7A).contains(value) { return Self.key(ascii: value - 0x60) }
    return held & 2 != 0 ? .alt(character) : .character(character)
  }

  /// Numbers with semicolons between them; nil if there is anything else, or a number that is absurd.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
    guard !bytes.isEmpty else { return [] }
    var numbers = [0]
    for byte in bytes {
      switch byte {
      case 0x3B: numbers.append(0)
      case 0x30...0x39:
        let value = numbers[numbers.count - 1] * 10 + Int(byte) - 0x30
        guard value < 1_000_000 else { return nil }
        numbers[numbers.count - 1] = value
      default: return nil
      }
    }
    return numbers
  }
}
