internal import Diagnosis
internal import Screen
internal import TaskTrace

/// The model compared with a device log: each logged response, score, and decision, computed again.
enum DevicePane {
  /// The maximum number of events that are compared, so that the view opens immediately; `bgtop compare` compares the
  /// whole log.
  static let limit = 20_000

  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    let inner = context.frame(.compare, "compare  the model with the device", in: rect, on: &canvas)
    guard let comparison = context.comparison else { return }
    var sheet = Sheet()
    let all = context.state.trace.events.count
    sheet.heading(
      all > limit ? "the last \(grouped(limit)) events up to here" : "until here",
      [TextRun("each log line, recomputed from its own contents", Style(.secondary))])
    sheet.line(
      TextRun("✓ \(grouped(comparison.agreements)) agree   ", Style(.good)),
      TextRun(
        "✗ \(grouped(comparison.differences.count)) differ   ", Style(comparison.differences.isEmpty ? .text : .bad)),
      TextRun("· \(grouped(comparison.unknowns)) cannot be known from this log", Style(.secondary)))
    let rows = comparison.differences + comparison.rows.reversed().filter { $0.verdict != .differs }
    sheet.heading("differences first, then newest first")
    sheet.line(
      TextRun(
        padded("time", 10) + padded("task", 26) + padded("what", 26) + padded("device", 20) + "model", Style(.secondary)
      ))
    for row in rows.prefix(500) {
      let (sign, role): (String, Role) =
        switch row.verdict {
        case .agrees: ("✓ ", .good)
        case .differs: ("✗ ", .bad)
        default: ("· ", .secondary)
        }
      sheet.line(
        TextRun(padded(context.epoch.clock(row.at), 10), Style(.secondary)),
        TextRun(padded(context.names(row.task), 26), Style(.title)), TextRun(padded(row.subject.text, 26)),
        TextRun(padded(row.logged, 20)), TextRun(sign, Style(role, .bold)),
        TextRun(row.model ?? row.verdict.word, Style(role)))
    }
    sheet.draw(from: context.state.scroll.view, frame: rect, in: inner, on: &canvas)
  }
}
