internal import TaskTrace

/// What goes wrong for an app: the events that a user who is looking for problems wants to see.
enum Problem {
  static func isOne(_ event: Event) -> Bool {
    switch event {
    case .refused, .registrationRefused, .killed, .warned: true
    case .completed(_, let success): success == false
    case .ended(_, let end):
      switch end.outcome {
      case .expired, .unwarned, .killed, .crashed, .failed: true
      case .succeeded, .unknown: false
      }
    case .cancelled(_, let cause): cause != .app && cause != .replaced
    case .gap: true
    default: false
    }
  }
}
