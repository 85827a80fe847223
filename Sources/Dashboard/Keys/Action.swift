/// What a person can do to the dashboard, whatever key or click asks for it.
public enum Action: String, CaseIterable, Hashable, Sendable {
  // To the simulation.
  case launch, expire, userCancel, submit, cancel, push, download
  // To its conditions.
  case thermalUp, thermalDown, lowPower, batteryDown, batteryUp, charger, network, inUse, backgroundRefresh,
    memoryPressure, app, forceQuit, reboot
  // To time.
  case pause, nextEvent, previousEvent, faster, slower, back, forward, backDay, forwardDay, nextTrouble,
    previousTrouble, bookmark, nextBookmark, live, fork, branch, undo, redo
  // To the view.
  case overview, timelineView, taskView, logView, findingsView, statisticsView, compareView, diagnosisView, why
  case up, down, pageUp, pageDown, first, last, nextPane, previousPane, enter, close, zoom, layout, zoomIn, zoomOut,
    panLeft, panRight
  case search, searchNext, searchPrevious, filter, sort, mark, pin, span, copy, picture, options, mouse, command,
    choose, help,
    quit,
    redraw
}

extension Action {
  /// Whether the action is about the selected task, or all that are marked.
  var isForTask: Bool {
    switch self {
    case .launch, .expire, .userCancel, .submit, .cancel: true
    default: false
    }
  }

  /// Whether the action changes the simulation, and so needs one that is live.
  var isCommand: Bool {
    switch self {
    case .launch, .expire, .userCancel, .submit, .cancel, .push, .download, .thermalUp, .thermalDown, .lowPower,
      .batteryDown, .batteryUp, .charger, .network, .inUse, .backgroundRefresh, .memoryPressure, .app, .forceQuit,
      .reboot:
      true
    default: false
    }
  }
}
