internal import TaskTrace

/// The trace of a dashboard, recorded while it is shown (`--record`).
///
/// The file exists, complete and with its header, before the screen opens, so a path that is not writable is reported
/// in time. From then on it grows: what has happened is on disk ``interval`` later, and if the program is killed, no
/// more than that is lost. If the past has changed, a new file replaces the old one.
final class TraceRecorder {
  private let path: String
  private var output: FileAccess.Output?
  private var header: TraceHeader
  /// The number of events written, and the last of them: this distinguishes a continued trace from one with another
  /// past.
  private var written = 0
  private var tail: [TraceEvent] = []
  private var due = System.monotonicMicroseconds()

  /// How long an event may be known and not be on the disk.
  private static let interval = TimeSpan.milliseconds(900)
  /// Two pasts that end with this many events at the same instants count as the same one until the end, when
  /// ``finish(_:)`` rewrites everything.
  private static let compared = 64

  /// Starts recording. `-` is standard output, to which everything is written at the end.
  init(_ path: String, _ trace: Trace) throws(FileAccess.Failure) {
    (self.path, header) = (path, trace.header)
    if path != "-" { try rewrite(trace) }
  }

  /// After how long ``update(_:)`` has something to do; nil if nothing new has happened.
  func nextUpdate(_ trace: Trace) -> TimeSpan? {
    guard output != nil, trace.events.count != written || trace.header != header else { return nil }
    return TimeSpan(microseconds: max(0, due - System.monotonicMicroseconds()))
  }

  /// Writes what is new, if it is time. After a failure nothing more is tried until ``finish(_:)``.
  func update(_ trace: Trace) throws(FileAccess.Failure) {
    guard nextUpdate(trace) == .zero else { return }
    do throws(FileAccess.Failure) {
      if continues(trace) { try append(trace) } else { try rewrite(trace) }
    } catch {
      output = nil
      throw error
    }
  }

  /// Writes the whole trace, in one step.
  func finish(_ trace: Trace) throws(FileAccess.Failure) {
    output = nil
    var sink = try TraceSink(path)
    try sink.write(trace.header)
    try sink.write(trace.events)
    try sink.finish()
  }

  private func continues(_ trace: Trace) -> Bool {
    guard trace.header == header, trace.events.count >= written else { return false }
    return trace.events[(written - tail.count)..<written].elementsEqual(tail) { $0.at == $1.at && $0.event == $1.event }
  }

  private func append(_ trace: Trace) throws(FileAccess.Failure) {
    try output?.write(TraceFile.lines(trace.events[written...]))
    try output?.sync()
    note(trace)
  }

  private func rewrite(_ trace: Trace) throws(FileAccess.Failure) {
    let new = try FileAccess.Output(path)
    try new.write(TraceFile.write(trace.header, trace.events))
    try new.publish()
    output = new
    note(trace)
  }

  private func note(_ trace: Trace) {
    (header, written) = (trace.header, trace.events.count)
    tail = Array(trace.events.suffix(Self.compared))
    due = System.monotonicMicroseconds() + Self.interval.microseconds
  }
}
