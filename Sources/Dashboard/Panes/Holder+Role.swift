internal import Screen
internal import TaskTrace

extension Holder {
  /// The color of a task's holder, on the timeline and in wait totals.
  ///
  /// Power, heat, and the user's own switches are what users look for. What the request itself asked for, and what is
  /// unknown, is less prominent.
  var role: Role {
    switch self {
    case .policy(.chargerPluggedIn), .policy(.thermal), .policy(.batteryLevel), .policy(.lowPowerMode): .bad
    case .hold(.forceQuit), .hold(.backgroundRefresh): .bad
    case .policy, .hold, .deniedScore, .earlierRun: .warning
    case .belowThreshold: .info
    case .launch: .good
    case .window, .notScored, .nothing, .unknown: .inactive
    }
  }
}
