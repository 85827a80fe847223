internal import TaskTrace

/// What a program puts before every line that it relays: a time stamp of continuous integration, the name of a
/// container, `[Xcode]`, `flutter:`, a number.
///
/// A prefix is known by its shape, in which only numbers and the widths of blanks differ from line to line.
struct LinePrefixes {
  /// A part of a shape.
  private enum Part: Hashable {
    case byte(UInt8)
    /// A word with a digit in it.
    case number
    case blanks
  }

  private var shapes: [[Part]] = []

  private static let maxLines = 400
  private static let maxLength = 160
  private static let maxShapes = 4

  /// Finds the prefixes before the records of a text; nil if records begin their lines, or no prefix is found.
  init?(_ bytes: Bytes) {
    var counts: [[Part]: (heads: Int, policies: Int)] = [:]
    var (lines, plain) = (0, 0)
    Text(bytes, 0, bytes.count).eachLine { line, _ in
      lines += 1
      if HeadReader.fixed(in: bytes, from: line.start, to: line.end) != nil || line.hasPrefix("{\"") {
        plain += 1
      } else if let (end, isHead) = Self.prefix(of: line), let shape = Self.shape(line.upTo(end)) {
        if isHead { counts[shape, default: (0, 0)].heads += 1 } else { counts[shape, default: (0, 0)].policies += 1 }
      }
      return lines < Self.maxLines
    }
    // A bare message after a word is recognized without this; the word is a prefix only if the message's policies
    // follow the same word.
    let found = counts.filter { $0.value.heads >= 2 || $0.value.policies >= 1 || lines == 1 && $0.value.heads == 1 }
    guard found.values.reduce(0, { $0 + $1.heads + $1.policies }) > plain else { return nil }
    let best = found.sorted {
      let (one, other) = ($0.value.heads + $0.value.policies, $1.value.heads + $1.value.policies)
      return one != other ? one > other : $0.key.count > $1.key.count
    }
    // The longest first: one may begin as another does.
    shapes = best.prefix(Self.maxShapes).map(\.key).sorted { $0.count > $1.count }
  }

  /// Where a prefix ends: before the head of a record, or before a policy of a scoring block.
  private static func prefix(of line: Text) -> (end: Int, isHead: Bool)? {
    let bytes = line.bytes
    var index = line.start
    let limit = min(line.end - 12, line.start + maxLength)
    while index < limit {
      if index > line.start, isSeparator(bytes[index - 1]), bytes[index].isDigit || bytes[index].isLetter,
        let head = HeadReader.fixed(in: bytes, from: index, to: line.end),
        head.time.form != .timeOfDay
          || bytes[index].isLetter
      {
        return (index, true)
      }
      if index > line.start, bytes[index] == UInt8(ascii: "{") {
        let rest = Text(bytes, index, line.end)
        // Behind the name of a block, or a quote, the policy is of the same line.
        let before = line.upTo(index)
        if rest.hasPrefix("{name: ") {
          return before.find(":[") == nil && before.find(0x22) == nil ? (index, false) : nil
        }
        // An object after a prefix without a space is found without this, and its contents are not a prefix.
        guard !rest.hasPrefix("{\"") else { return bytes[index - 1] == 0x20 ? (index, true) : nil }
      }
      index += 1
    }
    return nil
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, UInt8(ascii: "|"), UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: ">"), 0x80...: true
    default: false
    }
  }

  /// The shape of a prefix without its trailing blanks; nil for blanks alone, and for what ``Quotes`` removes.
  private static func shape(_ text: Text) -> [Part]? {
    var parts: [Part] = []
    let bytes = text.bytes
    var (index, end) = (text.start, text.end)
    while end > index, bytes[end - 1].isBlank { end -= 1 }
    if end - index > 1, bytes[end - 2] == 0xC2, bytes[end - 1] == 0xA0 { end -= 2 }
    while index < end {
      if bytes[index].isBlank {
        while index < end, bytes[index].isBlank { index += 1 }
        parts.append(.blanks)
        continue
      }
      let stop = wordEnd(bytes, index, end)
      if stop > index {
        if (index..<stop).contains(where: { bytes[$0].isDigit }) {
          parts.append(.number)
        } else {
          for place in index..<stop { parts.append(.byte(bytes[place])) }
        }
        index = stop
      } else {
        parts.append(.byte(bytes[index]))
        index += 1
      }
    }
    // Quotation marks are removed elsewhere, and brackets may belong to the block.
    let marks = ">|[](){".utf8.map { Part.byte($0) }
    return parts.allSatisfy { $0 == .blanks || marks.contains($0) } ? nil : parts
  }

  private static func wordEnd(_ bytes: Bytes, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, bytes[index].isLetter || bytes[index].isDigit { index += 1 }
    return index
  }

  /// Removes the prefixes from whole lines.
  func convert(_ bytes: Bytes, into text: inout [UInt8]) -> Int {
    Text(bytes, 0, bytes.count).eachLine { line, next in
      bytes[behind(line)..<next].append(to: &text)
      return true
    }
    return bytes.count
  }

  /// The beginning of a line after its prefix. A message without a time of its own keeps that of the prefix.
  private func behind(_ line: Text) -> Int {
    for shape in shapes {
      guard let stop = Self.match(shape, line) else { continue }
      let bytes = line.bytes
      let rest = Text(bytes, stop, line.end)
      if HeadReader.head(in: bytes, from: stop, to: line.end).map({ $0.time.form == .none }) ?? true,
        BareReader.head(in: bytes, from: stop, to: line.end) != nil,
        let head = HeadReader.head(in: bytes, from: line.start, to: line.end), head.time.form != .none
      {
        return line.start
      }
      return rest.start
    }
    return line.start
  }

  /// The index after a shape and the one blank that follows it; nil if the line begins differently.
  private static func match(_ shape: [Part], _ line: Text) -> Int? {
    let bytes = line.bytes
    var index = line.start
    if line.hasPrefix("\u{FEFF}") { index += 3 }
    for part in shape {
      guard index < line.end else { return nil }
      switch part {
      case .byte(let byte):
        guard bytes[index] == byte else { return nil }
        index += 1
      case .number:
        let stop = wordEnd(bytes, index, line.end)
        guard (index..<stop).contains(where: { bytes[$0].isDigit }) else { return nil }
        index = stop
      case .blanks:
        guard bytes[index].isBlank else { return nil }
        while index < line.end, bytes[index].isBlank { index += 1 }
      }
    }
    if Text(bytes, index, line.end).hasPrefix("\u{A0}") { return index + 2 }
    return index < line.end && bytes[index].isBlank ? index + 1 : index
  }
}
