internal import Diagnosis
internal import Screen
internal import TaskTrace

/// The symptoms of the selected task and its app, each with its questions, their answers, and the verdict.
enum DiagnosisPane {
  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    let name = context.state.selection.task.map { context.names($0) } ?? ""
    let inner = context.frame(
      .diagnosis, "diagnosis", name.isEmpty ? [] : [TextRun(name, Style(.secondary))], in: rect, on: &canvas)
    guard !inner.isEmpty else { return }
    var sheet = Sheet()
    guard !context.isGathering else {
      sheet.gathering(context)
      return sheet.draw(from: 0, frame: rect, in: inner, on: &canvas)
    }
    if context.examinations.isEmpty {
      sheet.line(
        TextRun(name.isEmpty ? "No task is selected." : "✓ No symptoms found for \(name).", Style(.good)))
      sheet.line()
      sheet.line(TextRun("Commands that you can type after a colon:", Style(.secondary)))
      for symptom in Symptom.all {
        sheet.row("diagnose \(symptom.id)", TextRun(symptom.title), width: 28)
      }
      sheet.row("error CODE", TextRun("what a code means, and which of its causes hold here"), width: 28)
      sheet.row("choose", TextRun("which API does a piece of background work"), width: 28)
    }
    for examination in context.examinations { add(examination, context, columns: inner.columns - 6, to: &sheet) }
    sheet.draw(from: context.state.scroll.view, frame: rect, in: inner, on: &canvas)
  }

  private static func add(_ found: Examination, _ context: PaneContext, columns: Int, to sheet: inout Sheet) {
    sheet.heading(
      "\(found.isFault ? "✗" : "·") \(found.title)", role: found.isFault ? .bad : .info,
      [TextRun(found.task.map { context.names($0) } ?? found.subject, Style(.title))])
    switch found.shows {
    case .yes:
      if let seen = found.seen {
        sheet.sentence("", seen.line(context.epoch), Style(.text), columns: columns, context.state.options.symbols)
      }
    case .no:
      sheet.sentence(
        "", "Not seen here\(found.seen.map { ": \($0.line(context.epoch))" } ?? "").", Style(.good),
        columns: columns, context.state.options.symbols)
    case .unknown:
      sheet.sentence(
        "", "The input does not say whether it occurs.", Style(.secondary), columns: columns,
        context.state.options.symbols)
    }
    if found.isFault || found.shows != .no {
      sheet.sentence("", found.verdict.text + ".", Style(.title), columns: columns, context.state.options.symbols)
      sheet.sentence("fix", found.verdict.remedy, Style(.good), columns: columns, context.state.options.symbols)
      sheet.sentence("src", found.verdict.source, Style(.secondary), columns: columns, context.state.options.symbols)
    }
    for answer in found.answers { add(answer, findsOut: !found.isFault, columns, context, to: &sheet) }
    for other in found.others {
      sheet.sentence(
        "and", "\(other.text). \(other.remedy)", Style(.warning), columns: columns, context.state.options.symbols)
    }
  }

  private static func add(
    _ answer: Answer, findsOut: Bool, _ columns: Int, _ context: PaneContext, to sheet: inout Sheet
  ) {
    let role: Role = answer.fault != nil ? .bad : answer.reply == .unknown ? .secondary : .good
    let asked = wrapped(answer.ask, to: max(20, columns - 11), symbols: context.state.options.symbols)
    for (index, part) in asked.enumerated() {
      sheet.line(
        TextRun(padded(answer.fault != nil && index == 0 ? "✗" : "", 2), Style(.bad, .bold)),
        TextRun(padded(index == 0 ? answer.reply.rawValue : "", 9), Style(role)),
        TextRun(part, Style(answer.reply == .unknown ? .secondary : .text)))
    }
    let find = answer.reply == .unknown && findsOut ? [answer.find] : []
    for text in answer.evidence.prefix(answer.fault == nil ? 1 : 2).map({ $0.line(context.epoch) }) + find {
      for line in wrapped(text, to: max(20, columns - 11), symbols: context.state.options.symbols) {
        sheet.line(TextRun(padded("", 11)), TextRun(line, Style(.secondary)))
      }
    }
  }
}
