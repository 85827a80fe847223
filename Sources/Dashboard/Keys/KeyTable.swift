public import Screen

/// One row of the key table: what the keys do, in short for the hint line and in a sentence for help.
public struct KeyBinding: Hashable, Sendable {
  public enum Group: String, CaseIterable, Sendable {
    case simulate = "Simulate"
    case conditions = "Conditions"
    case time = "Time"
    case look = "Look"
  }

  public var action: Action
  public var keys: [Key]
  public var group: Group
  /// A word or two.
  public var hint: String
  /// A sentence.
  public var help: String
  /// Hints with a smaller number keep their place longest when the line is short; nil never stands there.
  public var rank: Int?
}

/// The one table of keys: dispatch, the hint line, help, `bgtop list keys` and the README are made from it.
public enum KeyTable {
  public static let bindings: [KeyBinding] = simulate + conditions + time + look

  /// The action of a key. Complexity: O(1).
  public static func action(for key: Key) -> Action? { byKey[key] }

  /// The row of an action.
  public static func binding(for action: Action) -> KeyBinding? { bindings.first { $0.action == action } }

  private static let byKey: [Key: Action] = {
    var table: [Key: Action] = [:]
    for binding in bindings { for key in binding.keys { table[key] = binding.action } }
    return table
  }()

  private static func row(
    _ group: KeyBinding.Group, _ action: Action, _ keys: [Key], _ hint: String, _ help: String, rank: Int? = nil
  ) -> KeyBinding {
    KeyBinding(action: action, keys: keys, group: group, hint: hint, help: help, rank: rank)
  }

  private static let simulate: [KeyBinding] = [
    row(.simulate, .launch, ["l"], "launch", "Launch the selected request now, whatever the conditions are.", rank: 4),
    row(.simulate, .expire, ["x"], "expire", "Expire the selected task: its expiration handler is called.", rank: 5),
    row(
      .simulate, .userCancel, ["u"], "user cancels", "Cancel the selected continued task as the user would.", rank: 16),
    row(
      .simulate, .submit, ["s"], "submit", "Submit a request for the selected task; a pending one is replaced.", rank: 6
    ),
    row(.simulate, .cancel, ["d"], "cancel", "Cancel the selected pending request; a run goes on.", rank: 15),
  ]

  private static let conditions: [KeyBinding] = [
    row(.conditions, .thermalUp, ["t"], "thermal", "Make the device hotter by one step.", rank: 7),
    row(.conditions, .thermalDown, ["T"], "cooler", "Make the device cooler by one step."),
    row(.conditions, .lowPower, ["p"], "low power", "Switch Low Power Mode.", rank: 8),
    row(.conditions, .batteryDown, ["b"], "battery", "Take ten percent off the battery.", rank: 13),
    row(.conditions, .batteryUp, ["B"], "battery up", "Add ten percent to the battery."),
    row(.conditions, .charger, ["c"], "charger", "Plug the charger in or out.", rank: 9),
    row(.conditions, .network, ["w"], "network", "Change the network: wi-fi, cellular, offline.", rank: 10),
    row(.conditions, .inUse, ["i"], "in use", "Use the device, or leave it idle and locked.", rank: 11),
    row(.conditions, .backgroundRefresh, ["r"], "refresh", "Switch Background App Refresh.", rank: 18),
    row(
      .conditions, .memoryPressure, ["m"], "memory", "Change the memory pressure: normal, warning, critical.", rank: 19),
    row(.conditions, .app, ["a"], "app", "Open or leave the app of the selected task.", rank: 12),
    row(
      .conditions, .forceQuit, ["f"], "force-quit", "Swipe the app of the selected task away in the App Switcher.",
      rank: 17),
  ]

  private static let time: [KeyBinding] = [
    row(.time, .pause, [" "], "pause", "Pause, or go on.", rank: 2),
    row(.time, .nextEvent, ["."], "next", "Go to the next event.", rank: 14),
    row(.time, .previousEvent, [","], "previous", "Go to the previous event."),
    row(.time, .faster, ["+", "="], "faster", "Double the speed, up to ×100,000.", rank: 20),
    row(.time, .slower, ["-", "_"], "slower", "Halve the speed, down to ×1."),
    row(.time, .back, ["[", .left], "−10 min", "Go back ten minutes."),
    row(.time, .forward, ["]", .right], "+10 min", "Go on by ten minutes."),
    row(.time, .backDay, ["{"], "−1 day", "Go back a day."),
    row(.time, .forwardDay, ["}"], "+1 day", "Go on by a day."),
    row(.time, .live, ["R"], "live", "Return to the present.", rank: 21),
  ]

  private static let look: [KeyBinding] = [
    row(.look, .up, [.up, "k"], "up", "Select the task above, or scroll up."),
    row(.look, .down, [.down, "j"], "down", "Select the task below, or scroll down."),
    row(.look, .pageUp, [.pageUp], "page up", "Go a page up."),
    row(.look, .pageDown, [.pageDown], "page down", "Go a page down."),
    row(.look, .first, [.home, "G"], "first", "Go to the top."),
    row(.look, .last, [.end], "last", "Go to the bottom."),
    row(.look, .nextPane, [.tab], "pane", "Go to the next pane.", rank: 22),
    row(.look, .previousPane, [.backTab], "previous pane", "Go to the previous pane."),
    row(.look, .pending, ["1"], "pending", "Go to the tasks."),
    row(.look, .running, ["2"], "running", "Go to the runs."),
    row(.look, .why, ["3", "W"], "why", "Go to the explanation."),
    row(.look, .budgets, ["4"], "budgets", "Go to the budgets."),
    row(.look, .timeline, ["5"], "timeline", "Go to the timeline."),
    row(.look, .log, ["6"], "log", "Go to the log."),
    row(.look, .zoom, ["z", .enter], "zoom", "Show the pane on the whole screen, or all panes again.", rank: 23),
    row(.look, .zoomIn, ["<"], "shorter", "Show a shorter time on the timeline."),
    row(.look, .zoomOut, [">"], "longer", "Show a longer time on the timeline."),
    row(.look, .close, [.escape], "close", "Close what is open: help, then the zoomed pane."),
    row(.look, .redraw, [.ctrl("l")], "redraw", "Draw the whole screen again."),
    row(.look, .help, ["?", .f(1)], "help", "Show all keys.", rank: 3),
    row(.look, .quit, ["q", .ctrl("c")], "quit", "Leave bgtop.", rank: 1),
  ]
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  public init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }
}
