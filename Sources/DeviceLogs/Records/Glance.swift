internal import TaskTrace

/// What a message is, as far as it tells by itself: what any thread can find out before the story is told.
struct Glance {
  /// Whether everything that its process, or its subsystem, says is of background work.
  var speaks: Bool
  /// Whether the scheduler's error domain stands somewhere in it.
  var holdsError: Bool
  /// Whether it tells why a process was ended.
  var terminates: Bool
  /// The pattern that it begins with, by its number.
  var pattern: Int16?
  /// The place of the `:[` behind the name of a scoring block.
  var block: Int32?
  /// How its text is kept, once an event is made of it; nil for what is of no interest.
  var digest: SourceText.Digest?
  /// The number of its text, where that is kept already.
  var kept: UInt32?

  /// Whether it may become an event; false is sure.
  var matters: Bool { speaks || holdsError || terminates || pattern != nil }

  /// Complexity: O(bytes of the message).
  init(_ head: RecordHead, _ text: Text, holdsError: Bool) {
    let bytes = text.bytes
    let process = head.processName(in: bytes)
    let subsystem = Text(bytes, head.subsystem.lowerBound, head.subsystem.upperBound)
    let category = Text(bytes, head.category.lowerBound, head.category.upperBound)
    let isBare = head.style == .bare
    speaks = isBare || Speakers.speaks(process: process, subsystem: subsystem, category: category)
    self.holdsError = holdsError
    pattern = MessageTable.all.number(text).map { Int16($0) }
    terminates =
      (isBare || process.equals("runningboardd" as StaticString)) && text.find("RBSTerminateContext") != nil
  }

  /// Looks closer at a message that matters, and keeps the text of a scoring, which is sure to become an event.
  ///
  /// Complexity: O(bytes of the message).
  mutating func lookCloser(_ head: RecordHead, _ text: Text, keeping source: SourceText?) {
    guard matters else { return }
    if speaks { block = Story.blockStart(text).map { Int32($0) } }
    let trimmed = text.trimmedEnd
    let digest = SourceText.Digest(
      text.bytes, message: trimmed.start..<trimmed.end, name: Message.nameRange(in: trimmed))
    self.digest = digest
    if block != nil { kept = source?.keep(text.bytes, digest, process: head.process) }
  }
}
