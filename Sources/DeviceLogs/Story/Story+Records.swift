internal import TaskTrace

extension Story {
  /// Takes in one record; false if it does not speak of background work.
  ///
  /// `holdsError` tells that the scheduler's error domain stands somewhere in the message.
  mutating func take(
    _ head: RecordHead, _ text: Text, at instant: Instant, _ dates: MessageDates, holdsError: Bool
  ) -> Bool {
    lastWasUnknown = false
    let bytes = text.bytes
    let process = head.processName(in: bytes)
    let subsystem = Text(bytes, head.subsystem.lowerBound, head.subsystem.upperBound)
    let category = Text(bytes, head.category.lowerBound, head.category.upperBound)
    let speaks = head.style == .bare || Speakers.speaks(process: process, subsystem: subsystem, category: category)
    if speaks, let colon = Self.blockStart(text) {
      scored(names.entry(text.upTo(colon)), text.from(colon + 2), at: instant)
      return true
    }
    if let pattern = MessageTable.all.pattern(text) {
      let rest = text.from(text.start + pattern.words.utf8CodeUnitCount)
      let message = Message(
        text: text, rest: rest, process: process, level: head.level, at: instant, dates: dates)
      if pattern.take(&self, message) { return true }
    }
    if holdsError {
      let message = Message(text: text, rest: text, process: process, level: head.level, at: instant, dates: dates)
      return FrameworkMessages.refused(&self, message)
    }
    if process.equals("runningboardd" as StaticString) || head.style == .bare, text.find("RBSTerminateContext") != nil {
      let message = Message(text: text, rest: text, process: process, level: head.level, at: instant, dates: dates)
      return ProcessMessages.terminated(&self, message, nil)
    }
    guard speaks else { return false }
    let message = Message(text: text, rest: text, process: process, level: head.level, at: instant, dates: dates)
    if text.trimmed.isEmpty || FrameworkMessages.named(&self, message) { return true }
    lastWasUnknown = true
    tally.notUnderstood += 1
    if tally.notUnderstood <= Self.mostNotes {
      let name = process.isEmpty ? nil : names.string(process)
      add(.note(Note(text.trimmed.string, process: name, level: head.level)), at: instant)
    }
    return true
  }

  /// At most this many messages that were not understood are kept; all are counted.
  private static let mostNotes = 100_000

  /// The place of the `:[` that ends the name of a scoring block.
  static func blockStart(_ text: Text) -> Int? {
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

/// Who speaks of background work in everything that it says.
enum Speakers {
  /// Whether a record is worth undoing the escapes of its message; true for some that turn out to be others.
  static func mayMatter(_ head: RecordHead, _ text: Text) -> Bool {
    let bytes = text.bytes
    let process = Text(bytes, head.process.lowerBound, head.process.upperBound)
    let subsystem = Text(bytes, head.subsystem.lowerBound, head.subsystem.upperBound)
    let category = Text(bytes, head.category.lowerBound, head.category.upperBound)
    return speaks(process: process, subsystem: subsystem, category: category) || MessageTable.all.pattern(text) != nil
  }

  static func speaks(process: Text, subsystem: Text, category: Text) -> Bool {
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
    "com.apple.duetactivityscheduler", "com.apple.BackgroundTasks", "com.apple.xpc.activity",
    "com.apple.backgroundtaskscheduler", "duetactivityscheduler", "BackgroundTasks",
  ]
}
