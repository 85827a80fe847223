internal import TaskTrace

/// Recognizes most records of other processes in the default style without parsing them.
///
/// Nearly all of a log comes from processes that do not log about background work. If the columns are in their usual
/// positions, the process, the label, and the first two letters of the message are sufficient; a line that differs even
/// slightly is read in full. The result is always the same as that of reading in full.
struct NoiseFilter {
  /// Whether the line is a whole record of another process. Complexity: O(its head).
  static func isNoise(_ bytes: Bytes, _ start: Int, _ end: Int) -> Bool {
    guard DefaultColumns.stand(in: bytes, at: start, to: end), DefaultColumns.isOfProcess(bytes, start) else {
      return false
    }
    let name = start + DefaultColumns.process
    // A name that the scheduler's own begin with, or that of RunningBoard, is read in full.
    switch bytes[name] {
    case UInt8(ascii: "d"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "="), 0x30...0x39: return false
    default: break
    }
    guard var index = behindName(bytes, name, end) else { return false }
    if index < end, bytes[index] == UInt8(ascii: "(") {
      guard let close = self.index(of: UInt8(ascii: ")"), bytes, index, min(end, index + 96)), close + 1 < end,
        bytes[close + 1] == 0x20
      else { return false }
      index = close + 2
    }
    if index < end, bytes[index] == UInt8(ascii: "[") {
      guard let close = self.index(of: UInt8(ascii: "]"), bytes, index, min(end, index + 256)), close + 1 < end,
        bytes[close + 1] == 0x20, !mayBeRelevant(bytes, index + 1, close)
      else { return false }
      index = close + 2
    }
    return !MessageTable.all.mayBegin(bytes, at: index, end: end)
  }

  private static func behindName(_ bytes: Bytes, _ start: Int, _ end: Int) -> Int? {
    guard let colon = index(of: UInt8(ascii: ":"), bytes, start, min(end, start + 64)), colon + 1 < end,
      bytes[colon + 1] == 0x20
    else { return nil }
    return colon + 2
  }

  private static func index(of byte: UInt8, _ bytes: Bytes, _ start: Int, _ end: Int) -> Int? {
    var index = start
    while index < end {
      if bytes[index] == byte { return index }
      index += 1
    }
    return nil
  }

  /// Whether a label may be one of those that log about background work.
  private static func mayBeRelevant(_ bytes: Bytes, _ start: Int, _ end: Int) -> Bool {
    // `com.apple.` and the letter after it identify all but those without it.
    let apple = start + 10
    guard apple < end, bytes[start] == UInt8(ascii: "c"), bytes[apple - 1] == UInt8(ascii: ".") else { return true }
    switch bytes[apple] | 0x20 {
    case UInt8(ascii: "d"), UInt8(ascii: "b"), UInt8(ascii: "x"), UInt8(ascii: "u"): return true
    default: break
    }
    return false
  }
}
