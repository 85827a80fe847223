internal import Screen

/// What is wrong, with its evidence and its remedy.
enum FindingsPane {
  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    let inner = context.frame(.findings, "findings", in: rect, on: &canvas)
    var sheet = Sheet()
    sheet.line(TextRun("Mistakes that keep background work from running will stand here.", Style(.secondary)))
    sheet.draw(from: context.state.viewOffset, frame: rect, in: inner, on: &canvas)
  }
}
