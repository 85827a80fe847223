internal import TaskTrace

/// How the records of a slice are told.
extension LogImporter {
  /// A record whose lines may go on in the next slice.
  struct OpenRecord {
    /// Its lines so far, and what stands behind them in their slice.
    var bytes: [UInt8]
    /// Where its text ends so far.
    var end: Int
    /// The number of its first line.
    var line: Int
  }

  /// Takes in what a slice holds, up to an object that is unfinished.
  mutating func read(_ slice: LogSlice) {
    story.added = slice.added
    slice.bytes.lend { bytes in
      slice.unescaped.lend { unescaped in
        let end = slice.unfinished ?? bytes.count
        for (number, part) in slice.parts.enumerated() {
          switch part {
          case .others(let count, let last):
            close()
            story.tally.records += count
            story.tally.styles[RecordStyle.default.index] += count
            story.tally.others += count
            passed = last
          case .record(let number): take(slice.records[number], of: slice, bytes, unescaped)
          case .loose(let range):
            // What the next part begins with is no part of an open record.
            let isWhole = number == slice.parts.count - 1
            goOn(bytes[0..<(isWhole ? end : range.upperBound)], range.upperBound)
          case .disconnected:
            close()
            settlePassed(bytes)
            isDisconnected = true
          }
        }
        settlePassed(bytes)
        // What the slice has behind its last text may be the line end of an open record.
        if slice.parts.isEmpty { goOn(bytes[0..<end], nil) }
      }
    }
    line += slice.lineEnds
    story.tally.lines += slice.lineEnds
  }

  private mutating func take(_ record: LogSlice.Record, of slice: LogSlice, _ bytes: Bytes, _ unescaped: Bytes) {
    close()
    let line = line + Int(record.line)
    guard let start = record.openFrom.map({ Int($0) }) else {
      let text = Text(record.isUnescaped ? unescaped : bytes, record.head.message, Int(record.end))
      tell(record.head, text, record.glance, line: line, passedIn: bytes)
      return
    }
    settlePassed(bytes)
    let stop = slice.unfinished ?? bytes.count
    open = OpenRecord(bytes: bytes[start..<stop].array, end: Int(record.end) - start, line: line)
  }

  /// Lines that belong to the open record, from the beginning of a slice to a place; nil for none.
  private mutating func goOn(_ bytes: Bytes, _ stop: Int?) {
    guard var record = open else { return }
    open = nil  // so that its bytes are changed in place and not copied
    let base = record.bytes.count
    var isFull = false
    if let stop {
      var start = 0
      while start < stop, !isFull {
        let lineEnd = nextLineEnd(in: bytes, from: start, to: stop)
        let end = lineEnd > start && bytes[lineEnd - 1] == 0x0D ? lineEnd - 1 : lineEnd
        isFull = base + end > LogSlice.longestRecord
        if !isFull { record.end = base + end }
        start = lineEnd + 1
      }
    }
    bytes.append(to: &record.bytes)
    open = record
    if isFull { close() }
  }

  /// Tells the open record.
  mutating func close() {
    guard let record = open else { return }
    open = nil
    // It is a slice of its own now, of which nothing can come after.
    let slice = LogSlice(Array(record.bytes[..<record.end]), isLast: true, passesOver: false)
    slice.bytes.lend { bytes in
      slice.unescaped.lend { unescaped in
        guard let first = slice.records.first else { return }
        let text = Text(first.isUnescaped ? unescaped : bytes, first.head.message, Int(first.end))
        tell(first.head, text, first.glance, line: record.line, passedIn: bytes)
      }
    }
  }

  /// Takes the time of the last record that was passed over; it is read only if it turns out to be needed.
  private mutating func settlePassed(_ bytes: Bytes) {
    guard let range = passed else { return }
    passed = nil
    guard let head = HeadReader.head(in: bytes, from: range.lowerBound, to: range.upperBound), let clock else { return }
    var ahead = clock
    let instant = ahead.instant(head.time)
    self.clock = ahead
    story.lastRecordAt = instant
    others.passed(at: instant)
  }

  private mutating func tell(_ head: RecordHead, _ text: Text, _ glance: Glance, line: Int, passedIn bytes: Bytes) {
    if head.isLoss || isDisconnected || glance.isLogTalk { settlePassed(bytes) }
    passed = nil
    story.tally.records += 1
    story.tally.styles[head.style.index] += 1
    let before = clock?.latest ?? .zero
    if glance.isLogTalk, text.hasPrefix("=== system wallclock time adjusted") { clock?.willBeSet() }
    let instant = clock?.instant(head.time) ?? .zero
    tellClock(head, line: line, from: before, to: instant)
    defer { story.endRecord() }
    story.begin(text.bytes, glance, process: head.process, line: line)
    if head.hasUnreadTime { story.tally.unreadTimes += 1 }
    if glance.matters, mirrored.holds(head, glance, at: instant) {
      story.tally.others += 1
      return
    }
    let isTold = glance.matters && clock.map { story.take(head, text, glance, at: instant, $0.dates) } ?? false
    story.lastRecordAt = instant
    guard isTold else {
      story.tally.others += 1
      others.take(head, text, at: instant, place: story.currentPlace())
      return
    }
    guard story.lastWasUnknown, story.tally.firstNotUnderstood.count < Tally.mostLines else { return }
    let words = text.before("\n").upTo(text.start + 160).string
    story.tally.firstNotUnderstood.append(LogSummary.Line(log: name, number: line, text: words))
  }

  /// What a record tells of the log and the clock: lost messages, a lost device, a boot, a clock that was set.
  private mutating func tellClock(_ head: RecordHead, line: Int, from before: Instant, to instant: Instant) {
    let isLost = head.isLoss || isDisconnected
    guard isLost || clock?.happening != nil else { return }
    story.begin(line: line)
    if isLost, before < instant {
      story.add(.gap(until: instant, cause: head.isLoss ? .messagesLost : .disconnected), at: before)
    }
    isDisconnected = false
    if isLost { story.lastRecordAt = instant }
    switch clock?.happening {
    case .boot: story.booted(from: before, at: instant)
    case .step(let span):
      let words = span < .zero ? "back by \(TimeSpan.zero - span)" : "forward by \(span)"
      story.add(.note(Note("the clock was set \(words)")), at: instant)
    case .set: story.add(.note(Note("the clock was set")), at: instant)
    case nil: break
    }
  }
}
