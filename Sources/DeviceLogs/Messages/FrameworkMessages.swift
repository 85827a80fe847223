internal import TaskTrace

/// Messages of the BackgroundTasks framework inside an app.
enum FrameworkMessages {
  static let table: [MessagePattern] = [
    MessagePattern("registerForTaskWithIdentifier: ") { story, message in
      story.add(.registered(TaskReference(TaskIdentifier(message.rest.word.string))), at: message.at)
      return true
    },
    MessagePattern("Registration rejected;") { story, message in
      let task = TaskIdentifier(message.rest.trimmed.word.string)
      story.add(.registrationRefused(TaskReference(task), cause: .notAdvertised), at: message.at)
      return true
    },
    MessagePattern("submitTaskRequest for ") { story, message in
      let reference = TaskReference(TaskIdentifier(message.rest.word.string))
      story.add(.registrationRefused(reference, cause: .notRegistered), at: message.at)
      return true
    },
    // Strings of iOS 27 that one source reports.
    MessagePattern("Received run request for ") { story, message in
      story.launching(
        TaskReference(TaskIdentifier(identifier(message.rest))), reporter: Reporter.client, at: message.at)
      return true
    },
    MessagePattern("Received request to expire ") { story, message in
      let reference = TaskReference(TaskIdentifier(identifier(message.rest)))
      story.warned(reference, cause: nil, reporter: Reporter.client, at: message.at)
      return true
    },
    .quiet("Processing pending event for "),
    MessagePattern("submitTaskRequest:") { requested(&$0, $1) },
    MessagePattern("Error submitting task request") { refused(&$0, $1) },
    MessagePattern("cancelTaskRequestWithIdentifier: ") { story, message in
      let reference = TaskReference(TaskIdentifier(message.rest.word.string))
      story.cancelled(reference, cause: .app, reporter: Reporter.request, at: message.at)
      return true
    },
    MessagePattern("cancelAllTaskRequests") { keepAsNote(&$0, $1) },
    .quiet("Getting pending task requests"),
    .quiet("Found pending activities"),
    MessagePattern("Error fetching activities") { keepAsNote(&$0, $1) },
    .quiet("Handling app launch"),
    MessagePattern("Handling launch from daemon for activities") { started(&$0, $1, Reporter.handling) },
    MessagePattern("Application launched for activities") { started(&$0, $1, Reporter.applicationLaunched) },
    MessagePattern("Calling handlers for activities") { started(&$0, $1, Reporter.callingHandlers) },
    MessagePattern("Running task: ") { started(&$0, $1, Reporter.runningTask) },
    MessagePattern("Starting task: ") { started(&$0, $1, Reporter.startingTask) },
    MessagePattern("Starting simulated task: ") { started(&$0, $1, Reporter.startingTask, forced: true) },
    MessagePattern("Marking task ") { completed(&$0, $1) },
    MessagePattern("Marking simulated task complete: ") { completed(&$0, $1) },
    MessagePattern("Will expire activities") { warned(&$0, $1, Reporter.client) },
    MessagePattern("Queued activities for expiration") { warned(&$0, $1, Reporter.daemon) },
    MessagePattern("Calling expiration handlers for activities") { handled(&$0, $1) },
    MessagePattern("Calling expiration handlers for tasks") { handled(&$0, $1) },
    MessagePattern("Expiring task: ") { handled(&$0, $1) },
    MessagePattern("Expiring simulated task: ") { handled(&$0, $1) },
    MessagePattern("Simulating launch for task with identifier ") { story, message in
      let reference = TaskReference(TaskIdentifier(identifier(message.rest)))
      story.lastSimulation = (reference, message.at)
      story.launching(reference, reporter: 0x80, at: message.at)
      return true
    },
    MessagePattern("Simulating expiration for task with identifier ") { story, message in
      let reference = TaskReference(TaskIdentifier(identifier(message.rest)))
      story.warned(reference, cause: .simulated, reporter: Reporter.request, at: message.at)
      return true
    },
    MessagePattern("No task request with identifier ") { complain(&$0, $1) },
    MessagePattern("Task with identifier ") { keepAsNote(&$0, $1) },
    MessagePattern("No expiration handler for task: ") { unwarned(&$0, $1) },
    MessagePattern("Client didn't provide an expiration handler for task ") { unwarned(&$0, $1) },
    MessagePattern("Client didn\u{2019}t provide an expiration handler for task ") { unwarned(&$0, $1) },
    MessagePattern("Task <BG") { complain(&$0, $1) },
    MessagePattern("Launch handler for task with identifier ") { story, message in
      rejected(&story, message, identifier(message.rest), .alreadyRegistered)
    },
    MessagePattern("No launch handler registered for task with identifier ") { story, message in
      rejected(&story, message, identifier(message.rest), .noHandler)
    },
    MessagePattern("All launch handlers must be registered before") { complain(&$0, $1) },
    MessagePattern("Do not directly instantiate; use the shared scheduler") { keepAsNote(&$0, $1) },
    MessagePattern("*** Terminating app due to uncaught exception") { exception(&$0, $1) },
  ]

  /// Messages that begin with an identifier and are known by what follows it.
  static func named(_ story: inout Story, _ message: Message) -> Bool {
    if let found = message.text.find(" is not advertised in the application") {
      let task = TaskIdentifier(message.text.upTo(found).word.string)
      story.add(.registrationRefused(TaskReference(task), cause: .notAdvertised), at: message.at)
      return true
    }
    guard message.text.find(" requested an unsupported set of resources") != nil else { return false }
    return complain(&story, message)
  }

  // MARK: Submissions

  /// `<BGProcessingTaskRequest: ID, earliestBeginDate: …, requiresExternalPower=0, requiresNetworkConnectivity=1>`
  private static func requested(_ story: inout Story, _ message: Message) -> Bool {
    guard let (reference, body) = described(message.text) ?? torn(message.text) else {
      return keepAsNote(&story, message)
    }
    var submission = Submission(kind: reference.kind ?? .activity)
    if let date = body.after("earliestBeginDate: "), let stamp = DateReader.stamp(date) {
      submission.earliest = message.dates.instant(stamp.civil, utcOffset: stamp.utcOffset)
    }
    submission.requiresPower = body.after("requiresExternalPower=")?.integer.map { $0 != 0 }
    submission.requiresNetwork = body.after("requiresNetworkConnectivity=")?.integer.map { $0 != 0 }
    submission.title = body.between("title: ", ", subtitle:").map(\.string)
    submission.subtitle = body.between("subtitle: ", ", resources:").map(\.string)
    if let resources = body.after("resources: ") { submission.requiresGPU = resources.hasPrefix("GPU") }
    if let strategy = body.after("submissionStrategy: ") {
      submission.strategy = strategy.hasPrefix("Fail") ? .fail : strategy.hasPrefix("Queue") ? .queue : nil
    }
    guard described(message.text) != nil else {
      story.tornRequest = TornRequest(beginning: reference.task.rawValue, submission: submission, at: message.at)
      return keepAsNote(&story, message)
    }
    story.lastRequest = (reference, message.at)
    story.submitted(reference, submission, reporter: Reporter.request, at: message.at)
    return true
  }

  /// The task and the kind of `<BGAppRefreshTask: ID…>`, and the whole description.
  static func described(_ text: Text) -> (TaskReference, Text)? {
    guard let open = text.find("<BG"), let colon = text.find(UInt8(ascii: ":"), from: open) else { return nil }
    let rest = text.from(colon + 1).trimmed
    var stop = rest.start
    if rest.first == UInt8(ascii: "<") { stop = rest.find(UInt8(ascii: ">")).map { $0 + 1 } ?? stop }
    while stop < rest.end, rest.bytes[stop] != 0x2C, rest.bytes[stop] != 0x3E, !rest.bytes[stop].isBlank { stop += 1 }
    // A name that ends with its line, or with the space that replaced the line end, may continue: the full name is
    // unknown.
    guard stop == rest.end || !rest.bytes[stop].isBlank else { return nil }
    let type = text[open, colon]
    let kind = kinds.first { type.find($0.0) != nil }?.1
    let identifier = rest.upTo(stop).string
    return (TaskReference(TaskIdentifier(identifier), kind: kind), text.from(open))
  }

  /// The beginning of a name that the end of a line cut off, and the description around it.
  private static func torn(_ text: Text) -> (TaskReference, Text)? {
    guard let open = text.find("<BG"), let colon = text.find(UInt8(ascii: ":"), from: open) else { return nil }
    let type = text[open, colon]
    let beginning = text.from(colon + 1).trimmed.word
    guard !beginning.isEmpty else { return nil }
    let kind = kinds.first { type.find($0.0) != nil }?.1
    return (TaskReference(TaskIdentifier(beginning.string), kind: kind), text.from(open))
  }

  private static let kinds: [(StaticString, TaskKind)] = [
    ("BGAppRefresh", .refresh), ("BGContinuedProcessing", .continued), ("BGHealthResearch", .healthResearch),
    ("BGProcessing", .processing),
  ]

  static let errorDomain: StaticString = "BGTaskSchedulerErrorDomain"

  /// Any text that holds the scheduler's error: `Error Domain=BGTaskSchedulerErrorDomain Code=1 "(null)"`.
  static func refused(_ story: inout Story, _ message: Message) -> Bool {
    guard let found = message.text.after(errorDomain) else { return keepAsNote(&story, message) }
    guard let code = (found.after("Code=") ?? found.after("error "))?.integer else {
      return keepAsNote(&story, message)
    }
    var reference = described(message.text)?.0
    if reference == nil, let asked = story.lastRequest, message.at - asked.at <= .seconds(10) {
      reference = asked.reference
    }
    story.lastRequest = nil
    let name = SubmissionError(rawValue: Int(code))?.name
    story.refused(
      reference ?? TaskReference(TaskIdentifier(unnamed)), code: Int(code), cause: name.map { Cause(rawValue: $0) },
      at: message.at)
    return true
  }

  /// Replaces the task of an error whose line names none.
  static let unnamed = "<not named>"

  // MARK: Runs

  private static func started(_ story: inout Story, _ message: Message, _ reporter: UInt8, forced: Bool = false) -> Bool
  {
    let start = RunStart(forced: forced)
    if references(&story, message, { $0.started($1, start, reporter: reporter, at: message.at) }) { return true }
    // The log has lost the name; only one launch is simulated at a time.
    guard forced, let asked = story.lastSimulation, message.at - asked.at <= .seconds(60) else {
      return keepAsNote(&story, message)
    }
    story.started(asked.reference, start, reporter: reporter, at: message.at)
    return true
  }

  private static func completed(_ story: inout Story, _ message: Message) -> Bool {
    let success = message.text.after("success: ")?.integer.map { $0 != 0 }
    return references(&story, message) {
      $0.completed($1, success: success, reporter: Reporter.marking, at: message.at)
    }
  }

  private static func warned(_ story: inout Story, _ message: Message, _ reporter: UInt8) -> Bool {
    references(&story, message) { $0.warned($1, cause: nil, reporter: reporter, at: message.at) }
  }

  private static func handled(_ story: inout Story, _ message: Message) -> Bool {
    references(&story, message) { story, reference in
      let task = story.story(reference.task)
      if let known = story.tasks[task].handler, message.at - known <= .seconds(30) { return }
      story.tasks[task].handler = message.at
      story.add(.handler(reference, .called), at: message.at)
    }
  }

  private static func unwarned(_ story: inout Story, _ message: Message) -> Bool {
    references(&story, message) {
      $0.add(.ended($1, RunEnd(.unwarned, cause: .noHandler, seen: .nothing)), at: message.at)
    }
  }

  /// The tasks that a message names: a set of activities, or one description of a task.
  private static func references(
    _ story: inout Story, _ message: Message, _ body: (inout Story, TaskReference) -> Void
  ) -> Bool {
    let members = Message.members(message.text)
    if members.isEmpty {
      if let (reference, _) = described(message.text) {
        body(&story, reference)
        return true
      }
      let rest = message.rest.trimmed
      guard !rest.isEmpty, rest.first != UInt8(ascii: ":") else { return false }
      return SchedulerMessages.each(&story, rest, body)
    }
    for member in members {
      if let (reference, _) = described(member) {
        body(&story, reference)
      } else {
        SchedulerMessages.each(&story, member, body)
      }
    }
    return true
  }

  // MARK: Refusals

  /// A masked identifier is kept unchanged.
  static func identifier(_ text: Text) -> String {
    let text = text.trimmed
    if text.first == UInt8(ascii: "<"), let close = text.find(UInt8(ascii: ">")) { return text.upTo(close + 1).string }
    var word = text.word
    while let last = word.last, last == 0x27 || last == 0x2C { word = word.upTo(word.end - 1) }
    return word.string
  }

  private static func rejected(
    _ story: inout Story, _ message: Message, _ task: String, _ cause: Cause
  ) -> Bool {
    story.add(.registrationRefused(TaskReference(TaskIdentifier(task)), cause: cause), at: message.at)
    return true
  }

  private static func exception(_ story: inout Story, _ message: Message) -> Bool {
    guard let reason = message.text.after("reason: '") else { return false }
    let inner = MessageTable.all.pattern(reason)
    guard let inner, inner.isSelfExplanatory else {
      let name = message.text.between("exception '", "'")?.string ?? "exception"
      let process = message.process.isEmpty ? unnamed : story.names.string(message.process)
      story.add(
        .killed(nil, bundle: process, code: nil, cause: Cause(rawValue: "uncaught exception \(name)")), at: message.at)
      return true
    }
    var copy = message
    copy.text = reason
    copy.rest = reason.from(reason.start + inner.prefix.utf8CodeUnitCount)
    return inner.handle(&story, copy)
  }

  /// A mistake in the words of a framework, which the checks know.
  static func complain(_ story: inout Story, _ message: Message) -> Bool {
    var error = message
    if error.level != .fault { error.level = .error }
    return keepAsNote(&story, error)
  }

  /// Understood, and kept in its own words.
  static func keepAsNote(_ story: inout Story, _ message: Message) -> Bool {
    let process = message.process.isEmpty ? nil : story.names.string(message.process)
    story.add(.note(Note(message.text.string, process: process, level: message.level)), at: message.at)
    return true
  }
}
