internal import TaskTrace

/// What runningboardd and its forerunners say of an app's process.
enum ProcessMessages {
  static let table: [MessagePattern] = [
    MessagePattern("Acquiring assertion targeting ") { story, message in
      guard let bundle = bundle(message.rest.before(" from originator")) else { return false }
      let name = message.text.between("RBSAssertionDescriptor| \"", "\"")
      return assertion(&story, message, bundle, name, .acquired)
    },
    MessagePattern("Invalidating assertion ") { story, message in
      guard let bundle = bundle(message.rest.before(" from originator")) else { return false }
      return assertion(&story, message, bundle, message.rest.word, .ended)
    },
    MessagePattern("Assertions for process will expire soon: ") { story, message in
      guard let bundle = bundle(message.rest) else { return false }
      return assertion(&story, message, bundle, nil, .expiring)
    },
    MessagePattern("Assertion ", isSelfExplanatory: false) { story, message in
      guard let bundle = bundle(message.text) else { return message.text.find("about to expire") != nil }
      guard message.text.find("about to expire") != nil else { return true }
      return assertion(&story, message, bundle, message.rest.word, .expiring)
    },
    MessagePattern("Finished acquiring assertion ", isSelfExplanatory: false) { bundle($1.text) != nil },
    MessagePattern("Executing launch request for ", isSelfExplanatory: false) { bundle($1.text) != nil },
    MessagePattern("Creating and launching job for: ", isSelfExplanatory: false) { bundle($1.text) != nil },
    MessagePattern("Removing process: ", isSelfExplanatory: false) { bundle($1.text) != nil },
    MessagePattern("<BKNewProcess: ") { story, message in
      guard message.text.find("has active assertions beyond permitted time") != nil else { return false }
      let bundle = message.text.between("; ", ";").map(\.string)
      story.add(.killed(nil, bundle: bundle, code: nil, cause: .assertionsBeyondPermittedTime), at: message.at)
      return true
    },
    // Messages of `log show` about the log itself.
    MessagePattern("=== system boot", isSelfExplanatory: false) { story, message in
      story.booted(from: story.lastRecordAt, at: message.at)
      return true
    },
    // The clock reports this one.
    .quiet("=== system wallclock time adjusted", isSelfExplanatory: false),
    .quiet("=== log class", isSelfExplanatory: false),
    MessagePattern("lost >=", isSelfExplanatory: false) { story, message in
      guard story.lastRecordAt < message.at else { return true }
      story.add(.gap(until: message.at, cause: .messagesLost), at: story.lastRecordAt)
      return true
    },
    MessagePattern("[", isSelfExplanatory: false) { bracketed(&$0, $1) },
  ]

  /// `[application<com.example.app>:432] …` and `[com.example.app] …`
  private static func bracketed(_ story: inout Story, _ message: Message) -> Bool {
    guard let close = message.text.find("] ") else { return false }
    let inner = message.text[message.text.start + 1, close]
    let rest = message.text.from(close + 2)
    guard let bundle = bundle(inner) else {
      return PushMessages.ofApp(&story, message, bundle: inner, rest: rest)
    }
    if rest.hasPrefix("termination reported by launchd") {
      let numbers = rest.between("(", ")")?.string ?? ""
      story.add(.killed(nil, bundle: bundle.string, code: nil, cause: exit(numbers)), at: message.at)
      return true
    }
    if rest.hasPrefix("Process exited: ") { return exited(&story, message, bundle, rest) }
    if rest.hasPrefix("Suspending task") {
      story.add(.app(bundle: bundle.string, .suspended, cause: nil), at: message.at)
      return true
    }
    if rest.find("RBSTerminateContext") != nil { return terminated(&story, message, bundle) }
    return false
  }

  /// `Process exited: <RBSProcessExitContext| …, status:<RBSProcessExitStatus| domain:jetsam(1) code:per-process-limit(7)>>.`
  private static func exited(_ story: inout Story, _ message: Message, _ bundle: Text, _ rest: Text) -> Bool {
    guard let domain = rest.after("domain:")?.before("("), let code = rest.after("code:")?.before(">") else {
      return true
    }
    let cause: Cause
    if domain.equals("jetsam" as StaticString) {
      cause = code.hasPrefix("per-process-limit") || code.hasPrefix("highwater") ? .memoryLimit : .memoryPressure
    } else if domain.equals("signal" as StaticString) {
      cause = Cause(rawValue: "signal \(code.between("(", ")")?.string ?? code.string)")
    } else {
      cause = Cause(rawValue: "\(domain.string) \(code.string)")
    }
    story.add(.killed(nil, bundle: bundle.string, code: nil, cause: cause), at: message.at)
    return true
  }

  /// `<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:…`
  static func terminated(_ story: inout Story, _ message: Message, _ bundle: Text?) -> Bool {
    guard let context = message.text.after("RBSTerminateContext|") else { return false }
    let code = context.after("code:").flatMap(code)
    let words = code.flatMap { code in codes.first { $0.code == code }?.cause }
    let whole = context.after("explanation:")?.before(" reportType:")
    let explanation = whole.map { Cause(rawValue: $0.before(">").string) }
    let watchdog = whole.flatMap { Self.watchdog($0.string) }
    let bundle = bundle ?? Self.bundle(message.text)
    story.add(.killed(nil, bundle: bundle?.string, code: code, cause: watchdog ?? words ?? explanation), at: message.at)
    return true
  }

  /// `scene-create watchdog transgression: … exhausted real (wall clock) time allowance of 19.93 seconds` in short.
  static func watchdog(_ text: String) -> Cause? {
    let bytes = Array(text.utf8)
    return bytes.withBorrowedBytes { bytes in
      let text = Text(bytes, 0, bytes.count)
      guard let found = text.find(" watchdog transgression") else { return nil }
      var start = found
      while start > 0, bytes[start - 1] != 0x20, bytes[start - 1] != 0x3A { start -= 1 }
      let allowance = text.after("time allowance of ")?.before(" seconds").trimmed.string
      let event = text[start, found].string
      return Cause(rawValue: "watchdog: \(event)" + (allowance.map { " took longer than \($0) s" } ?? ""))
    }
  }

  /// A code as printed: in hexadecimal after `0x`, otherwise in decimal.
  private static func code(_ text: Text) -> UInt64? {
    if text.hasPrefix("0x") || text.hasPrefix("0X") { return text.hexadecimal }
    return text.integer.flatMap { UInt64(exactly: $0) }
  }

  /// The termination codes of background work (Apple's documentation, crash reports).
  static let codes: [(code: UInt64, cause: Cause)] = [
    (0x2182_BAD2, .backgroundTaskDidNotCompleteInTime),
    (0x2182_BAD3, .backgroundUrlSessionDidNotCompleteInTime),
    (0x2182_BAD4, .backgroundFetchDidNotCompleteInTime),
    (0x8BAD_F00D, .watchdog), (0xC000_10FF, .tooHot), (0xDEAD_10CC, .heldAFileLockWhileBeingSuspended),
    (0xBAAD_CA11, .noCallReportedForAPush), (0xBAD2_2222, .resumedTooOften),
    (0xBADD_D15C, .diskSpace), (0xC51B_AD01, Cause(rawValue: "watchOS: too much processor time")),
    (0xC51B_AD02, Cause(rawValue: "watchOS: too much time")),
    (0xC51B_AD03, Cause(rawValue: "watchOS: not enough time to run")),
  ]

  /// launchd's three numbers are a namespace, a code and flags; namespace 2 is signals (XNU, sys/reason.h).
  private static func exit(_ numbers: String) -> Cause {
    let fields = numbers.split(separator: ",").map { $0.drop { $0 == " " } }
    guard fields.count >= 2, let space = Int(fields[0]) else { return .terminated }
    let names = [
      1: "memory", 2: "signal", 3: "code signing", 6: "dyld", 8: "Objective-C", 10: "FrontBoard", 15: "RunningBoard",
    ]
    return Cause(rawValue: names[space].map { "\($0) \(fields[1])" } ?? "terminated (\(numbers))")
  }

  private static func assertion(
    _ story: inout Story, _ message: Message, _ bundle: Text, _ name: Text?, _ state: Cause
  ) -> Bool {
    let assertion = Assertion(bundle: story.names.string(bundle), name: name?.string ?? "", state: state)
    story.add(.assertion(assertion), at: message.at)
    return true
  }

  /// The bundle of `application<BUNDLE>` and `app<BUNDLE(501)>`; other processes have none.
  static func bundle(_ text: Text) -> Text? {
    guard let inner = text.after("application<") ?? text.after("app<"), let close = inner.find(UInt8(ascii: ">")) else {
      return nil
    }
    var name = inner.upTo(close)
    if let user = name.find(UInt8(ascii: "(")) { name = name.upTo(user) }
    if name.hasPrefix("application.") { name = name.from(name.start + 12) }
    return name
  }
}
