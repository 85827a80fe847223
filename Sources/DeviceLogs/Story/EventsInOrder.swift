internal import TaskTrace

extension [TraceEvent] {
  /// The events in time order; those of one instant stay in the order in which they were reported.
  ///
  /// Nothing leaves the importer in any other order: records come late, and clocks are set back. Complexity: O(n) where
  /// they are in order, else O(n log n).
  var inOrder: [TraceEvent] {
    for index in indices.dropFirst() where self[index].at < self[index - 1].at {
      return indices.sorted { (self[$0].at, $0) < (self[$1].at, $1) }.map { self[$0] }
    }
    return self
  }
}
