internal import DeviceLogs
internal import PropertyLists
internal import TaskTrace

/// What a text is, by its first characters.
enum InputKind: Sendable {
  case trace, scenario, propertyList, log
  /// MetricKit's payloads, or a library's history.
  case events

  init(_ bytes: [UInt8]) {
    if PropertyListFile.looksLikePropertyList(bytes) {
      self = .propertyList
      return
    }
    if TraceFile.looksLikeTrace(bytes) {
      self = .trace
      return
    }
    if EventFile.looksLikeEvents(bytes) {
      self = .events
      return
    }
    let start = bytes.prefix(1 << 16).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    let isObject = start.first == UInt8(ascii: "{") || start.starts(with: "//".utf8) || start.starts(with: "/*".utf8)
    self = isObject && !DeviceLog.looksLikeJSONLog(Array(start)) ? .scenario : .log
  }
}

/// How files are compressed that are not unpacked here.
enum Compression {
  /// What unpacks a file, by its first bytes; nil if it is not compressed.
  static func command(_ bytes: [UInt8]) -> String? { kinds.first { bytes.starts(with: $0.first) }?.command }

  private static let kinds: [(first: [UInt8], command: String)] = [
    ([0x42, 0x5A, 0x68], "bunzip2"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "unxz"), ([0x28, 0xB5, 0x2F, 0xFD], "unzstd"),
    ([0x50, 0x4B, 0x03, 0x04], "unzip"), ([0x37, 0x7A, 0xBC, 0xAF], "7z x"),
  ]
}
