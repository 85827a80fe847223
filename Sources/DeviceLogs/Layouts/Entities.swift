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
