public import TaskTrace

/// A queue of due entries, ordered by instant; entries of one instant keep their insertion order.
///
/// A binary heap in one array, ordered by (instant, insertion number), so that ties are broken on purpose and the same
/// calls always give the same order. A value: copying it copies the future. Putting in and taking out are O(log n).
public struct EventQueue<Payload: Sendable>: Sendable {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline var at: Int64
    @usableFromInline var number: UInt64
    @usableFromInline var payload: Payload

    @usableFromInline
    init(at: Int64, number: UInt64, payload: Payload) {
      (self.at, self.number, self.payload) = (at, number, payload)
    }

    @inlinable
    func comes(before other: Entry) -> Bool {
      at != other.at ? at < other.at : number < other.number
    }
  }

  @usableFromInline var heap: [Entry] = []
  @usableFromInline var inserted: UInt64 = 0

  public init() {}

  /// How many things are due.
  public var count: Int { heap.count }
  public var isEmpty: Bool { heap.isEmpty }

  /// The instant of the next thing.
  @inlinable public var nextAt: Instant? { heap.first.map { Instant(microseconds: $0.at) } }

  /// The next thing, which stays.
  @inlinable public var next: (at: Instant, payload: Payload)? {
    heap.first.map { (Instant(microseconds: $0.at), $0.payload) }
  }

  /// Puts a thing in. Complexity: O(log n).
  @inlinable
  public mutating func insert(_ payload: Payload, at instant: Instant) {
    let entry = Entry(at: instant.microseconds, number: inserted, payload: payload)
    inserted += 1
    heap.append(entry)
    var hole = heap.count - 1
    while hole > 0 {
      let parent = (hole - 1) / 2
      guard entry.comes(before: heap[parent]) else { break }
      heap[hole] = heap[parent]
      hole = parent
    }
    heap[hole] = entry
  }

  /// Removes and returns the next entry. Complexity: O(log n).
  @inlinable
  public mutating func popNext() -> (at: Instant, payload: Payload)? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty { siftDown(last) }
    return (Instant(microseconds: first.at), first.payload)
  }

  /// Removes the next entry and inserts another, in one pass down the heap. Complexity: O(log n).
  @inlinable
  public mutating func replaceNext(with payload: Payload, at instant: Instant) {
    precondition(!heap.isEmpty, "there must be a next thing to replace")
    let entry = Entry(at: instant.microseconds, number: inserted, payload: payload)
    inserted += 1
    siftDown(entry)
  }

  /// Puts an entry at the root and sifts it down.
  @inlinable
  mutating func siftDown(_ entry: Entry) {
    let count = heap.count
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < count else { break }
      if child + 1 < count, heap[child + 1].comes(before: heap[child]) { child += 1 }
      guard heap[child].comes(before: entry) else { break }
      heap[hole] = heap[child]
      hole = child
    }
    heap[hole] = entry
  }
}
