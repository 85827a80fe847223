internal import TaskTrace

/// An error or a termination that developers see as a number, what it means, and the questions behind it.
public struct ErrorCode: Sendable {
  public enum Family: String, CaseIterable, Hashable, Sendable {
    /// `BGTaskScheduler.Error`.
    case scheduler = "BGTaskSchedulerErrorDomain"
    /// dasd's response to the framework.
    case activityScheduler = "_DASActivitySchedulerErrorDomain"
    /// `URLError` of background sessions.
    case session = "NSURLErrorDomain"
    /// `NSURLErrorBackgroundTaskCancelledReasonKey` in an `NSURLErrorCancelled` error.
    case cancelReason = "NSURLErrorBackgroundTaskCancelledReasonKey"
    /// The termination reason of a crash report.
    case termination = "Termination Reason"
    /// A counter of MetricKit's `MXAppExitMetric`.
    case exit = "MXBackgroundExitData"
  }

  public let family: Family
  /// nil for what has a name alone.
  public let code: Int64?
  public let name: String
  /// Other names for the same, without the prefixes that ``matching(_:)`` knows.
  let aliases: [String]
  /// How an input is examined for it: where it shows, and its causes as questions.
  public let symptom: Symptom

  public var meaning: String { symptom.what }
  public var source: String { symptom.source }
  /// The fix if no cause is known.
  public var remedy: String { symptom.otherwise.remedy }

  /// The code as it is printed: `Code=3`, `0x8badf00d`.
  public var codeText: String? {
    code.map { code in
      family == .termination ? "0x" + String(UInt64(bitPattern: code), radix: 16) : "Code=\(code)"
    }
  }

  init(
    _ family: Family, _ code: Int64?, _ name: String, also aliases: [String] = [], _ meaning: String,
    fix remedy: String,
    _ source: String, shows: @escaping @Sendable (Subject) -> Finding.Evidence? = { _ in nil },
    _ questions: [Question] = []
  ) {
    (self.family, self.code, self.name, self.aliases) = (family, code, name, aliases)
    symptom = Symptom(
      id: name, title: name, what: meaning, source: source,
      shows: { subject in shows(subject).map { (.yes, $0) } ?? (subject.isComplete ? .no : .unknown, nil) },
      questions: questions, otherwise: Verdict(id: name, text: meaning.sentence, remedy: remedy, source: source))
  }

  public static func named(_ name: String) -> ErrorCode? { all.first { $0.name == name } }

  /// What a text may mean: `Domain=BGTaskSchedulerErrorDomain Code=3`, `Code=3`, `3`, `notPermitted`, `0x8badf00d`.
  ///
  /// - Returns: Every matching entry; none if the text is neither a code nor a known name.
  public static func matching(_ text: String) -> [ErrorCode] {
    let families = Family.allCases.filter { text.holds($0.rawValue) }
    func fits(_ entry: ErrorCode) -> Bool { families.isEmpty || families.contains(entry.family) }
    if let number = number(in: text) {
      // dasd's codes, and the reasons that accompany another code, match only if they are named.
      let hidden: [Family] = families.isEmpty ? [.activityScheduler, .cancelReason] : []
      let found = all.filter { $0.code == number && fits($0) && !hidden.contains($0.family) }
      if !found.isEmpty || text.holds("Code=") { return found }
    }
    let words = text.split { $0 == " " || $0 == "=" || $0 == "," || $0 == "(" || $0 == ")" || $0 == ":" || $0 == "\"" }
    let names = words.map { plain(String($0)) }
    return all.filter { entry in
      fits(entry) && ([entry.name] + entry.aliases).contains { names.contains($0.lowercased()) }
    }
  }

  /// The number that a text gives as its code: behind `Code=`, `code:` or the reason's key, or a number alone.
  private static func number(in text: String) -> Int64? {
    let pieces = text.split { $0 == " " || $0 == "," || $0 == "}" || $0 == "{" || $0 == "(" || $0 == ")" || $0 == "\"" }
    var fallback: Int64?
    for (index, piece) in pieces.enumerated() {
      let parts = piece.split { $0 == "=" || $0 == ":" }.map(String.init)
      guard let last = parts.last else { continue }
      let isNamed = parts.count > 1 && (parts[0].lowercased() == "code" || parts[0] == Family.cancelReason.rawValue)
      let follows = index > 0 && pieces[index - 1].lowercased().hasSuffix("code")
      guard let value = value(last) else { continue }
      // A reason is more specific than the code that it accompanies.
      if isNamed, parts[0] == Family.cancelReason.rawValue { return value }
      if isNamed || follows { fallback = fallback ?? value }
      if pieces.count == 1, parts.count == 1 { return value }
    }
    return fallback ?? pieces.lazy.filter { $0.lowercased().hasPrefix("0x") }.compactMap { value(String($0)) }.first
  }

  private static func value(_ text: String) -> Int64? {
    let small = text.lowercased()
    if small.hasPrefix("0x") { return UInt64(small.dropFirst(2), radix: 16).map { Int64(bitPattern: $0) } }
    return Int64(small)
  }

  /// A name without the prefixes of its language.
  private static func plain(_ text: String) -> String {
    var small = text.lowercased()
    if let dot = small.lastIndex(of: ".") { small = String(small[small.index(after: dot)...]) }
    for prefix in ["bgtaskschedulererrorcode", "nsurlerror", "cumulative"] where small.hasPrefix(prefix) {
      small = String(small.dropFirst(prefix.count))
    }
    if small.hasSuffix("exitcount") { small = String(small.dropLast("exitcount".count)) }
    return small
  }
}

extension String {
  /// A sentence as part of another: without its end, and with a small letter unless it begins with a name.
  fileprivate var sentence: String {
    let body = hasSuffix(".") ? String(dropLast()) : self
    guard let first = body.first, let second = body.dropFirst().first, !second.isUppercase else { return body }
    return first.lowercased() + body.dropFirst()
  }
}
