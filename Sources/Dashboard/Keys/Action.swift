/// What a person can do to the dashboard, whatever key or click asks for it.
public enum Action: String, CaseIterable, Hashable, Sendable {
  // To the simulation.
  case launch, expire, userCancel, submit, cancel
  // To its conditions.
  case thermalUp, thermalDown, lowPower, batteryDown, batteryUp, charger, network, inUse, backgroundRefresh,
    memoryPressure, app, forceQuit
  // To time.
  case pause, nextEvent, previousEvent, faster, slower, back, forward, backDay, forwardDay, live
  // To the view.
  case up, down, pageUp, pageDown, first, last, nextPane, previousPane, pending, running, why, budgets, timeline, log,
    zoom, zoomIn, zoomOut, help, close, quit, redraw
}

extension Action {
  /// Whether the action changes the simulation, and so needs one that is live.
  var isCommand: Bool {
    switch self {
    case .launch, .expire, .userCancel, .submit, .cancel, .thermalUp, .thermalDown, .lowPower, .batteryDown,
      .batteryUp, .charger, .network, .inUse, .backgroundRefresh, .memoryPressure, .app, .forceQuit:
      true
    default: false
    }
  }
}
