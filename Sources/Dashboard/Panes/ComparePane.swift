internal import SchedulerModel
internal import Screen
internal import TaskTrace

/// Two branches side by side from the first event in which they differ; the counts of each task above.
enum ComparePane {
  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    let state = context.state
    guard let other = state.others.last else {
      if context.isDeviceLog {
        DevicePane.draw(context, in: rect, on: &canvas)
        return
      }
      let inner = context.frame(.compare, "compare", in: rect, on: &canvas)
      var sheet = Sheet()
      sheet.line(TextRun("There is only one branch.", Style(.title)))
      sheet.line()
      for line in [
        "Go back with [ or , and give a command there, or press A. The old future is kept as branch A,",
        "the new one is branch B, and this view compares them from their first difference on.",
        "V switches branches. Ctrl-Z undoes a command without another branch.",
      ] { sheet.line(TextRun(line, Style(.secondary))) }
      sheet.draw(from: state.scroll.view, frame: rect, in: inner, on: &canvas)
      return
    }
    let title = "compare  \(other.name) with \(state.branch.name)"
    let inner = context.frame(.compare, title, in: rect, on: &canvas)
    sheet(state, other, context, columns: inner.columns).draw(
      from: state.scroll.view, frame: rect, in: inner, on: &canvas)
  }

  private static func sheet(_ state: DashboardState, _ other: Branch, _ context: PaneContext, columns: Int) -> Sheet {
    var sheet = Sheet()
    guard other.trace.header.epoch == state.trace.header.epoch else {
      return afterFork(state, other, context)
    }
    let until = min(state.edge, other.simulation?.now ?? other.trace.end)
    let (one, two) = (other.trace.board(at: until), state.trace.board(at: until))
    sheet.heading(
      "until \(context.epoch.stamp(until))",
      [TextRun("as far as both go", Style(.secondary))])
    let names = [other.name, state.branch.name]
    sheet.line(
      TextRun(
        padded("task", 28) + padded("launched", 16) + padded("succeeded", 16) + padded("expired, killed", 18) + "now",
        Style(.secondary)))
    for task in (one.tasks + two.tasks.filter { one.task($0.task) == nil }).map(\.task) {
      let (a, b) = (one.task(task), two.task(task))
      func pair(_ value: (TaskRecord) -> String, _ width: Int) -> TextRun {
        let (left, right) = (a.map(value) ?? "–", b.map(value) ?? "–")
        return TextRun(padded("\(left) → \(right)", width), Style(left == right ? .text : .warning))
      }
      sheet.line(
        TextRun(padded(context.names(task), 28), Style(.title)), pair({ "\($0.counts.launched)" }, 16),
        pair({ "\($0.counts.succeeded)" }, 16), pair({ "\($0.counts.expired + $0.counts.killed)" }, 18),
        pair({ Query.state(of: $0, on: a == nil ? two : one, at: until) }, 24))
    }
    guard let first = context.firstDifference else {
      sheet.heading("no difference", [TextRun("one is a prefix of the other", Style(.secondary))])
      return sheet
    }
    let at = (state.trace.events.indices.contains(first) ? state.trace.events[first].at : nil)
      .map { min($0, other.trace.events.indices.contains(first) ? other.trace.events[first].at : $0) }
    let when = at.map { "\(context.epoch.stamp($0))" } ?? ""
    sheet.heading(
      "first difference",
      [TextRun(when, Style(.title)), TextRun("after \(grouped(first)) equal events", Style(.secondary))])
    let width = max(12, (columns - 8) / 2)
    sheet.line(TextRun(padded("branch \(names[0])", width) + " │ branch \(names[1])", Style(.secondary)))
    addEvents(from: first, other, state, context, width, to: &sheet)
    return sheet
  }

  /// A recording, and a simulation that continues from one of its instants: their clocks begin at different times.
  private static func afterFork(_ state: DashboardState, _ other: Branch, _ context: PaneContext) -> Sheet {
    var sheet = Sheet()
    let own = state.trace.header.epoch.microsecondsSince1970, others = other.trace.header.epoch.microsecondsSince1970
    let later = max(own, others)
    let (recording, model) = own < others ? (state.trace, other.trace) : (other.trace, state.trace)
    let epoch = recording.header.epoch
    let fork = Instant(microseconds: later - epoch.microsecondsSince1970)
    sheet.heading(
      "from \(epoch.stamp(fork)) on",
      [TextRun("what the device did, and what the model does over the same time", Style(.secondary))])
    let length = min(recording.end - fork, model.end - .zero)
    guard length > .zero else {
      sheet.line(TextRun("No time has passed yet on one side: press space to run the simulation.", Style(.secondary)))
      return sheet
    }
    sheet.line(TextRun("compared over \(length)", Style(.title)))
    sheet.line(
      TextRun(
        padded("task", 40) + padded("device: started", 18) + padded("ended", 10) + padded("model: started", 18)
          + "ended", Style(.secondary)))
    func count(_ trace: Trace, _ task: TaskIdentifier, from: Instant) -> (started: Int, ended: Int) {
      let marks = trace.lanes.task(task)?.marks(from: from, to: from + length) ?? []
      return (
        marks.count { $0.what == .started },
        marks.count { [.succeeded, .failed, .expired, .killed, .completed].contains($0.what) }
      )
    }
    for task in model.lanes.tasks.map(\.task) {
      let (a, b) = (count(recording, task, from: fork), count(model, task, from: .zero))
      sheet.line(
        TextRun(padded(task.rawValue, 40), Style(.title)),
        TextRun(padded("\(a.started)", 18) + padded("\(a.ended)", 10)),
        TextRun(padded("\(b.started)", 18) + "\(b.ended)", Style(a.started == b.started ? .good : .warning)))
    }
    return sheet
  }

  /// Most events that are shown after the first difference.
  private static let limit = 200

  /// The later events of both, merged by time; equal ones share a line.
  private static func addEvents(
    from first: Int, _ other: Branch, _ state: DashboardState, _ context: PaneContext, _ width: Int,
    to sheet: inout Sheet
  ) {
    let (left, right) = (other.trace.events, state.trace.events)
    var (i, j, shown) = (first, first, 0)
    func text(_ event: TraceEvent) -> String {
      context.epoch.clock(event.at) + " " + LogLine(event.event, board: context.board, epoch: context.epoch).text
    }
    while shown < limit, i < left.count || j < right.count {
      let both = i < left.count && j < right.count && left[i] == right[j]
      let acceptsLeft = both || (i < left.count && (j >= right.count || left[i].at <= right[j].at))
      let acceptsRight = both || !acceptsLeft
      let (a, b) = (acceptsLeft ? text(left[i]) : "", acceptsRight ? text(right[j]) : "")
      if acceptsLeft { i += 1 }
      if acceptsRight { j += 1 }
      sheet.line(
        TextRun(padded(a, width), Style(both ? .secondary : .warning)), TextRun(both ? " = " : " │ ", Style(.divider)),
        TextRun(padded(b, width), Style(both ? .secondary : .good)))
      shown += 1
    }
    if shown == limit { sheet.line(TextRun("and more", Style(.secondary))) }
  }
}
