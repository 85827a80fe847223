/// Numbers by fingerprints: a hash table for keys that are hashes already.
///
/// A key may stand for several contents; whoever looks one up compares what it finds. Open addressing, at most three
/// quarters full. Nothing is ever taken out.
package struct FingerprintTable: Sendable {
  private var keys: [UInt64] = []
  /// The values plus one; 0 marks a free place.
  private var values: [UInt32] = []
  package private(set) var count = 0

  package init() {}

  package subscript(_ key: UInt64) -> UInt32? {
    guard !values.isEmpty else { return nil }
    let value = values[place(of: key)]
    return value == 0 ? nil : value - 1
  }

  /// Sets the value of a key, below `UInt32.max`. Complexity: O(1), amortised.
  package mutating func set(_ key: UInt64, to value: UInt32) {
    if count * 4 >= values.count * 3 { grow() }
    let place = place(of: key)
    if values[place] == 0 { count += 1 }
    (keys[place], values[place]) = (key, value + 1)
  }

  private func place(of key: UInt64) -> Int {
    let mask = values.count - 1
    var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while values[place] != 0, keys[place] != key { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let (oldKeys, oldValues) = (keys, values)
    let room = max(64, oldValues.count * 2)
    keys = Array(repeating: 0, count: room)
    values = Array(repeating: 0, count: room)
    for (index, value) in oldValues.enumerated() where value != 0 {
      let place = place(of: oldKeys[index])
      (keys[place], values[place]) = (oldKeys[index], value)
    }
  }
}
