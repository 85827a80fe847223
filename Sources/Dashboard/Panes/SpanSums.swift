internal import Diagnosis
internal import Screen
internal import TaskTrace

/// Totals for a marked span: each task's waits by cause, its runs, and their outcomes.
enum SpanSums {
  static func sheet(_ span: ClosedRange<Instant>, _ context: PaneContext) -> Sheet {
    var sheet = Sheet()
    let lanes = context.state.trace.lanes
    let length = span.upperBound - span.lowerBound
    sheet.heading("within \(length)", [TextRun("waits by cause, runs, and outcomes", Style(.secondary))])
    for lane in lanes.tasks {
      let sums = lane.sums(from: span.lowerBound, to: span.upperBound, gaps: lanes.gaps)
      let running = sums.first { $0.phase == .running }?.span ?? .zero
      let waits = [WaitShare](sums.filter { $0.phase?.isWaiting ?? false }).filter { $0.span > .zero }
      let marks = lane.marks(from: span.lowerBound, to: span.upperBound)
      func count(_ what: TaskLane.MarkKind) -> Int { marks.count { $0.what == what } }
      let counts: [(Int, String, Role)] = [
        (count(.submitted), "submitted", .secondary), (count(.started), "started", .text),
        (count(.succeeded), "succeeded", .good), (count(.failed), "failed", .warning),
        (count(.expired), "expired", .bad), (count(.killed), "killed", .bad),
      ]
      guard !waits.isEmpty || running > .zero || !marks.isEmpty else { continue }
      sheet.line(
        [TextRun(padded(context.names(lane.task), 24), Style(.title))]
          + counts.filter { $0.0 > 0 }.map { TextRun("\($0.0) \($0.1)  ", Style($0.2)) }
          + (running > .zero ? [TextRun("running \(running)  ", Style(.good))] : [])
          + waits.map { TextRun("\($0.holder.text) \($0.span)  ", Style($0.holder.role)) })
    }
    return sheet
  }
}

/// The timeline in words, for people who hear it: what each task did last.
enum TimelineText {
  static func sheet(_ context: PaneContext) -> Sheet {
    var sheet = Sheet()
    let trace = context.state.trace
    for lane in trace.lanes.tasks {
      sheet.heading(context.names(lane.task))
      let marks = lane.marks(from: trace.start, to: context.state.playhead).filter {
        $0.what != .scored && $0.what != .step
      }
      for mark in marks.suffix(5) {
        sheet.line(TextRun("\(context.epoch.stamp(mark.at)) \(mark.what)"))
      }
      if marks.isEmpty { sheet.line(TextRun("nothing yet")) }
    }
    return sheet
  }
}
