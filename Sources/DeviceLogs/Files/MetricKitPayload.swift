internal import TaskTrace

/// MetricKit's daily payloads, as `jsonRepresentation()` writes them.
///
/// They arrive days late, for whole days, with measurements formatted in the device's language, and without the
/// counters that are zero. Therefore they become reports over their period, and an empty one means that nothing was
/// counted.
enum MetricKitPayload {
  /// Reads a metric or diagnostic payload; returns false if the value is neither.
  static func read(_ value: JSONValue, into reader: inout EventFileReader) -> Bool {
    guard let begin = reader.instant(value["timeStampBegin"]), let end = reader.instant(value["timeStampEnd"]) else {
      return false
    }
    var report = Report(from: "MetricKit", bundle: bundle(value), until: max(begin, end))
    report.exits = exits(value["applicationExitMetrics"])
    report.measures = measures(value["applicationTimeMetrics"]) + measures(value["cpuMetrics"])
    report.diagnostics = diagnostics(value)
    reader.add(.report(report), at: begin)
    return true
  }

  /// Reads a single diagnostic, or a payload of diagnostics without its period; returns false if the value is neither.
  ///
  /// Its call stack has no time: without a period, only its order is known.
  static func readDiagnostic(_ value: JSONValue, into reader: inout EventFileReader) -> Bool {
    var all: [(word: String, data: JSONValue)] = []
    if let data = value["diagnosticMetaData"] {
      let isCrash = data["exceptionType"] != nil || data["signal"] != nil || data["terminationReason"] != nil
      let word = data["hangDuration"] != nil ? "hang" : isCrash ? "crash" : "diagnostic"
      all = [(word, data)]
    } else {
      for (key, word) in lists {
        all += (value[key]?.array ?? []).prefix(1_000).compactMap { $0["diagnosticMetaData"] }.map { (word, $0) }
      }
    }
    guard !all.isEmpty else { return false }
    reader.isTimeless = true
    for (word, data) in all {
      let bundle = data["bundleIdentifier"]?.string ?? FrameworkMessages.unnamed
      var report = Report(from: "MetricKit", bundle: bundle, until: .zero)
      report.diagnostics = [words(word, data)]
      reader.add(.report(report), at: .zero)
    }
    return true
  }

  // MARK: iOS 27

  /// Reads a `MetricReport` or a `DiagnosticReport` of iOS 27, as `JSONEncoder` writes them; returns false if the value
  /// is neither, or does not contain its day.
  ///
  /// Apple documents the properties, not the text: the payload of an enum case may be in `_0`, dates may be strings or
  /// seconds since 2001. Therefore the counters are found by name, wherever they are in the entry of the whole day.
  static func readReport(_ value: JSONValue, into reader: inout EventFileReader) -> Bool {
    let entries = value["intervalEntries"]?.array
    guard entries != nil || value["diagnostics"]?.array != nil,
      let range = value["timeRange"] ?? value["dateInterval"] ?? value["reportingPeriod"],
      let begin = reader.instant(sinceReference: range["start"])
    else { return false }
    let length = range["duration"]?.number.flatMap { $0 >= 0 && $0 < 1e8 ? TimeSpan(seconds: $0) : nil }
    let end = reader.instant(sinceReference: range["end"]) ?? begin + (length ?? .days(1))
    var report = Report(
      from: "MetricKit", bundle: value["environment"]?["bundleIdentifier"]?.string, until: max(begin, end))
    // Entries for parts of the day repeat the contents of the longest one.
    let whole = entries?.max { duration($0) < duration($1) }
    let background = whole.flatMap { member("backgroundTermination", in: $0, depth: 8) }
    let foreground = whole.flatMap { member("foregroundTermination", in: $0, depth: 8) }
    let names = counts(background).map(\.key) + counts(foreground).map(\.key)
    var seen: Set<String> = []
    for name in names where seen.insert(name).inserted {
      let cause = terminations[name] ?? Cause(rawValue: name)
      let exits = Report.Exits(
        cause, background: counts(background).first { $0.key == name }?.count ?? 0,
        foreground: counts(foreground).first { $0.key == name }?.count ?? 0)
      if exits.background + exits.foreground > 0 { report.exits.append(exits) }
    }
    for diagnostic in (value["diagnostics"]?.array ?? []).prefix(1_000) {
      let kind = diagnostic.object?.first { $0.value.object != nil }?.key ?? diagnostic["type"]?.string ?? "diagnostic"
      let category = member("terminationCategory", in: diagnostic, depth: 6)
      let words = category?.string ?? category?["rawValue"]?.string
      report.diagnostics.append(words.map { "\(kind) (\($0))" } ?? kind)
    }
    reader.add(.report(report), at: begin)
    return true
  }

  /// The counters of `BackgroundTerminationMetric` and `ForegroundTerminationMetric`, without their last words, in the
  /// words of the payloads before.
  private static let terminations: [String: Cause] = [
    "normal": .normal, "abnormal": .abnormal, "memoryLimit": .memoryLimit, "systemPressure": .memoryPressure,
    "badAccess": .badAccess, "illegalInstruction": .illegalInstruction, "watchdog": .watchdog,
    "taskTimeout": .assertionTimeout, "fileLock": .lockedFile, "highCPU": .cpuLimit,
  ]

  /// The counters of a metric by what they count.
  private static func counts(_ metric: JSONValue?) -> [(key: String, count: Int)] {
    let inner = metric?["_0"] ?? metric
    return (inner?.object ?? []).compactMap { member in
      guard member.key.hasSuffix("TerminationCount"), let count = member.value.number, (0..<1e9).contains(count) else {
        return nil
      }
      return (String(member.key.dropLast("TerminationCount".utf8.count)), Int(count))
    }
  }

  /// How long an entry is, of a `Measurement` in seconds or a plain number.
  private static func duration(_ entry: JSONValue) -> Double {
    entry["duration"]?.number ?? entry["duration"]?["value"]?.number ?? 0
  }

  /// The first member of a name, anywhere inside a value.
  private static func member(_ name: String, in value: JSONValue, depth: Int) -> JSONValue? {
    if let found = value[name] { return found }
    guard depth > 0 else { return nil }
    for inner in value.array ?? value.object?.map(\.value) ?? [] {
      if let found = member(name, in: inner, depth: depth - 1) { return found }
    }
    return nil
  }

  private static func bundle(_ value: JSONValue) -> String? {
    if let bundle = value["metaData"]?["bundleIdentifier"]?.string { return bundle }
    return lists.lazy.compactMap {
      value[$0.key]?.array?.first?["diagnosticMetaData"]?["bundleIdentifier"]?.string
    }.first
  }

  // MARK: Exits

  /// The counters of `MXAppExitMetric`, in the order of Apple's documentation; the last two are undocumented.
  private static let counters: [(key: String, cause: Cause)] = [
    ("cumulativeNormalAppExitCount", .normal), ("cumulativeMemoryResourceLimitExitCount", .memoryLimit),
    ("cumulativeCPUResourceLimitExitCount", .cpuLimit), ("cumulativeMemoryPressureExitCount", .memoryPressure),
    ("cumulativeBadAccessExitCount", .badAccess), ("cumulativeAbnormalExitCount", .abnormal),
    ("cumulativeIllegalInstructionExitCount", .illegalInstruction),
    ("cumulativeAppWatchdogExitCount", .watchdog), ("cumulativeSuspendedWithLockedFileExitCount", .lockedFile),
    ("cumulativeBackgroundTaskAssertionTimeoutExitCount", .assertionTimeout),
    ("cumulativeBackgroundURLSessionCompletionTimeoutExitCount", .sessionTimeout),
    ("cumulativeBackgroundFetchCompletionTimeoutExitCount", .fetchTimeout),
  ]

  private static func exits(_ metrics: JSONValue?) -> [Report.Exits] {
    guard let metrics else { return [] }
    let (background, foreground) = (metrics["backgroundExitData"], metrics["foregroundExitData"])
    func count(_ data: JSONValue?, _ key: String) -> Int {
      data?[key]?.number.flatMap { $0 >= 0 && $0 < 1e9 ? Int($0) : nil } ?? 0
    }
    let unknown = Set([background, foreground].compactMap { $0?.object?.map(\.key) }.joined())
      .subtracting(counters.map(\.key)).sorted().map { ($0, Cause(rawValue: $0)) }
    return (counters.map { ($0.key, $0.cause) } + unknown).compactMap { key, cause in
      let exits = Report.Exits(cause, background: count(background, key), foreground: count(foreground, key))
      return exits.background + exits.foreground > 0 ? exits : nil
    }
  }

  // MARK: Measurements

  private static func measures(_ group: JSONValue?) -> [Report.Measure] {
    (group?.object ?? []).compactMap { member in
      member.value.string.flatMap { measure($0) }.map {
        Report.Measure(name: member.key, value: $0.value, unit: $0.unit)
      }
    }
  }

  /// The number and the unit of a localised measurement: `20 sec`, `2,717秒`, `1.106,5 kB`, `٢٠ ث`.
  ///
  /// A separator that appears twice, or is followed by exactly three digits, groups digits; otherwise it is a decimal
  /// point. A number of exactly that form with a fraction cannot be distinguished from one without.
  static func measure(_ text: String) -> (value: Double, unit: String)? {
    var digits: [(value: Int, separator: Character?)] = []
    var separator: Character?
    var rest = Substring(text)
    while let character = rest.first {
      if let digit = character.wholeNumberValue, character.isNumber, (0...9).contains(digit) {
        digits.append((digit, separator))
        separator = nil
      } else if ".,'’٬٫\u{A0}\u{202F} ".contains(character), !digits.isEmpty, let next = rest.dropFirst().first,
        next.wholeNumberValue != nil
      {
        separator = character
      } else if !digits.isEmpty || !character.isWhitespace && character != "\u{200F}" {
        break
      }
      rest = rest.dropFirst()
    }
    guard !digits.isEmpty, digits.count <= 15 else { return nil }
    let places = digits.indices.filter { digits[$0].separator != nil }
    var point: Int?
    if let last = places.last, let sign = digits[last].separator {
      let isOnly = places.count { digits[$0].separator == sign } == 1
      let mixed = Set(places.compactMap { digits[$0].separator }).count > 1
      if isOnly, mixed || digits.count - last != 3 { point = last }
    }
    var value = 0.0
    for digit in digits { value = value * 10 + Double(digit.value) }
    if let point { for _ in point..<digits.count { value /= 10 } }
    return (value, rest.trimmingBlanks)
  }

  // MARK: Diagnostics

  private static let lists: [(key: String, word: String)] = [
    ("crashDiagnostics", "crash"), ("hangDiagnostics", "hang"), ("cpuExceptionDiagnostics", "too much processor time"),
    ("diskWriteExceptionDiagnostics", "too many disk writes"), ("appLaunchDiagnostics", "slow launch"),
    ("memoryExceptionDiagnostics", "too much memory"),
  ]

  private static func diagnostics(_ value: JSONValue) -> [String] {
    var found: [String] = []
    for (key, word) in lists {
      for diagnostic in (value[key]?.array ?? []).prefix(1_000) {
        guard let data = diagnostic["diagnosticMetaData"] else {
          found.append(word)
          continue
        }
        found.append(words(word, data))
      }
    }
    return found
  }

  /// A diagnostic in words: `crash (signal 11, Namespace SIGNAL, Code 0xb)`.
  private static func words(_ word: String, _ data: JSONValue) -> String {
    var words: [String] = []
    if case .integer(let signal)? = data["signal"]?.content { words.append("signal \(signal)") }
    for key in ["terminationReason", "hangDuration"] {
      if let text = data[key]?.string { words.append(text) }
    }
    return words.isEmpty ? word : "\(word) (\(words.joined(separator: ", ")))"
  }
}

extension Substring {
  /// Without blanks at both ends.
  fileprivate var trimmingBlanks: String {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
