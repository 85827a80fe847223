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
  var isForTask: Bool { Self.forTask.contains(self) }

  /// Whether the action changes the simulation, and so needs one that is live. Which ones do, the key table says by its
  /// groups.
  var isCommand: Bool { Self.commands.contains(self) }

  private static let forTask: Set<Action> = [.launch, .expire, .userCancel, .submit, .cancel]

  private static let commands = Set(
    KeyTable.bindings.filter { $0.group == .simulate || $0.group == .conditions }.map(\.action))
}
