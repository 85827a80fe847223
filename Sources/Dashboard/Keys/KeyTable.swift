public import Screen

/// One row of the key table: what the keys do, in short for the hint line and in a sentence for help.
public struct KeyBinding: Hashable, Sendable {
  public enum Group: String, CaseIterable, Sendable {
    case simulate = "Simulate"
    case conditions = "Conditions"
    case time = "Time"
    case view = "View"
  }

  public var action: Action
  public var keys: [Key]
  public var group: Group
  /// A word or two.
  public var hint: String
  /// A sentence.
  public var help: String
  /// Hints with a smaller number are the last to be dropped when the line is short; those with nil never appear.
  public var rank: Int?
}

/// The one table of keys: dispatch, the hint line, help, `bgtop list keys` and the README are made from it.
public enum KeyTable {
  public static let bindings: [KeyBinding] = simulate + conditions + time + view

  /// The row of an action.
  public static func binding(for action: Action) -> KeyBinding? { bindings.first { $0.action == action } }

  private static func row(
    _ group: KeyBinding.Group, _ action: Action, _ keys: [Key], _ hint: String, _ help: String, rank: Int? = nil
  ) -> KeyBinding {
    KeyBinding(action: action, keys: keys, group: group, hint: hint, help: help, rank: rank)
  }

  private static let simulate: [KeyBinding] = [
    row(.simulate, .launch, ["l"], "launch", "Launch the selected request now, regardless of conditions.", rank: 4),
    row(.simulate, .expire, ["x"], "expire", "Expire the selected task: its expiration handler is called.", rank: 5),
    row(
      .simulate, .userCancel, ["u"], "user cancels", "Cancel the selected continued task, as the user would.", rank: 16),
    row(
      .simulate, .submit, ["s"], "submit", "Submit a request for the selected task; a pending one is replaced.", rank: 6
    ),
    row(
      .simulate, .cancel, ["d"], "cancel", "Cancel the selected pending request; a running task continues.", rank: 15),
    row(.simulate, .push, ["g"], "push", "Send a priority-5 silent push to the selected task's app.", rank: 24),
    row(.simulate, .download, ["D"], "download", "Start the background transfer of the selected task's app."),
  ]

  private static let conditions: [KeyBinding] = [
    row(.conditions, .thermalUp, ["t"], "thermal", "Raise the thermal state by one step.", rank: 7),
    row(.conditions, .thermalDown, ["T"], "cooler", "Lower the thermal state by one step."),
    row(.conditions, .lowPower, ["p"], "low power", "Toggle Low Power Mode.", rank: 8),
    row(.conditions, .batteryDown, ["b"], "battery", "Lower the battery by ten percent.", rank: 13),
    row(.conditions, .batteryUp, ["B"], "battery up", "Raise the battery by ten percent."),
    row(.conditions, .charger, ["c"], "charger", "Plug in or unplug the charger.", rank: 9),
    row(.conditions, .network, ["w"], "network", "Change the network: Wi-Fi, cellular, offline.", rank: 10),
    row(.conditions, .inUse, ["i"], "in use", "Use the device, or leave it idle and locked.", rank: 11),
    row(.conditions, .backgroundRefresh, ["r"], "refresh", "Toggle Background App Refresh.", rank: 18),
    row(
      .conditions, .memoryPressure, ["m"], "memory", "Change the memory pressure: normal, warning, critical.", rank: 19),
    row(.conditions, .app, ["a"], "app", "Open or leave the selected task's app.", rank: 12),
    row(
      .conditions, .forceQuit, ["f"], "force-quit", "Swipe the selected task's app away in the App Switcher.",
      rank: 17),
    row(.conditions, .reboot, ["o"], "reboot", "Restart the device; it stays locked until it is used."),
  ]

  private static let time: [KeyBinding] = [
    row(.time, .pause, [" "], "pause", "Pause or resume.", rank: 2),
    row(.time, .nextEvent, ["."], "next", "Go to the next event.", rank: 14),
    row(.time, .previousEvent, [","], "previous", "Go to the previous event."),
    row(.time, .faster, ["+", "="], "faster", "Double the speed, up to ×100,000.", rank: 20),
    row(.time, .slower, ["-", "_"], "slower", "Halve the speed, down to ×1."),
    row(.time, .back, ["[", .left], "−10 min", "Go back ten minutes."),
    row(.time, .forward, ["]", .right], "+10 min", "Go forward ten minutes."),
    row(.time, .previousDay, ["{"], "−1 day", "Go back a day."),
    row(.time, .nextDay, ["}"], "+1 day", "Go forward a day."),
    row(
      .time, .nextProblem, ["e"], "problem", "Go to the next problem: an expiration, kill, refusal, or failure.",
      rank: 25),
    row(.time, .previousProblem, ["E"], "prev problem", "Go to the previous problem."),
    row(.time, .bookmark, ["'"], "bookmark", "Set a bookmark at this time, or remove it."),
    row(.time, .nextBookmark, ["\""], "next bookmark", "Go to the next bookmark; after the last, the first."),
    row(.time, .live, ["R"], "live", "Return to the present.", rank: 21),
    row(.time, .fork, ["A"], "fork", "Start a new branch here; the old future is kept.", rank: 26),
    row(.time, .branch, ["V"], "branch", "Show the next branch."),
    row(.time, .undo, [.ctrl("z")], "undo", "Undo the last command, and replay without it."),
    row(.time, .redo, [.ctrl("y")], "redo", "Redo the last undone command."),
  ]

  private static let view: [KeyBinding] = [
    row(.view, .overview, ["1"], "overview", "Show the overview: six panes.", rank: 27),
    row(.view, .timelineView, ["2"], "timeline", "Show the timeline full screen."),
    row(.view, .taskView, ["3"], "task", "Show the selected task: request, scores, runs."),
    row(.view, .logView, ["4"], "log", "Show the log full screen."),
    row(.view, .findingsView, ["5"], "findings", "Show what is wrong, and what to do about it."),
    row(.view, .statisticsView, ["6"], "statistics", "Show waits, intervals and outcomes in numbers."),
    row(.view, .compareView, ["7"], "compare", "Compare two branches, or the model with the device."),
    row(
      .view, .diagnosisView, ["8"], "diagnosis",
      "Find the cause of the selected task's symptoms, question by question."),
    row(.view, .why, ["W"], "why", "Go to the explanation."),
    row(.view, .up, [.up, "k"], "up", "Select the row above, or scroll up."),
    row(.view, .down, [.down, "j"], "down", "Select the row below, or scroll down."),
    row(.view, .pageUp, [.pageUp], "page up", "Go a page up."),
    row(.view, .pageDown, [.pageDown], "page down", "Go a page down."),
    row(.view, .first, [.home], "first", "Go to the top."),
    row(.view, .last, [.end, "G"], "last", "Go to the bottom."),
    row(.view, .nextPane, [.tab], "pane", "Go to the next pane.", rank: 22),
    row(.view, .previousPane, [.backTab], "previous pane", "Go to the previous pane."),
    row(.view, .enter, [.enter], "open", "Open the selected task, run, finding, or log line."),
    row(.view, .close, [.escape], "close", "Close what is open: a prompt, help, a zoomed pane, a view, a filter."),
    row(.view, .zoom, ["z"], "zoom", "Zoom the pane to full screen, or show all panes again.", rank: 23),
    row(.view, .layout, ["L"], "layout", "Switch the pane layout: all, waiting, running, history."),
    row(.view, .zoomIn, ["<"], "shorter", "Show a shorter span on the timeline."),
    row(.view, .zoomOut, [">"], "longer", "Show a longer span on the timeline."),
    row(.view, .panLeft, [.shiftLeft, "("], "earlier", "Pan the timeline to earlier times; the selected time stays."),
    row(.view, .panRight, [.shiftRight, ")"], "later", "Pan the timeline to later times; the selected time stays."),
    row(.view, .search, ["/"], "search", "Search tasks and log; n and N go to the next and previous match.", rank: 28),
    row(.view, .searchNext, ["n"], "next match", "Go to the next match."),
    row(.view, .searchPrevious, ["N"], "prev match", "Go to the previous match."),
    row(.view, .filter, ["&"], "filter", "Show only what matches: kind:processing state:held backup.", rank: 29),
    row(.view, .sort, ["O"], "order", "Sort the tasks by the next column."),
    row(.view, .mark, ["M"], "mark", "Mark the selected task; commands apply to all marked tasks."),
    row(.view, .pin, ["P"], "pin", "Pin the selected task's row to the top of the timeline."),
    row(.view, .span, ["v"], "span", "Start a timeline span here to see its totals; press again to end it."),
    row(.view, .copy, ["y"], "copy", "Copy the focused pane as text."),
    row(.view, .picture, ["S"], "picture", "Save a picture of the screen (SVG)."),
    row(.view, .options, [.f(2)], "options", "Show the options, and change them."),
    row(.view, .mouse, [.f(3)], "mouse", "Let the terminal use the mouse to select text, or take it back."),
    row(.view, .command, [":"], "command", "Type a command; Tab completes it.", rank: 30),
    row(.view, .choose, ["C"], "choose", "Choose an API for background work by answering a few questions."),
    row(.view, .help, ["?", .f(1)], "help", "Show all keys; type to search, press Enter to use one.", rank: 3),
    row(.view, .quit, ["q", .ctrl("c")], "quit", "Quit bgtop.", rank: 1),
    // The last row is where End and Shift-Tab lead: nothing that is missed.
    row(.view, .redraw, [.ctrl("l")], "redraw", "Redraw the whole screen."),
  ]
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  public init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }
}
