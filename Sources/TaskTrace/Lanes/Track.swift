/// A value that changes at instants: the sequence of its changes, for drawing and for asking "what was it then?".
///
/// The type has no requirements for its values: the runtime would look up a requirement during startup, once for each
/// kind of value.
public struct Track<Value> {
  public struct Change {
    public var at: Instant
    /// nil from here on nothing is known.
    public var value: Value?
  }

  /// In order of time.
  public private(set) var changes: [Change] = []

  public init() {}

  public var isEmpty: Bool { changes.isEmpty }

  /// The value at an instant, or nil if none is known. Complexity: O(log changes).
  @inlinable public func value(at instant: Instant) -> Value? {
    let count = count(through: instant)
    return count > 0 ? changes[count - 1].value : nil
  }

  /// The changes inside a span, with the one before it that still holds at its start. Complexity: O(log changes).
  @inlinable public func changes(from start: Instant, to end: Instant) -> ArraySlice<Change> {
    let first = max(0, count(through: start) - 1)
    return changes[first..<max(first, count(through: end))]
  }

  @inlinable func count(through instant: Instant) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].at <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Track where Value: Equatable {
  /// Records a value that was observed: nothing is known from `end` on, unless it is observed again before.
  mutating func observe(_ value: Value, at instant: Instant, until end: Instant) {
    // What was to be forgotten later than now is known for longer.
    if let last = changes.last, last.value == nil, last.at > instant { changes.removeLast() }
    set(value, at: instant)
    changes.append(Change(at: end, value: nil))
  }

  /// Records a new value; one equal to the last is not a change, and a later one at the same instant replaces it.
  mutating func set(_ value: Value, at instant: Instant) {
    if let last = changes.last {
      if last.value == value { return }
      if last.at == instant {
        changes[changes.count - 1].value = value
        return
      }
    }
    changes.append(Change(at: instant, value: value))
  }
}

extension Track: Equatable where Value: Equatable {}
extension Track: Hashable where Value: Hashable {}
extension Track: Sendable where Value: Sendable {}
extension Track.Change: Equatable where Value: Equatable {}
extension Track.Change: Hashable where Value: Hashable {}
extension Track.Change: Sendable where Value: Sendable {}
