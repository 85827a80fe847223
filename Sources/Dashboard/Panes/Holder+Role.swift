internal import Screen
internal import TaskTrace

extension Holder {
  /// The color of what holds a task, on the timeline and in sums of waits.
  ///
  /// Power, heat and the user's own switches are the ones that people look for. What the request itself asked for, and
  /// what nobody knows, stays in the background.
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
