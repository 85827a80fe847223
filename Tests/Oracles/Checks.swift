internal import Dashboard
internal import Diagnosis
internal import Screen
internal import TaskTrace

/// A text that is going out has no character that is not seen and changes how others are shown.
func checkText(_ text: String, _ what: String, _ broken: inout Broken) {
  let hidden = text.unicodeScalars.first { $0.isHidden && $0 != "\n" }
  broken.expect(hidden == nil, "\(what) has no hidden character, but U+\(String(hidden?.value ?? 0, radix: 16))")
}

/// What was read is written and read again as the same, and questions about it have answers.
func checkTrace(_ header: TraceHeader, _ events: [TraceEvent], _ broken: inout Broken) {
  let written = TraceFile.write(header, events)
  checkText(String(decoding: written, as: UTF8.self), "a written trace", &broken)
  do throws(TextProblem) {
    let read = try TraceFile.read(written)
    broken.expect(read.warnings.isEmpty, "every line of a written trace is read: \(read.warnings)")
    broken.expect(read.header == header, "a header is read as it was written")
    broken.expect(read.events.map(\.at) == events.map(\.at), "events are read at the times at which they were written")
    broken.expect(
      read.events.map(\.event.written) == events.map(\.event.written), "events are read as they were written")
    broken.expect(TraceFile.write(read.header, read.events) == written, "a trace is written as it was")
  } catch {
    broken.expect(false, "a written trace is read again: \(error)")
  }
  guard events.count <= 2_000 else { return }

  let trace = Trace(header: header, events: events)
  let middle = trace.events.isEmpty ? trace.end : trace.events[trace.events.count / 2].at
  for instant in [trace.start, middle, trace.end] {
    let teller = Why.Explainer(trace, at: instant)
    for task in teller.board.tasks.prefix(3).map(\.task) { _ = teller.why(task).lines }
  }
  _ = EventOrder.violations(in: trace)
  let state = DashboardState(recording: trace, name: "x", size: Size(columns: 100, rows: 30))
  checkText(state.draw().text(), "the screen", &broken)
}

extension Event {
  /// The event without what a trace leaves out: a submission tells its kind itself.
  fileprivate var written: Event {
    guard case .submitted(var reference, let submission) = self else { return self }
    reference.kind = nil
    return .submitted(reference, submission)
  }
}
