internal import Diagnosis
internal import Screen
internal import TaskTrace

/// Waits, intervals, lengths and outcomes of every task until the playhead, and when in the week things happen.
enum StatisticsPane {
  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    let inner = context.frame(.statistics, "statistics", in: rect, on: &canvas)
    guard !inner.isEmpty else { return }
    var sheet = Sheet()
    guard !context.isGathering else {
      sheet.gathering(context)
      return sheet.draw(from: 0, frame: rect, in: inner, on: &canvas)
    }
    guard let statistics = context.statistics else { return }
    let tasks = statistics.tasks.filter { $0.requests + $0.runs > 0 }
    if tasks.isEmpty {
      sheet.line(TextRun("No requests yet. Statistics start with the first request and run.", Style(.secondary)))
    } else {
      addTable(tasks, context, to: &sheet)
      if let chosen = tasks.first(where: { $0.task == context.state.selection.task }) ?? tasks.first {
        addTask(chosen, context, columns: inner.columns, to: &sheet)
      }
      addWeek(statistics, columns: inner.columns, to: &sheet)
    }
    sheet.draw(from: context.state.scroll.view, frame: rect, in: inner, on: &canvas)
  }

  private static func addTable(_ tasks: [Statistics.Task], _ context: PaneContext, to sheet: inout Sheet) {
    sheet.heading("tasks", [TextRun("medians; selected task below", Style(.secondary))])
    sheet.line(
      TextRun(
        padded("task", 26) + padded("requests", 10) + padded("runs", 8) + padded("wait", 12) + padded("late", 12)
          + padded("interval", 12) + padded("length", 12) + "succeeded", Style(.secondary)))
    for task in tasks {
      func median(_ distribution: Distribution) -> String { padded(distribution.median.map { "\($0)" } ?? "–", 12) }
      let ended = task.outcomes.reduce(0) { $0 + $1.count }
      let good = task.outcomes.filter { $0.outcome == .succeeded }.reduce(0) { $0 + $1.count }
      let share = ended == 0 ? "–" : "\(good * 100 / ended)%"
      sheet.line(
        TextRun(
          padded(context.names(task.task), 26), Style(.title, task.task == context.state.selection.task ? .bold : [])),
        TextRun(padded(grouped(task.requests), 10) + padded(grouped(task.runs), 8)),
        TextRun(median(task.waits) + median(task.lateness) + median(task.intervals) + median(task.lengths)),
        TextRun(share, Style(ended == 0 ? .secondary : good * 2 >= ended ? .good : .bad)))
    }
  }

  private static func addTask(_ task: Statistics.Task, _ context: PaneContext, columns: Int, to sheet: inout Sheet) {
    sheet.heading(context.names(task.task), [TextRun("distribution", Style(.secondary))])
    sheet.line(
      TextRun(
        padded("", 12) + padded("count", 8) + padded("shortest", 12) + padded("median", 13)
          + padded("90% within", 13)
          + padded("longest", 12) + "histogram, 1 s to 1 week", Style(.secondary)))
    for (name, distribution) in [
      ("wait", task.waits), ("late", task.lateness), ("interval", task.intervals), ("length", task.lengths),
    ] where distribution.count > 0 {
      func span(_ share: Double, _ width: Int) -> String {
        padded(distribution.percentile(share).map { "\($0)" } ?? "", width)
      }
      sheet.line(
        TextRun(padded(name, 12), Style(.title)),
        TextRun(padded(grouped(distribution.count), 8) + span(0, 12) + span(0.5, 13) + span(0.9, 13) + span(1, 12)),
        TextRun(bars(distribution.histogram, ascii: context.state.options.symbols.isASCII), Style(.info)))
    }
    let ends = task.outcomes.prefix(6).map { outcome in
      let cause = outcome.cause.map { " (\($0.spaced))" } ?? ""
      return TextRun(
        "\(grouped(outcome.count)) \(outcome.outcome.rawValue)\(cause)   ",
        Style(outcome.outcome == .succeeded ? .good : .warning))
    }
    if task.forced > 0 {
      sheet.line(
        TextRun(padded("manual", 12), Style(.title)),
        TextRun("\(grouped(task.forced)) of \(grouped(task.runs)) runs, counted only in the number of runs"))
    }
    if !ends.isEmpty { sheet.line([TextRun(padded("ends", 12), Style(.title))] + ends) }
  }

  /// Counts as a row of columns, the tallest for the largest.
  private static func bars(_ counts: [Int], ascii: Bool) -> String {
    let signs = ascii ? Array(" .:|#") : Array(" ▁▂▃▄▅▆▇█")
    let peak = max(1, counts.max() ?? 1)
    return String(
      counts.map { count in
        count == 0 ? signs[0] : signs[max(1, (count * (signs.count - 1) + peak - 1) / peak)]
      })
  }

  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// The week by hours: above when tasks started, below when the device was in use.
  private static func addWeek(_ statistics: Statistics, columns: Int, to sheet: inout Sheet) {
    let shades = Array(" ░▒▓█")
    let peak = max(1, statistics.launches.joined().max() ?? 1)
    let gap = String(repeating: " ", count: 4)
    sheet.heading("week by hour", [TextRun("stronger means more", Style(.secondary))])
    let hours = (0..<24).map { $0 % 6 == 0 ? padded("\($0)", 6) : "" }.joined()
    let both = columns >= 4 + 2 * (24 + 4) + 6
    sheet.line(TextRun(gap + padded(hours, 24) + gap + (both ? hours : ""), Style(.secondary)))
    for (day, name) in days.enumerated() {
      let starts = statistics.launches[day].map {
        $0 == 0 ? shades[0] : shades[max(1, min(4, ($0 * 4 + peak - 1) / peak))]
      }
      let use = statistics.usage[day].map { share -> Character in
        guard let share else { return "┄" }
        return share == 0 ? shades[0] : shades[max(1, min(4, Int((share * 4).rounded(.up))))]
      }
      var runs = [TextRun(padded(name, 4), Style(.title)), TextRun(String(starts), Style(.refresh))]
      if both { runs += [TextRun(gap), TextRun(String(use), Style(.info))] }
      sheet.line(runs)
    }
    sheet.line(
      TextRun(
        gap + padded("task starts", 24) + gap + (both ? "device in use (┄ not known)" : ""), Style(.secondary)))
  }
}
