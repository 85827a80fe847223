/// Numbers by fingerprints: a hash table for keys that are hashes already.
///
/// A key can refer to several contents, so the caller compares what it finds. Half of a key is therefore enough, and
/// many slots fit in the processor's cache. Open addressing, at most three quarters full. Nothing is ever removed.
package struct FingerprintTable: Sendable {
  private struct Place {
    var key: UInt32 = 0
    /// The value plus one; 0 marks a free slot.
    var value: UInt32 = 0
  }

  private var places: [Place] = []
  package private(set) var count = 0

  package init() {}

  package subscript(_ key: UInt64) -> UInt32? {
    guard !places.isEmpty else { return nil }
    let value = places[index(of: Self.short(key))].value
    return value == 0 ? nil : value - 1
  }

  /// Sets the value of a key, below `UInt32.max`. Complexity: O(1), amortized.
  package mutating func set(_ key: UInt64, to value: UInt32) {
    if count * 4 >= places.count * 3 { grow() }
    let short = Self.short(key)
    let index = index(of: short)
    if places[index].value == 0 { count += 1 }
    places[index] = Place(key: short, value: value + 1)
  }

  private static func short(_ key: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }

  private func index(of key: UInt32) -> Int {
    let mask = places.count - 1
    var index = Int(key) & mask
    while places[index].value != 0, places[index].key != key { index = (index + 1) & mask }
    return index
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: Place(), count: max(64, old.count * 2))
    for place in old where place.value != 0 { places[index(of: place.key)] = place }
  }
}
