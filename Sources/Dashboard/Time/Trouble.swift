internal import TaskTrace

/// What goes wrong for an app: the events that a person who looks for trouble wants to see.
enum Trouble {
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
