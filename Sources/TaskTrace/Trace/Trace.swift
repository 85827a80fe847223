/// Events in time order, with checkpoints of the board, so that any instant is reached quickly.
public struct Trace: Sendable {
  public var header: TraceHeader
  public private(set) var events: [TraceEvent] = []
  /// What the timeline draws, kept up to date with every event.
  public private(set) var lanes: Lanes
  /// The board after all events.
  public private(set) var latest = Board()
  /// The end of what the trace covers, which may be later than its last event.
  public private(set) var end: Instant

  private var checkpoints: [Board] = []
  /// Events between two checkpoints: folding this many takes well under a millisecond.
  private static let spacing = 4_096

  public init(header: TraceHeader) {
    self.header = header
    lanes = Lanes(belief: header.belief)
    end = header.end ?? .zero
  }

  /// Events that come out of order are sorted; those of one instant keep theirs. Complexity: O(events) for events in
  /// order.
  public init(header: TraceHeader, events: [TraceEvent]) {
    self.init(header: header)
    let isSorted = !zip(events, events.dropFirst()).contains { $0.at > $1.at }
    let events = isSorted ? events : TraceFile.stablySorted(events)
    // The array is used without copying: a second copy of a million events would be noticeable.
    self.events = events
    checkpoints.reserveCapacity(events.count / Self.spacing + 1)
    for index in events.indices { fold(events[index], at: index) }
    if let last = events.last { end = max(end, last.at) }
  }

  private mutating func fold(_ event: TraceEvent, at index: Int) {
    if index % Self.spacing == 0 { checkpoints.append(latest) }
    let change = latest.fold(event)
    lanes.apply(event, change, on: latest)
  }

  /// The instant of the first event, or the epoch.
  public var start: Instant { events.first?.at ?? .zero }

  /// Adds events. A late event happens when it is reported, at the time of the last event before it: what has already
  /// been displayed must not change, and every late event would require another search for its position. Complexity:
  /// O(new events), amortized.
  public mutating func append(_ new: [TraceEvent]) {
    for var event in new {
      if let last = events.last?.at { event.at = max(last, event.at) }
      fold(event, at: events.count)
      events.append(event)
    }
    if let last = events.last { end = max(end, last.at) }
  }

  /// The trace as it was after its first `count` events. Complexity: O(count).
  public func prefix(_ count: Int) -> Trace { Trace(header: header, events: Array(events.prefix(count))) }

  /// Records that nothing more happened until an instant.
  public mutating func extend(to instant: Instant) { end = max(end, instant) }

  /// How many events happened at or before an instant. Complexity: O(log events).
  public func count(through instant: Instant) -> Int {
    var (low, high) = (0, events.count)
    while low < high {
      let middle = (low + high) / 2
      if events[middle].at <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The board after the events up to and including an instant. Complexity: O(log events), and a bounded fold.
  ///
  /// A condition that was only observed is not known anymore when its time is over (rule O6).
  public func board(at instant: Instant) -> Board {
    var board = board(afterEvents: count(through: instant))
    if let belief = header.belief { board.forgetConditions(observedBefore: instant - belief) }
    return board
  }

  /// The board after the first `count` events.
  public func board(afterEvents count: Int) -> Board {
    let count = min(max(count, 0), events.count)
    if count == events.count { return latest }
    let index = count / Self.spacing
    var board = checkpoints[index]
    for event in events[index * Self.spacing..<count] { board.apply(event) }
    return board
  }
}
