internal import TaskTrace

/// Processes the records of a slice.
extension LogImporter {
  /// A record whose lines may continue in the next slice.
  struct OpenRecord {
    /// Its lines so far, and the index after them in their slice.
    var bytes: [UInt8]
    /// Where its text ends so far.
    var end: Int
    /// The number of its first line.
    var line: Int
  }

  /// Processes the contents of a slice, up to an unfinished object.
  mutating func read(_ slice: LogSlice) {
    story.added = slice.added
    slice.bytes.withBorrowedBytes { bytes in
      slice.unescaped.withBorrowedBytes { unescaped in
        let end = slice.unfinished ?? bytes.count
        for (number, part) in slice.parts.enumerated() {
          switch part {
          case .others(let count, let last):
            close()
            story.tally.records += count
            story.tally.styles[RecordStyle.default.index] += count
            story.tally.others += count
            passed = last
          case .record(let number): process(slice.records[number], of: slice, bytes, unescaped)
          case .loose(let range):
            // The beginning of the next part does not belong to an open record.
            let isWhole = number == slice.parts.count - 1
            continueRecord(bytes[0..<(isWhole ? end : range.upperBound)], range.upperBound)
          case .disconnected:
            close()
            readPassedTime(bytes)
            isDisconnected = true
          }
        }
        readPassedTime(bytes)
        // What the slice has behind its last text may be the line end of an open record.
        if slice.parts.isEmpty { continueRecord(bytes[0..<end], nil) }
      }
    }
    line += slice.lineEnds
    story.tally.lines += slice.lineEnds
  }

  private mutating func process(_ record: LogSlice.Record, of slice: LogSlice, _ bytes: Bytes, _ unescaped: Bytes) {
    close()
    let line = line + Int(record.line)
    guard let start = record.openFrom.map({ Int($0) }) else {
      let text = Text(record.isUnescaped ? unescaped : bytes, record.head.message, Int(record.end))
      add(record.head, text, record.scan, line: line, passedIn: bytes)
      return
    }
    readPassedTime(bytes)
    let stop = slice.unfinished ?? bytes.count
    open = OpenRecord(bytes: bytes[start..<stop].array, end: Int(record.end) - start, line: line)
  }

  /// Lines that belong to the open record, from the beginning of a slice to a place; nil for none.
  private mutating func continueRecord(_ bytes: Bytes, _ stop: Int?) {
    guard var record = open else { return }
    open = nil  // so that its bytes are changed in place and not copied
    let base = record.bytes.count
    var isFull = false
    if let stop {
      var start = 0
      while start < stop, !isFull {
        let lineEnd = nextLineEnd(in: bytes, from: start, to: stop)
        let end = lineEnd > start && bytes[lineEnd - 1] == 0x0D ? lineEnd - 1 : lineEnd
        isFull = base + end > LogSlice.maxRecordLength
        if !isFull { record.end = base + end }
        start = lineEnd + 1
      }
    }
    bytes.append(to: &record.bytes)
    open = record
    if isFull { close() }
  }

  /// Processes the open record.
  mutating func close() {
    guard let record = open else { return }
    open = nil
    // It is now a separate slice, which nothing can follow.
    let slice = LogSlice(Array(record.bytes[..<record.end]), isLast: true, skipsOthers: false)
    slice.bytes.withBorrowedBytes { bytes in
      slice.unescaped.withBorrowedBytes { unescaped in
        guard let first = slice.records.first else { return }
        let text = Text(first.isUnescaped ? unescaped : bytes, first.head.message, Int(first.end))
        add(first.head, text, first.scan, line: record.line, passedIn: bytes)
      }
    }
  }

  /// Reads the time of the last skipped record; this is done only if the time turns out to be needed.
  private mutating func readPassedTime(_ bytes: Bytes) {
    guard let range = passed else { return }
    passed = nil
    guard let head = HeadReader.head(in: bytes, from: range.lowerBound, to: range.upperBound), let clock else { return }
    var ahead = clock
    let instant = ahead.instant(head.time)
    self.clock = ahead
    story.lastRecordAt = instant
    others.passed(at: instant)
  }

  private mutating func add(_ head: RecordHead, _ text: Text, _ scan: QuickScan, line: Int, passedIn bytes: Bytes) {
    if head.isLoss || isDisconnected || scan.isAboutLog { readPassedTime(bytes) }
    passed = nil
    story.tally.records += 1
    story.tally.styles[head.style.index] += 1
    let before = clock?.latest ?? .zero
    if scan.isAboutLog, text.hasPrefix("=== system wallclock time adjusted") { clock?.willBeAdjusted() }
    let instant = clock?.instant(head.time) ?? .zero
    reportClockChange(head, line: line, from: before, to: instant)
    defer { story.endRecord() }
    story.begin(text.bytes, scan, process: head.process, line: line)
    if head.hasUnreadTime || head.style == .bare && BareReader.endsWithTime(text.trimmed) {
      story.tally.unreadTimes += 1
    }
    if scan.matters, mirrored.holds(head, scan, at: instant) {
      story.tally.others += 1
      return
    }
    let isUnderstood = scan.matters && clock.map { story.process(head, text, scan, at: instant, $0.dates) } ?? false
    story.lastRecordAt = instant
    guard isUnderstood else {
      story.tally.others += 1
      others.add(head, text, at: instant, place: story.currentPlace())
      return
    }
    guard story.lastWasUnknown, story.tally.firstNotUnderstood.count < Tally.maxLines else { return }
    let words = text.before("\n").upTo(text.start + 160).string
    story.tally.firstNotUnderstood.append(LogSummary.Line(log: name, number: line, text: words))
  }

  /// Adds what a record says about the log and the clock: lost messages, a lost device, a boot, a clock adjustment.
  private mutating func reportClockChange(_ head: RecordHead, line: Int, from before: Instant, to instant: Instant) {
    let isLost = head.isLoss || isDisconnected
    guard isLost || clock?.change != nil else { return }
    story.begin(line: line)
    if isLost, before < instant {
      story.add(.gap(until: instant, cause: head.isLoss ? .messagesLost : .disconnected), at: before)
    }
    isDisconnected = false
    if isLost { story.lastRecordAt = instant }
    switch clock?.change {
    case .boot: story.booted(from: before, at: instant)
    case .step(let span):
      let words = span < .zero ? "back by \(TimeSpan.zero - span)" : "forward by \(span)"
      story.add(.note(Note("the clock was set \(words)")), at: instant)
    case .set: story.add(.note(Note("the clock was set")), at: instant)
    case nil: break
    }
  }
}
