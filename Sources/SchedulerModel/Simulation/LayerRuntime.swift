internal import TaskTrace

/// A library on top of the scheduler while a simulation runs. Its entries outlive the process (rule K15).
struct LayerRuntime: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    var isActive = true
    /// When it is due; nil once a one-shot ran.
    var next: Instant?
    /// When the present run was due.
    var expected: Instant?
    var attempt = 0
    /// How many runs it had; the results come in turn.
    var runs = 0
    /// Whether it was asked for by hand, and gets no other attempt (rule K22).
    var isNow = false
  }

  var entries: [Entry]
  /// The work of the foreground loop, and whether it waits at the gate.
  var current: Int?
  /// Counts plans of the loop, so that older ones are passed over.
  var generation = 0
  /// Whether the work of the foreground loop keeps the app running after it was left.
  var isBusy: Bool { current != nil }

  init(_ setup: LayerSetup) {
    entries = setup.works.map { work in
      var entry = Entry()
      entry.next = .zero + (work.first ?? work.interval.map { max($0, setup.leastInterval) } ?? .zero)
      return entry
    }
  }
}
