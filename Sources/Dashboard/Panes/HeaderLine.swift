internal import Screen
internal import TaskTrace

/// The first line: what is shown, when, and how time runs.
enum HeaderLine {
  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    guard !rect.isEmpty else { return }
    let state = context.state
    let badge = badge(state)
    let clock = context.epoch.clock(state.playhead)
    let count = grouped(context.board.eventCount) + " events"
    var left = [TextRun(" bgtop", Style(.highlight, .bold)), TextRun(" \(state.name)", Style(.title, .bold))]
    if case .simulation(_, let seed, _, _) = state.trace.header.source {
      left.append(TextRun("  seed \(seed)", Style(.secondary)))
    }
    if !state.others.isEmpty { left.append(TextRun("  branch \(state.branch.name)", Style(.highlight, .bold))) }
    // Where one is: the view, and whose it is.
    if state.view != .overview { left.append(TextRun("  ▸ \(state.view.name)", Style(.title))) }
    if state.view == .task, let task = state.selection.task {
      left.append(TextRun(" ▸ \(context.names(task))", Style(.title)))
    }
    let when = [
      TextRun(context.epoch.fullDate(state.playhead) + "  ", Style(.secondary)), TextRun(clock, Style(.title, .bold)),
    ]

    // The badge and the clock stay longest; the count and the name yield first.
    let symbols = canvas.symbols
    let barWidth = state.loading == nil || state.options.linear ? 0 : Self.barWidth
    let badgeWidth = [badge].width(symbols: symbols) + barWidth
    let variants: [[[TextRun]]] = [
      [left, when, [TextRun(count + " ", Style(.secondary))]], [left, when, []],
      [left, [TextRun(clock, Style(.title, .bold))], []], [[], [TextRun(clock, Style(.title, .bold))], []],
      [[], [], []],
    ]
    let chosen = variants.first { parts in
      parts.map { $0.width(symbols: symbols) }.reduce(badgeWidth + 6, +) <= rect.columns
    }
    guard let parts = chosen else {
      canvas.put([badge], at: rect.origin, within: rect)
      return
    }
    let (leading, middle, trailing) = (parts[0], parts[1], parts[2])
    canvas.put(leading, at: rect.origin, within: rect)
    let right = badgeWidth + (trailing.isEmpty ? 1 : trailing.width(symbols: symbols) + 2)
    let badgeColumn = rect.endColumn - right
    canvas.put([badge], at: Point(column: badgeColumn, row: rect.row), within: rect)
    if let percent = state.loading, barWidth > 0 {
      canvas.bar(
        at: Point(column: badgeColumn + badgeWidth - barWidth, row: rect.row), columns: barWidth,
        fraction: Double(percent) / 100, paint: .role(.good), within: rect)
    }
    if !trailing.isEmpty {
      canvas.put(
        trailing, at: Point(column: rect.endColumn - trailing.width(symbols: symbols), row: rect.row), within: rect)
    }
    let width = middle.width(symbols: symbols)
    let center = rect.column + (rect.columns - width) / 2
    let earliest = leading.width(symbols: symbols) + 2
    let latest = rect.endColumn - right - width - 2
    canvas.put(middle, at: Point(column: min(max(center, earliest), max(latest, 0)), row: rect.row), within: rect)
  }

  /// The cells of the bar that shows how much of an input has been read.
  private static let barWidth = 12

  /// How time advances, as a word and a color; while an input is read, the percentage.
  private static func badge(_ state: DashboardState) -> TextRun {
    if let percent = state.loading { return TextRun(" LOADING \(percent) % ", .badge(.badgePaused)) }
    let speed = "×\(grouped(state.playback.speed))"
    switch (state.isAtEdge, state.playback.isPlaying, state.simulation != nil) {
    case (true, true, true): return TextRun(" ▶ LIVE \(speed) ", .badge(.badgeLive))
    case (true, _, false) where state.following: return TextRun(" ▶ LIVE ", .badge(.badgeLive))
    case (true, true, false): return TextRun(" ▶ REPLAY \(speed) ", .badge(.badgeReplay))
    case (true, false, true): return TextRun(" ‖ PAUSED ", .badge(.badgePaused))
    case (true, false, false): return TextRun(" ■ RECORDING ", .badge(.badgePaused))
    case (false, true, _): return TextRun(" ▶ REPLAY \(speed) ", .badge(.badgeReplay))
    case (false, false, _): return TextRun(" ◀ PAST ", .badge(.badgePast))
    }
  }
}
