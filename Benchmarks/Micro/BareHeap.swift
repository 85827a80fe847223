/// The peer of the engine without an engine: a binary heap of times and numbers, which is what a queue of events needs at least.
struct BareHeap {
  private var places: [(at: Int64, number: Int32)] = []

  var first: (at: Int64, number: Int32)? { places.first }

  mutating func insert(_ number: Int32, at: Int64) {
    places.append((at, number))
    var index = places.count - 1
    while index > 0, places[index].at < places[(index - 1) / 2].at {
      places.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func replaceFirst(_ number: Int32, at: Int64) {
    places[0] = (at, number)
    var index = 0
    while true {
      var smallest = index
      let (left, right) = (2 * index + 1, 2 * index + 2)
      if left < places.count, places[left].at < places[smallest].at { smallest = left }
      if right < places.count, places[right].at < places[smallest].at { smallest = right }
      guard smallest != index else { return }
      places.swapAt(index, smallest)
      index = smallest
    }
  }
}
