internal import TaskTrace

extension Story {
  /// Processes one relevant record; returns false if it is not about background work after all.
  mutating func process(
    _ head: RecordHead, _ text: Text, _ scan: QuickScan, at instant: Instant, _ dates: @autoclosure () -> MessageDates
  ) -> Bool {
    lastWasUnknown = false
    if let colon = scan.block {
      scored(text, Int(colon), at: instant)
      return true
    }
    let process = head.processName(in: text.bytes)
    var message = Message(text: text, rest: text, process: process, level: head.level, at: instant, dates: dates())
    if let number = scan.pattern {
      let pattern = MessageTable.all[Int(number)]
      message.rest = text.from(text.start + pattern.prefix.utf8CodeUnitCount)
      if pattern.handle(&self, message) { return true }
      message.rest = text
    }
    if scan.holdsError { return FrameworkMessages.refused(&self, message) }
    if scan.terminates { return ProcessMessages.terminated(&self, message, nil) }
    guard scan.isFromKnownLogger else { return false }
    if text.trimmed.isEmpty || FrameworkMessages.named(&self, message) { return true }
    lastWasUnknown = true
    tally.notUnderstood += 1
    if tally.notUnderstood <= Self.maxNotes {
      let name = process.isEmpty ? nil : names.string(process)
      add(.note(Note(text.trimmed.string, process: name, level: head.level)), at: instant)
    }
    return true
  }

  /// At most this many messages that were not understood are kept; all are counted.
  private static let maxNotes = 100_000

  /// The end of a scoring block's name: the place of its `:[`, or of the `, Decision:` of a block without responses.
  ///
  /// `name` is the range of the first name in the text.
  static func blockStart(_ text: Text, name: Range<Int>) -> Int? {
    if !name.isEmpty, text.matches(":[", at: name.upperBound),
      text[text.start, name.lowerBound].find(UInt8(ascii: "\n")) == nil
    {
      return name.upperBound
    }
    if name.lowerBound == text.start, !name.isEmpty,
      text.matches(", Decision: ", at: name.upperBound) || text.matches(", FinalDecision: ", at: name.upperBound)
    {
      return name.upperBound
    }
    var index = text.start
    while let found = text.find(":[", from: index), found - text.start < 512 {
      if found - 7 >= text.start, text.bytes[found - 7] == 0x3A, Message.isActivity(text, at: found - 6) {
        return found
      }
      if text[text.start, found].find(0x0A) != nil { return nil }
      index = found + 1
    }
    return nil
  }
}

/// Processes and subsystems that log only about background work.
enum KnownLoggers {
  static func isFromKnownLogger(process: Text, subsystem: Text, category: Text) -> Bool {
    let backgroundTask: StaticString = "BackgroundTask"
    let uiKit: StaticString = "com.apple.UIKit"
    // Names differ in their first letters from nearly all others.
    if process.first == UInt8(ascii: "d") || process.first == UInt8(ascii: "n"),
      processes.contains(where: { process.equals($0) })
    {
      return true
    }
    if subsystem.isEmpty || subsystem.equals(uiKit) { return category.equals(backgroundTask) }
    return subsystems.contains { subsystem.equals($0) }
  }

  private static let processes: [StaticString] = ["dasd", "nsurlsessiond"]
  private static let subsystems: [StaticString] = [
    "com.apple.duetactivityscheduler", "com.apple.BackgroundTasks", "com.apple.backgroundtasks",
    "com.apple.xpc.activity",
    "com.apple.backgroundtaskscheduler", "duetactivityscheduler", "BackgroundTasks",
  ]
}
