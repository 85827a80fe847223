/// Takes the changes of colours and attributes out of a frame that make no difference.
///
/// curses sends both colours of a pair when only one has changed, a change before every blank, and a reset at the end
/// that the next frame undoes. Here changes are only noted, and sent as one sequence before the first glyph that needs
/// them; a blank needs no foreground. All else passes through unchanged. Every frame begins and ends with the pen reset.
///
/// On a selected row of the dashboard that saves a third of the bytes. Lines and bars are sent as one glyph and how often
/// it is repeated, where the terminal can do that; curses does so for ASCII alone.
package struct PenFolder: Sendable {
  /// What the next glyph looks like, in numbers: this runs for every glyph of every frame.
  struct Pen: Hashable {
    var foreground = Color.standard
    var background = Color.standard
    /// One bit for each of the parameters 1 to 9.
    var attributes: UInt16 = 0
  }

  /// A colour as the parameters that set it.
  enum Color: Hashable {
    case standard
    /// One parameter: 30 to 37, 90 to 97, and the same for backgrounds.
    case short(UInt8)
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)
  }

  // What the terminal has been told, and what curses believes that it has been told.
  var told = Pen()
  var meant = Pen()
  var output: [UInt8] = []

  /// Whether the terminal repeats the last glyph on demand (ECMA-48 REP).
  private let canRepeat: Bool

  package init(canRepeat: Bool = false) { self.canRepeat = canRepeat }

  /// A frame with the same effect in fewer bytes.
  ///
  /// - Complexity: linear in the number of bytes.
  package mutating func fold(_ frame: some Collection<UInt8>) -> [UInt8] {
    told = Pen()
    meant = Pen()
    output.removeAll(keepingCapacity: true)
    var index = frame.startIndex
    while index < frame.endIndex {
      let byte = frame[index]
      guard byte == 0x1B else {
        if canRepeat, byte == 0xE2, let end = repeatedGlyph(frame, from: index) {
          index = end
          continue
        }
        glyph(byte)
        index = frame.index(after: index)
        continue
      }
      let end = Self.sequenceEnd(frame, from: index)
      sequence(frame[index..<end])
      index = end
    }
    if told != Pen() { output += [0x1B, 0x5B, 0x6D] }
    return output
  }

  /// Sends a row of equal glyphs as one and a number. Only lines, blocks and geometric shapes (U+2500 to U+25FF): they are
  /// what comes in rows, one column wide in every terminal.
  ///
  /// - Returns: Where the row ends, or nothing if there is none that is worth it.
  private mutating func repeatedGlyph<Frame: Collection<UInt8>>(_ frame: Frame, from start: Frame.Index) -> Frame.Index?
  {
    let glyph = frame[start...].prefix(3)
    guard glyph.count == 3, (0x94...0x97).contains(glyph[frame.index(after: start)]) else { return nil }
    var end = glyph.endIndex
    var count = 1
    while frame[end...].starts(with: glyph) {
      end = frame.index(end, offsetBy: 3)
      count += 1
    }
    guard count >= Self.shortestRepetition else { return nil }
    tell(blank: false)
    output.append(contentsOf: glyph)
    output += [0x1B, 0x5B]
    output += String(count - 1).utf8
    output.append(0x62)
    return end
  }

  /// From here on a repetition is shorter than the glyphs.
  private static let shortestRepetition = 4

  /// The end of an escape sequence.
  private static func sequenceEnd<Frame: Collection<UInt8>>(_ frame: Frame, from start: Frame.Index) -> Frame.Index {
    var index = frame.index(after: start)
    guard index < frame.endIndex else { return index }
    let isControl = frame[index] == 0x5B
    index = frame.index(after: index)
    // Intermediate bytes, and in a control sequence parameters, before the final one.
    if !isControl, !(0x20...0x2F).contains(frame[frame.index(after: start)]) { return index }
    while index < frame.endIndex {
      let isFinal = isControl ? (0x40...0x7E).contains(frame[index]) : frame[index] >= 0x30
      index = frame.index(after: index)
      if isFinal { break }
    }
    return index
  }

  private mutating func sequence(_ bytes: some Collection<UInt8>) {
    let final = bytes.suffix(1).first ?? 0
    let isControl = bytes.dropFirst().first == 0x5B
    if !isControl, bytes.elementsEqual([0x1B, 0x28, 0x42]) { return }
    if isControl, final == 0x6D, bytes.count >= 3, apply(bytes.dropFirst(2).dropLast()) { return }
    // Erasing, inserting and scrolling paint with the background; movements need nothing.
    if Self.painting.contains(final) { tell(blank: true) }
    if final == 0x6D {
      // Something that is not understood: let curses have its way from here.
      tell(blank: false)
    }
    output.append(contentsOf: bytes)
  }

  /// The last bytes of J, K, X, P, @, L, M, S, T, b and D (which is a line feed without a bracket).
  private static let painting: [UInt8] = Array("JKXP@LMSTbD".utf8)

  private mutating func glyph(_ byte: UInt8) {
    // A line feed at the bottom scrolls, and paints the new line.
    if byte >= 0x20 || byte == 0x0A { tell(blank: byte <= 0x20) }
    output.append(byte)
  }
}
