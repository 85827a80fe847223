/// What the user can do in the dashboard, whichever key or click triggers it.
public enum Action: String, CaseIterable, Hashable, Sendable {
  // To the simulation.
  case launch, expire, userCancel, submit, cancel, push, download
  // To its conditions.
  case thermalUp, thermalDown, lowPower, batteryDown, batteryUp, charger, network, inUse, backgroundRefresh,
    memoryPressure, app, forceQuit, reboot
  // To time.
  case pause, nextEvent, previousEvent, faster, slower, back, forward
  // Configuration files and the command line contain the raw values.
  case previousDay = "backDay"
  case nextDay = "forwardDay"
  case nextProblem = "nextTrouble"
  case previousProblem = "previousTrouble"
  case bookmark, nextBookmark, live, fork, branch, undo, redo
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

  /// Whether the action changes the simulation, and therefore needs a live one. The groups of the key table determine
  /// this.
  var isCommand: Bool { Self.commands.contains(self) }

  private static let forTask: Set<Action> = [.launch, .expire, .userCancel, .submit, .cancel]

  private static let commands = Set(
    KeyTable.bindings.filter { $0.group == .simulate || $0.group == .conditions }.map(\.action))
}
