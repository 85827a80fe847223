internal import Screen

/// Waits, intervals and outcomes in numbers.
enum StatisticsPane {
  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    let inner = context.frame(.statistics, "statistics", in: rect, on: &canvas)
    var sheet = Sheet()
    sheet.line(TextRun("Intervals, waits and durations will stand here.", Style(.secondary)))
    sheet.draw(from: context.state.viewOffset, frame: rect, in: inner, on: &canvas)
  }
}
