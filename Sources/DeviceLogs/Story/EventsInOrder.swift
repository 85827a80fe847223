internal import TaskTrace

extension [TraceEvent] {
  /// The events in time order; those of one instant stay in the order in which they were reported.
  ///
  /// The importer never returns any other order, although records arrive late and clocks are set back. Complexity: O(n)
  /// if they are in order, otherwise O(n log n).
  var inOrder: [TraceEvent] {
    for index in indices.dropFirst() where self[index].at < self[index - 1].at {
      return indices.sorted { (self[$0].at, $0) < (self[$1].at, $1) }.map { self[$0] }
    }
    return self
  }
}
