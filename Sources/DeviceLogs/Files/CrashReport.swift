internal import TaskTrace

/// Reports of crashes and kills as the device keeps them: the text of `.crash` files, the two parts of `.ips` files, jetsam
/// and processor reports, and excerpts of them.
enum CrashReport {
  /// Whether a text is such a report and not a log that quotes one: no line has a record's head.
  static func isOne(_ text: Text) -> Bool {
    if text.first == UInt8(ascii: "{") { return isHeader(text) }
    var (isReport, isLog, lines) = (false, false, 0)
    text.eachLine { line, _ in
      lines += 1
      let words = line.trimmed
      isReport = isReport || keys.contains { words.hasPrefix($0) }
      let head = HeadReader.head(in: line.bytes, from: line.start, to: line.end)
      if head.map({ $0.time.form != .none }) ?? false { isLog = true }
      return !isLog && lines < 2_000
    }
    return isReport && !isLog
  }

  private static let keys: [StaticString] = [
    "Exception Type:", "Termination Reason:", "Incident Identifier:", "Action taken:",
  ]

  /// Whether an object is the first line of an `.ips` file, or the body of one.
  private static func isHeader(_ text: Text) -> Bool {
    let line = text.before("\n")
    if line.find("\"bug_type\"") != nil, line.find("\"incident_id\"") != nil || line.find("\"timestamp\"") != nil {
      return true
    }
    return text.find("\"procName\"") != nil && text.find("\"termination\"") != nil
  }

  /// Reads a report; returns false if it contains no end of a process.
  static func read(_ bytes: [UInt8], into reader: inout EventFileReader) -> Bool {
    let found = bytes.withBorrowedBytes { bytes -> Found? in
      let text = Text(bytes, 0, bytes.count).trimmed
      return text.first == UInt8(ascii: "{") ? objects(text, &reader) : lines(text, &reader)
    }
    guard var found else { return false }
    let at = found.at ?? .zero
    if found.at == nil { reader.isTimeless = true }
    for end in found.jetsam { reader.add(.killed(nil, bundle: end.name, code: nil, cause: end.cause), at: at, line: 1) }
    for (text, line) in found.complaints.prefix(8) {
      reader.add(.note(Note(text, process: found.bundle ?? found.process, level: .error)), at: at, line: line)
    }
    if let (task, line) = found.unregistered {
      reader.add(.registrationRefused(TaskReference(TaskIdentifier(task)), cause: .noHandler), at: at, line: line)
    }
    guard let cause = found.cause else { return !found.jetsam.isEmpty || found.unregistered != nil }
    found.bundle = found.bundle ?? found.process
    // An end that is explained by its task needs no app of its own.
    if found.bundle != nil || found.unregistered == nil {
      let bundle = found.bundle ?? FrameworkMessages.unnamed
      reader.add(.killed(nil, bundle: bundle, code: found.code, cause: cause), at: at, line: found.line)
    }
    return true
  }

  /// What a report says.
  private struct Found {
    var at: Instant?
    var bundle: String?
    var process: String?
    var signal: Int?
    var code: UInt64?
    /// Everything that explains the termination.
    var reason = ""
    /// The line that says most about it.
    var line = 1
    var unregistered: (task: String, line: Int)?
    var complaints: [(text: String, line: Int)] = []
    var wasCPU = false
    var jetsam: [(name: String, cause: Cause)] = []

    /// Why the process ended; nil if the report does not say.
    var cause: Cause? {
      if wasCPU { return .cpuResourceLimit }
      let known = code.flatMap { code in ProcessMessages.codes.first { $0.code == code }?.cause }
      if let explained = ProcessMessages.watchdog(reason) { return explained }
      if let known { return known }
      if reason.contains("JETSAM") || reason.contains("jetsam") { return .memoryLimit }
      if let signal { return Cause(rawValue: "signal \(signal)") }
      return reason.isEmpty ? nil : Cause(rawValue: reason)
    }
  }

  // MARK: Text

  private static func lines(_ text: Text, _ reader: inout EventFileReader) -> Found {
    var found = Found()
    var (isInformation, number) = (false, firstLine(of: text) - 1)
    text.eachLine { line, _ in
      number += 1
      let words = line.trimmed
      func value(_ key: StaticString) -> Text? { words.hasPrefix(key) ? words.after(key)?.trimmed : nil }
      if let value = value("Identifier:") {
        found.bundle = value.string
      } else if let value = value("Process:") ?? value("Command:") {
        found.process = value.word.string
      } else if let value = value("Date/Time:") ?? value("Date:") {
        found.at = found.at ?? reader.instant(JSONValue(.string(value.string)))
      } else if let value = value("Exception Type:") {
        (found.signal, found.line) = (signal(value.string), number)
      } else if let value = value("Termination Reason:") {
        found.line = number
        found.reason += value.string
        found.code = found.code ?? code(value)
      } else if let value = value("Action taken:") {
        (found.wasCPU, found.line) = (value.hasPrefix("Process killed"), number)
      } else if words.find("RBSTerminateContext|") != nil {
        found.line = number
        found.reason += " " + words.string
        found.code = words.after("code:").flatMap(code) ?? found.code
        found.bundle = found.bundle ?? ProcessMessages.bundle(words)?.string
      } else if isInformation || words.find("transgression") != nil {
        found.reason += " " + words.string
      }
      if words.hasPrefix("Application Specific Information:") {
        isInformation = true
      } else if words.isEmpty {
        isInformation = false
      }
      note(words, number, in: &found)
      return true
    }
    return found
  }

  /// The number of the line on which a text begins: blank lines before it count.
  private static func firstLine(of text: Text) -> Int { 1 + (0..<text.start).count { text.bytes[$0] == 0x0A } }

  /// Keeps a line that names a mistake.
  private static func note(_ line: Text, _ number: Int, in found: inout Found) {
    if let task = line.after("No launch handler registered for task with identifier ") {
      found.unregistered = (FrameworkMessages.identifier(task), number)
    } else if traces.contains(where: { line.find($0) != nil }) {
      let text = line.upTo(line.start + 300).string
      if !found.complaints.contains(where: { $0.text == text }) { found.complaints.append((text, number)) }
    }
  }

  /// Frames and phrases of crashed threads that tell more than the signal.
  private static let traces: [StaticString] = [
    "_handleSubmissionWithoutRegistrationForTaskRequest", "_swift_task_checkIsolatedSwift",
    "Block was expected to execute on queue", "must be registered before application finishes launching",
    "are not supported in background sessions", "never posted an incoming call", "to submit GPU work from background",
    "holding a shared file lock", "has already been registered",
  ]

  /// The code of a termination: in hexadecimal behind `Code`, or the last number of the line.
  private static func code(_ value: Text) -> UInt64? {
    if let found = value.find("0x") ?? value.find("0X") { return value.from(found).hexadecimal }
    let digits = value.string.split { !$0.isNumber }.compactMap { UInt64($0) }
    return digits.first { $0 > 255 } ?? digits.first
  }

  private static func signal(_ text: String) -> Int? {
    signals.first { text.contains($0.name) }?.number
  }

  private static let signals: [(name: String, number: Int)] = [
    ("SIGABRT", 6), ("SIGSEGV", 11), ("SIGBUS", 10), ("SIGILL", 4), ("SIGTRAP", 5), ("SIGKILL", 9), ("SIGTERM", 15),
    ("SIGFPE", 8), ("SIGSYS", 12), ("SIGQUIT", 3), ("EXC_BREAKPOINT", 5), ("EXC_BAD_ACCESS", 11),
  ]

  // MARK: Objects

  private static func objects(_ text: Text, _ reader: inout EventFileReader) -> Found? {
    func object(_ text: Text) -> JSONValue? {
      try? JSONReader.read(text.bytes[text.start..<text.end].array)
    }
    let first = text.before("\n")
    var (header, body) = (object(first), first.end < text.end ? object(text.from(first.end)) : nil)
    if body == nil, let whole = object(text) { (header, body) = (whole, whole) }
    guard header != nil || body != nil else { return nil }
    var found = Found()
    found.bundle =
      body?["bundleInfo"]?["CFBundleIdentifier"]?.string ?? header?["bundleID"]?.string ?? header?["bundle_id"]?.string
    found.process = body?["procName"]?.string ?? header?["app_name"]?.string ?? header?["name"]?.string
    found.at =
      reader.instant(body?["captureTime"]) ?? reader.instant(header?["timestamp"]) ?? reader.instant(body?["date"])
    found.signal =
      body?["exception"]?["signal"]?.string.flatMap(signal) ?? body?["exception"]?["type"]?.string.flatMap(signal)
    if let end = body?["termination"] {
      let namespace = end["namespace"]?.string ?? ""
      found.code = end["code"]?.number.flatMap { $0 >= 0 && $0 < 1.8e19 ? UInt64($0) : nil }
      let reasons = (end["reasons"]?.array ?? []).compactMap(\.string)
      found.reason = ([namespace, end["indicator"]?.string ?? ""] + reasons).filter { !$0.isEmpty }.joined(
        separator: " ")
      // The code of a signal is its number, which is no code of the system's.
      if namespace == "SIGNAL" { found.code = nil }
    }
    for process in (body?["processes"]?.array ?? []) {
      guard let reason = process["reason"]?.string, let name = process["name"]?.string else { continue }
      let isOwn = reason == "per-process-limit" || reason == "highwater"
      let isPressure = reason.hasPrefix("vm-") || reason == "memory-pressure" || reason == "idle-exit"
      found.jetsam.append(
        (name, isOwn ? .memoryLimit : isPressure ? .memoryPressure : Cause(rawValue: "jetsam: \(reason)")))
    }
    for member in body?["asi"]?.object ?? [] {
      for words in (member.value.array ?? []).compactMap(\.string) {
        Array(words.utf8).withBorrowedBytes { note(Text($0, 0, $0.count), 1, in: &found) }
      }
    }
    for thread in body?["threads"]?.array ?? [] where thread["triggered"] != nil {
      for symbol in (thread["frames"]?.array ?? []).compactMap({ $0["symbol"]?.string }) {
        Array(symbol.utf8).withBorrowedBytes { note(Text($0, 0, $0.count), 1, in: &found) }
      }
    }
    return found
  }
}
