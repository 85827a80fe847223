internal import TaskTrace

/// The properties of a message that depend on its text alone, so that any thread can compute them before the events are
/// assembled.
struct QuickScan {
  /// Whether its process, or its subsystem, logs only about background work.
  var isFromKnownLogger: Bool
  /// Whether it contains the scheduler's error domain.
  var holdsError: Bool
  /// Whether it contains the reason why a process was terminated.
  var terminates: Bool
  /// Whether it is a message of the log about itself: a boot, a clock adjustment.
  var isAboutLog: Bool
  /// The pattern that it begins with, by its number.
  var pattern: Int16?
  /// The index of the `:[` after the name of a scoring block.
  var block: Int32?
  /// How its text is stored if it becomes an event; nil if it is irrelevant.
  var digest: SourceText.Digest?
  /// The numbers of its text, if it is already stored.
  var interned: SourceText.InternedMessage?

  /// Whether it very likely becomes an event that stores its text.
  var isEvent: Bool { block != nil || isFromKnownLogger && pattern.map { !MessageTable.all[Int($0)].isQuiet } ?? false }

  /// Whether it may become an event; a false result is certain.
  var matters: Bool { isFromKnownLogger || holdsError || terminates || pattern != nil }

  /// Complexity: O(bytes of the message).
  init(_ head: RecordHead, _ text: Text, holdsError: Bool) {
    let bytes = text.bytes
    let process = head.processName(in: bytes)
    let subsystem = Text(bytes, head.subsystem.lowerBound, head.subsystem.upperBound)
    let category = Text(bytes, head.category.lowerBound, head.category.upperBound)
    let isBare = head.style == .bare
    // If no process is named, a scoring block can only come from dasd.
    let isScoring =
      process.isEmpty && subsystem.isEmpty && head.style != .default && text.find("ecision: ") != nil
      && Story.blockStart(text, name: Message.nameRange(in: text)) != nil
    isFromKnownLogger =
      isBare || isScoring
      || head.isMessage && KnownLoggers.isFromKnownLogger(process: process, subsystem: subsystem, category: category)
    self.holdsError = holdsError
    isAboutLog = text.hasPrefix("=== ") || text.hasPrefix("lost >=")
    pattern = MessageTable.all.number(text).map { Int16($0) }
    terminates =
      (isBare || process.equals("runningboardd" as StaticString)) && text.find("RBSTerminateContext") != nil
  }

  /// Examines a relevant message more closely. Complexity: O(bytes of the message).
  mutating func inspect(_ head: RecordHead, _ text: Text) {
    guard matters else { return }
    let trimmed = text.trimmedEnd
    let name = Message.nameRange(in: trimmed)
    if isFromKnownLogger { block = Story.blockStart(text, name: name).map { Int32($0) } }
    digest = SourceText.Digest(text.bytes, message: trimmed.start..<trimmed.end, name: name)
  }

  /// Whether a separate text begins with something known.
  func isKnown(_ text: Text) -> Bool {
    pattern != nil || holdsError || terminates || Story.blockStart(text, name: Message.nameRange(in: text)) != nil
  }
}
