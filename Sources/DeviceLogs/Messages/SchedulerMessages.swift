internal import TaskTrace

/// What dasd and its clients say of an activity's life.
enum SchedulerMessages {
  static let table: [MessagePattern] = [
    MessagePattern("SUBMITTING: ") { submitted(&$0, $1, Reporter.client) },
    MessagePattern("SUBMITTED ") { submitted(&$0, $1, Reporter.client) },
    MessagePattern("Submitted Activity: ") { submitted(&$0, $1, Reporter.daemon) },
    MessagePattern("Submitted: ", isSelfExplanatory: false) { submitted(&$0, $1, Reporter.daemon) },
    MessagePattern("DAS Submitted: ") { submitted(&$0, $1, Reporter.daemon) },
    MessagePattern("Submitting task request activity: ") { submitted(&$0, $1, Reporter.requestActivity) },
    MessagePattern("CANCELED: ") { cancelled(&$0, $1, Reporter.daemon) },
    MessagePattern("CANCELLED: ") { cancelled(&$0, $1, Reporter.daemon) },
    MessagePattern("Daemon Canceling Activities: ") { cancelledSet(&$0, $1) },
    MessagePattern("REQUESTING START: ") { story, message in
      each(&story, message.rest) { $0.launching($1, reporter: Reporter.client, at: message.at) }
    },
    MessagePattern("Adding a launch request") { story, message in
      guard let activity = message.text.after("by activity ") else { return false }
      return each(&story, activity) { $0.launching($1, reporter: Reporter.daemon, at: message.at) }
    },
    .quiet("Removing a launch request"),
    .quiet("Launch requests for "),
    MessagePattern("STARTING activity ") { story, message in
      each(&story, message.rest) { $0.started($1, reporter: Reporter.startingActivity, at: message.at) }
    },
    MessagePattern("COMPLETED ") { story, message in
      each(&story, message.rest) { $0.completed($1, success: nil, reporter: Reporter.completed, at: message.at) }
    },
    MessagePattern("NO LONGER RUNNING ") { story, message in
      group(&story, message)
      return each(&story, message.rest.before(" ...Tasks")) {
        $0.completed($1, success: nil, reporter: Reporter.noLongerRunning, at: message.at)
      }
    },
    MessagePattern("With ", isSelfExplanatory: false) { group(&$0, $1) },
    MessagePattern("Activity ", isSelfExplanatory: false) { activity(&$0, $1) },
    MessagePattern("DAS ", isSelfExplanatory: false) { optimal(&$0, $1) },
    MessagePattern("Advancing start date for ") { story, message in
      each(&story, message.rest) { story, reference in
        let detail = message.rest.after(" by ")
        let until = date(detail?.after(" to "), message)
        story.add(.held(reference, Hold(.rateLimit, detail: detail?.string, until: until)), at: message.at)
      }
    },
    MessagePattern("Allocating ") { allocated(&$0, $1) },
    MessagePattern("Updating budget status for ") { budget(&$0, $1) },
    .quiet("Last modulated budgets"),
    MessagePattern("BAR enabled") { refresh(&$0, $1, true) },
    MessagePattern("BAR disabled") { refresh(&$0, $1, false) },
    MessagePattern("Warning client ") { _, _ in true },
    // Never seen in a log so far, but among the system's strings.
    MessagePattern("Asking to suspend") { FrameworkMessages.keepAsNote(&$0, $1) },
    .quiet("Establish daemon connection"),
    .quiet("Periodic timer fired"),
    .quiet("Setting timer"),
    .quiet("Scheduling refresh for "),
    .quiet("Initiating XPC Activity"),
    MessagePattern("Running XPC Activity") { story, message in
      xpc(&story, message) { $0.started($1, reporter: Reporter.runningXPC, at: message.at) }
    },
    MessagePattern("Completed XPC Activity") { story, message in
      xpc(&story, message) { $0.completed($1, success: nil, reporter: Reporter.completedXPC, at: message.at) }
    },
    .quiet("Rescheduling XPC Activity"),
    .quiet("_xpc_activity_"),
    .quiet("__XPC_ACTIVITY_"),
    .quiet("xpc_activity_"),
    MessagePattern("'", isSelfExplanatory: false) { compared(&$0, $1) },
    // Web pages and mail programs bend quotes.
    MessagePattern("\u{2018}", isSelfExplanatory: false) { compared(&$0, $1) },
    MessagePattern("\u{2019}", isSelfExplanatory: false) { compared(&$0, $1) },
  ]

  /// Passes the reference of the name at the beginning of a text to a body; returns false if there is not a name.
  @discardableResult
  static func each(_ story: inout Story, _ text: Text, _ body: (inout Story, TaskReference) -> Void) -> Bool {
    guard let name = Message.name(text) else { return false }
    let entry = story.names.entry(name)
    body(&story, story.reference(entry))
    return true
  }

  /// `Running XPC Activity (PID 9699): NAME (0x7fef5fc14f30)`, which contains no activity number.
  private static func xpc(
    _ story: inout Story, _ message: Message, _ body: (inout Story, TaskReference) -> Void
  ) -> Bool {
    guard let name = message.rest.after(": ") else { return true }
    return each(&story, name.word, body)
  }

  private static func submitted(_ story: inout Story, _ message: Message, _ reporter: UInt8) -> Bool {
    guard let text = Message.name(message.rest) else { return false }
    let entry = story.names.entry(text)
    let name = story.names.entries[entry].name
    var submission = Submission(kind: name.kind)
    submission.bundle = name.bundle
    submission.user = name.user
    let tail = message.rest.from(text.end)
    submission.priority = tail.after("at priority ")?.integer.map { Int($0) }
    submission.interval = tail.after("with interval ")?.number.map { TimeSpan(seconds: $0) }
    if let window = DateReader.window(tail) {
      submission.windowStart = message.dates.instant(window.start)
      submission.windowEnd = message.dates.instant(window.end)
    }
    story.submitted(story.reference(entry), submission, reporter: reporter, at: message.at)
    return true
  }

  private static func cancelled(_ story: inout Story, _ message: Message, _ reporter: UInt8) -> Bool {
    each(&story, message.rest) { $0.cancelled($1, cause: nil, reporter: reporter, at: message.at) }
  }

  private static func cancelledSet(_ story: inout Story, _ message: Message) -> Bool {
    for member in Message.members(message.text) {
      each(&story, member) { $0.cancelled($1, cause: nil, reporter: Reporter.client, at: message.at) }
    }
    return true
  }

  /// `…Tasks running in group [com.apple.dasd.default] are 2!`
  @discardableResult
  private static func group(_ story: inout Story, _ message: Message) -> Bool {
    guard let name = message.text.between("in group [", "]"), let count = message.text.after("] are ")?.integer else {
      return false
    }
    story.add(.group(name: story.names.string(name), running: Int(count)), at: message.at)
    return true
  }

  /// `Activity NAME has been running for…`, `Activity NAME: Optimal Score…`
  private static func activity(_ story: inout Story, _ message: Message) -> Bool {
    if message.text.find("has been running for") != nil { return true }
    return optimal(&story, message)
  }

  /// `NAME: Optimal Score 0.5384 at DATE (Valid Until: DATE)`
  private static func optimal(_ story: inout Story, _ message: Message) -> Bool {
    guard let found = message.text.find("Optimal Score "), let score = message.text.from(found + 14).number else {
      return false
    }
    let tail = message.text.from(found)
    let (at, until) = (date(tail.after(" at "), message), date(tail.after("Valid Until: "), message))
    // `DAS Activity NAME: …` has the words of both.
    var name = message.rest.upTo(found)
    if name.hasPrefix("Activity ") { name.start += 9 }
    return each(&story, name) {
      $0.add(.optimal($1, score: score, at: at, validUntil: until), at: message.at)
    }
  }

  private static func date(_ text: Text?, _ message: Message) -> Instant? {
    guard let text else { return nil }
    if let stamp = DateReader.stamp(text) { return message.dates.instant(stamp.civil, utcOffset: stamp.utcOffset) }
    return DateReader.ctime(text).map { message.dates.instant($0) }
  }

  /// `Allocating 188 budget on start for com.apple.dasd.systemEnergy`
  private static func allocated(_ story: inout Story, _ message: Message) -> Bool {
    guard let value = message.rest.number, let name = message.rest.after("budget on start for ") else {
      return message.text.find("of budget") != nil
    }
    return setBudget(&story, name.word, value, cause: .start, message)
  }

  private static func budget(_ story: inout Story, _ message: Message) -> Bool {
    let name = message.rest.word
    guard let value = message.rest.after(" to ")?.number else { return true }
    return setBudget(&story, name, value, cause: nil, message)
  }

  private static func setBudget(
    _ story: inout Story, _ name: Text, _ value: Double, cause: Cause?, _ message: Message
  ) -> Bool {
    let name = name.string
    let capacity = capacities.first { $0.name == name }?.capacity ?? value
    story.add(.budget(name: name, value: value, capacity: capacity, cause: cause), at: message.at)
    return true
  }

  /// The sizes of dasd's budgets, which its messages omit (reverse engineering of iOS 26.1).
  private static let capacities: [(name: String, capacity: Double)] = [
    ("com.apple.dasd.systemEnergy", 200), ("com.apple.dasd.systemCellular", 52_428_800),
    ("com.apple.dasd.baCellular", 174_762), ("com.apple.dasd.remoteWidget", 750),
  ]

  private static func refresh(_ story: inout Story, _ message: Message, _ on: Bool) -> Bool {
    guard story.conditions.backgroundRefresh != on else { return true }
    story.conditions.backgroundRefresh = on
    story.add(.condition(.backgroundRefresh(on, bundle: nil)), at: message.at)
    return true
  }

  /// `'NAME' CurrentScore: f, ThresholdScore: f DecisionToRun:1`, `'NAME' has compatibility score of f with NAME…`
  private static func compared(_ story: inout Story, _ message: Message) -> Bool {
    guard let (quoted, tail) = message.rest.quoted, let name = Message.name(quoted) else { return false }
    let entry = story.names.entry(name)
    let reference = story.reference(entry)
    if let score = tail.after("CurrentScore: ")?.number, let threshold = tail.after("ThresholdScore: ")?.number {
      let run = tail.after("DecisionToRun:")?.trimmed.integer == 1
      story.add(.compared(reference, score: score, threshold: threshold, run: run), at: message.at)
      return true
    }
    guard let with = tail.after("has compatibility score of ") else { return false }
    // Relaxing scores lets the activity run: nothing holds it.
    if with.find("Bailing out") != nil || with.number.map({ $0 < 0 }) ?? false {
      let other = with.after(" with ").flatMap { Message.name($0.from($0.start + ($0.first == 0x27 ? 1 : 0))) }
      let detail = other.map { "not beside \($0.string)" }
      story.add(.held(reference, Hold(.compatibility, detail: detail)), at: message.at)
    } else {
      story.add(.note(Note(message.text.string, process: "dasd", level: message.level)), at: message.at)
    }
    return true
  }
}
