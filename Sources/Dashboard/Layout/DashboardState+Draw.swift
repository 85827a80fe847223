internal import Diagnosis
public import Screen
internal import TaskTrace

extension DashboardState {
  /// Draws the whole screen. The same state always gives the same cells.
  public func draw() -> Canvas {
    var drawing = Drawing()
    return drawing.draw(self)
  }
}

extension DashboardState {
  /// Draws the whole screen, including what a user who waits a moment would see.
  public func drawSettled() -> Canvas {
    var drawing = Drawing()
    while drawing.hasPendingWork(self) { drawing.continueWork(self) }
    return drawing.draw(self)
  }
}

/// What every pane needs: computed once a frame. A class, because it is large and passed to every pane.
final class PaneContext {
  let state: DashboardState
  let board: Board
  let epoch: Epoch
  let names: ShortNames
  let explanation: Explanation?
  let indicators: StatusLine.Written
  /// What is wrong until the playhead.
  var findings: [Finding] = []
  var statistics: Statistics?
  /// Whether more events must be examined first than one key press allows.
  var isGathering = false
  /// The first event in which two branches differ, where the comparison is shown.
  var firstDifference: Int?
  /// The answers to the questions behind the symptoms of the selected task and of its app.
  var examinations: [Examination] = []
  /// What would let the selected task run.
  var help: WhatWouldHelp?
  /// Whether that is known, or about to be.
  var needsHelpSearch = false
  /// The model against the device, where that view is shown.
  var comparison: ModelComparison?

  init(_ state: DashboardState) {
    (self.state, board, epoch) = (state, state.board, state.trace.header.epoch)
    names = ShortNames(board)
    indicators = StatusLine.Written(StatusLine.shownApp(state, board), board, symbols: state.options.symbols)
    explanation = state.selection.task.map { [board, epoch] in
      Explanation($0, on: board, at: state.playhead, epoch: epoch)
    }
  }

  /// Whether the events come from a device's log, which knows less than a simulation does.
  var isDeviceLog: Bool { state.trace.header.isDeviceLog }

  /// Draws the frame of a pane, with its number and title, and returns the inside.
  func frame(
    _ pane: Pane, _ title: String, _ rest: [TextRun] = [], trailing: [TextRun] = [], in rect: Rect,
    on canvas: inout Canvas
  ) -> Rect {
    let focused = state.focus == pane
    let style = Style(focused ? pane.role : .divider)
    let key = state.view == .overview ? pane.shortcut.flatMap(state.keyMap.key) : nil
    let runs =
      (key.map { [TextRun("\($0.hintName) ", Style(.highlight, .bold))] } ?? []) + [
        TextRun(title, Style(.title, .bold))
      ]
    if state.options.linear {
      let split = rect.splitTop(1)
      let line = runs + rest.map { TextRun("  " + $0.text, $0.style) }
      canvas.put(line, at: split.top.origin, within: split.top, ellipsis: true)
      if focused { canvas.cursor = split.rest.isEmpty ? rect.origin : split.rest.origin }
      return split.rest
    }
    let inner = canvas.frame(
      rect, title: runs + rest.map { TextRun(" " + $0.text, $0.style) } + [TextRun(" ", .text)], trailing: trailing,
      style: style)
    if focused { canvas.cursor = inner.isEmpty ? rect.origin : inner.origin }
    return inner
  }
}

extension Pane {
  /// The role of the pane's frame when it has the focus.
  var role: Role {
    switch self {
    case .pending: .boxPending
    case .running: .boxRunning
    case .why: .boxWhy
    case .budgets: .boxBudgets
    case .timeline: .boxTimeline
    case .log: .boxLog
    case .task: .boxPending
    case .findings, .diagnosis: .boxWhy
    case .statistics: .boxBudgets
    case .compare: .boxRunning
    }
  }
}
