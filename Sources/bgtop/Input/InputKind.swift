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
