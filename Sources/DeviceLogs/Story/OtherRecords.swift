internal import TaskTrace

/// The first records of other processes, shown where a log holds nothing else.
struct OtherRecords {
  private var notes: [TraceEvent] = []
  private(set) var latest = Instant.zero
  private static let limit = 1_000
  private static let maxLength = 1_024

  /// All of them in time order: threads write their records when they get to it. Complexity: O(n log n).
  var ordered: [TraceEvent] { notes.inOrder }

  /// Whether no more of them are kept.
  var isFull: Bool { notes.count >= Self.limit }

  /// A record that is only counted was written at an instant.
  mutating func passed(at instant: Instant) { latest = max(latest, instant) }

  mutating func add(_ head: RecordHead, _ text: Text, at instant: Instant, place: @autoclosure () -> SourceLine?) {
    latest = max(latest, instant)
    guard notes.count < Self.limit else { return }
    let process = head.processName(in: text.bytes)
    let words = text.upTo(text.start + Self.maxLength).trimmed.string
    let note = Note(words, process: process.isEmpty ? nil : process.string, level: head.level)
    notes.append(TraceEvent(instant, .note(note), source: place()))
  }
}
