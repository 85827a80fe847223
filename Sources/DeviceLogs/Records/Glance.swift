internal import TaskTrace

/// What a message is, as far as it tells by itself: what any thread can find out before the story is told.
struct Glance {
  /// Whether everything that its process, or its subsystem, says is of background work.
  var speaks: Bool
  /// Whether the scheduler's error domain stands somewhere in it.
  var holdsError: Bool
  /// Whether it tells why a process was ended.
  var terminates: Bool
  /// Whether the log speaks of itself in it: a boot, a clock that was set.
  var isLogTalk: Bool
  /// The pattern that it begins with, by its number.
  var pattern: Int16?
  /// The place of the `:[` behind the name of a scoring block.
  var block: Int32?
  /// How its text is kept, once an event is made of it; nil for what is of no interest.
  var digest: SourceText.Digest?
  /// The numbers of its text, where that is kept already.
  var kept: SourceText.Kept?

  /// Whether it very likely becomes an event that keeps its text.
  var isEvent: Bool { block != nil || speaks && pattern.map { !MessageTable.all[Int($0)].isQuiet } ?? false }

  /// Whether it may become an event; false is sure.
  var matters: Bool { speaks || holdsError || terminates || pattern != nil }

  /// Complexity: O(bytes of the message).
  init(_ head: RecordHead, _ text: Text, holdsError: Bool) {
    let bytes = text.bytes
    let process = head.processName(in: bytes)
    let subsystem = Text(bytes, head.subsystem.lowerBound, head.subsystem.upperBound)
    let category = Text(bytes, head.category.lowerBound, head.category.upperBound)
    let isBare = head.style == .bare
    // Where nobody is named, a scoring block can only be of dasd.
    let isScoring =
      process.isEmpty && subsystem.isEmpty && head.style != .default && text.find("ecision: ") != nil
      && Story.blockStart(text, name: Message.nameRange(in: text)) != nil
    speaks =
      isBare || isScoring
      || head.isSaid && Speakers.speaks(process: process, subsystem: subsystem, category: category)
    self.holdsError = holdsError
    isLogTalk = text.hasPrefix("=== ") || text.hasPrefix("lost >=")
    pattern = MessageTable.all.number(text).map { Int16($0) }
    terminates =
      (isBare || process.equals("runningboardd" as StaticString)) && text.find("RBSTerminateContext") != nil
  }

  /// Looks closer at a message that matters. Complexity: O(bytes of the message).
  mutating func lookCloser(_ head: RecordHead, _ text: Text) {
    guard matters else { return }
    let trimmed = text.trimmedEnd
    let name = Message.nameRange(in: trimmed)
    if speaks { block = Story.blockStart(text, name: name).map { Int32($0) } }
    digest = SourceText.Digest(text.bytes, message: trimmed.start..<trimmed.end, name: name)
  }

  /// Whether a text of its own right begins with something that is known.
  func isTelling(_ text: Text) -> Bool {
    pattern != nil || holdsError || terminates || Story.blockStart(text, name: Message.nameRange(in: text)) != nil
  }
}
