internal import TaskTrace

/// The names that web pages give to signs, where they are left in a copy.
enum Entities {
  private static let names: [(name: StaticString, byte: UInt8)] = [
    ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&#39;", 0x27), ("&#34;", 0x22), ("&#x27;", 0x27),
    ("&amp;", 0x26),
    ("&nbsp;", 0x20),
  ]

  /// Whether a text has them in place of its signs: one that has the signs as well quotes them.
  static func occur(in bytes: Bytes) -> Bool {
    let text = Text(bytes, 0, bytes.count)
    return text.find("&lt;") != nil && text.find("&gt;") != nil && text.find(0x3C) == nil
  }

  /// Whether most blanks of a text are U+00A0, which web pages and word processors put in place of spaces.
  static func areBlanksFirm(in bytes: Bytes) -> Bool {
    var (spaces, firm, index) = (0, 0, 0)
    while index < bytes.count {
      if bytes[index] == 0x20 { spaces += 1 }
      if bytes[index] == 0xC2, index + 1 < bytes.count, bytes[index + 1] == 0xA0 { firm += 1 }
      index += 1
    }
    return firm > 8 && firm * 3 > spaces
  }

  /// The text with spaces in place of U+00A0. Complexity: O(bytes).
  static func softened(_ bytes: Bytes) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let isFirm = bytes[index] == 0xC2 && index + 1 < bytes.count && bytes[index + 1] == 0xA0
      plain.append(isFirm ? 0x20 : bytes[index])
      index += isFirm ? 2 : 1
    }
    return plain
  }

  /// The text with the signs. Complexity: O(bytes).
  static func decoded(_ bytes: Bytes) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    let text = Text(bytes, 0, bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x26, let entity = names.first(where: { text.matches($0.name, at: index) }) {
        plain.append(entity.byte)
        index += entity.name.utf8CodeUnitCount
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    return plain
  }
}
