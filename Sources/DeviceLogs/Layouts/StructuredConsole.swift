internal import TaskTrace

/// Xcode's structured console since 15, copied with its metadata, which is on a separate line after each message:
/// `Type: Error | Timestamp: 2025-08-22 10:41:13.994158+09:00 | Process: App | Library: … | Subsystem: … | TID:
/// 0xf700`.
struct StructuredConsole {
  /// A message is not longer than this.
  private static let maxLength = 1 << 18

  /// Whether a text contains such a line.
  static func isOne(_ bytes: Bytes) -> Bool {
    var isFound = false
    Text(bytes, 0, bytes.count).eachLine { line, _ in
      isFound = metadata(line)?.time.form ?? .none != .none
      return !isFound
    }
    return isFound
  }

  /// The possible first fields: the user chooses which fields are shown.
  private static let names: [StaticString] = [
    "Type: ", "Timestamp: ", "Process: ", "Library: ", "Subsystem: ", "Category: ", "TID: ", "PID: ", "Activity ID: ",
  ]

  /// The contents of a metadata line; nil for any other line.
  private static func metadata(_ line: Text) -> ForeignRecord? {
    guard names.contains(where: { line.hasPrefix($0) }),
      line.find(" | ") != nil || line.equals("Type: stdio" as StaticString)
    else { return nil }
    var record = ForeignRecord()
    var rest = line
    while !rest.isEmpty {
      let part = rest.before(" | ")
      rest = rest.from(part.end + 3)
      guard let colon = part.find(0x3A) else { continue }
      let value = part.from(colon + 1).trimmed
      let role = RecordKey.meaning(of: part.upTo(colon)).role
      if role == .timestamp {
        record.time = TimeReader.any(value.bytes, at: value.start, end: value.end)?.time ?? .unknown
      } else {
        record.set(value, as: role)
      }
    }
    return record
  }

  /// Adds whole messages with their heads in front, and returns the beginning of the message whose metadata has not
  /// arrived.
  func convert(_ bytes: Bytes, isLast: Bool, into text: inout [UInt8]) -> Int {
    var begun = 0
    Text(bytes, 0, bytes.count).eachLine { line, next in
      if var record = Self.metadata(line) {
        let message = Text(bytes, begun, max(begun, line.start - 1))
        bytes[message.start..<message.end].append(to: &record.message)
        record.append(to: &text)
        // A line in place of the metadata, so that later lines keep their numbers.
        text += begun < line.start ? [0x0A, 0x0A] : [0x0A]
        begun = next
      } else if next - begun > Self.maxLength {
        bytes[begun..<next].append(to: &text)
        begun = next
      }
      return true
    }
    guard isLast else { return begun }
    bytes[begun..<bytes.count].append(to: &text)
    return bytes.count
  }
}
