internal import TaskTrace

/// A transfer of a background session while a simulation runs: the system's daemon has it, not the app (rule H1).
struct TransferRuntime: Hashable, Sendable {
  enum State: Hashable, Sendable {
    case none
    /// Created, and held by a cause that was told.
    case waiting(Cause)
    case running
    /// Done, and its app does not know yet.
    case finished
    case failed
  }

  let setup: TransferSetup
  let app: Int
  var state = State.none
  var isDiscretionary = false
  /// Bytes so far, at an instant.
  var done: Int64 = 0
  var doneAt = Instant.zero
  /// Bytes a second since then.
  var rate = 0.0
  /// Counts plans, so that older ones are passed over, and creations.
  var generation = 0
  var created = 0
  /// Whether it was created in the background, where the resume rate limiter holds it.
  var isLimited = false

  /// Whether the daemon has still to do with it.
  var isActive: Bool {
    switch state {
    case .waiting, .running: true
    case .none, .finished, .failed: false
    }
  }
}
