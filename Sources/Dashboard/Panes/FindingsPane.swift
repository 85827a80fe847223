internal import Diagnosis
internal import Screen
internal import TaskTrace

/// What is wrong, with its evidence and its remedy.
enum FindingsPane {
  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    let found = context.findings.filter { finding in
      guard let filter = context.state.selection.filter else { return true }
      return filter.matches(words: [finding.check, finding.title, finding.subject, finding.app ?? ""])
    }
    let counts = Finding.Severity.allCases.compactMap { severity -> TextRun? in
      let count = found.count { $0.severity == severity }
      return count == 0 ? nil : TextRun("\(count) \(severity.rawValue)\(count == 1 ? "" : "s")", Style(role(severity)))
    }
    let inner = context.frame(.findings, "findings", counts, in: rect, on: &canvas)
    guard !inner.isEmpty else { return }
    var sheet = Sheet()
    guard !context.isGathering else {
      sheet.gathering(context)
      return sheet.draw(from: 0, frame: rect, in: inner, on: &canvas)
    }
    if found.isEmpty {
      sheet.line(TextRun("✓ Nothing is wrong so far.", Style(.good)))
      sheet.line(
        TextRun(
          "\(Check.all.count) checks found nothing up to this time; bgtop list checks lists them.", Style(.secondary)
        ))
    }
    for finding in found { add(finding, context, columns: inner.columns - 6, to: &sheet) }
    sheet.draw(from: context.state.scroll.view, frame: rect, in: inner, on: &canvas)
  }

  private static func add(_ finding: Finding, _ context: PaneContext, columns: Int, to sheet: inout Sheet) {
    let (sign, role) = (sign(finding.severity), role(finding.severity))
    sheet.heading(
      "\(sign) \(finding.title)", role: role,
      [
        TextRun(finding.subject, Style(.title)),
        TextRun("\(finding.check)\(finding.count > 1 ? " ×\(finding.count)" : "")", Style(.secondary)),
      ])
    for evidence in finding.evidence.prefix(3) {
      sheet.sentence("", evidence.line(context.epoch), Style(.text), columns: columns, context.state.options.symbols)
    }
    sheet.sentence("", finding.consequence, Style(.text), columns: columns, context.state.options.symbols)
    sheet.sentence("fix", finding.remedy, Style(.good), columns: columns, context.state.options.symbols)
    sheet.sentence("src", finding.source, Style(.secondary), columns: columns, context.state.options.symbols)
  }

  static func role(_ severity: Finding.Severity) -> Role {
    switch severity {
    case .error: .bad
    case .warning: .warning
    case .note: .info
    }
  }

  private static func sign(_ severity: Finding.Severity) -> String {
    switch severity {
    case .error: "✗"
    case .warning: "!"
    case .note: "·"
    }
  }
}
