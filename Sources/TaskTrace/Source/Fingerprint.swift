/// A number that texts of other content seldom share, for look-up tables; eight bytes at a time.
package func fingerprint(of bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
  precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "the range must lie inside the bytes")
  return unsafe bytes.withUnsafeBytes { raw in
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: range.count)
    var index = range.lowerBound
    while index + 8 <= range.upperBound {
      hash = (hash ^ (unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
      index += 8
    }
    while index < range.upperBound {
      hash = (hash ^ UInt64(unsafe raw[index])) &* 0x0000_0100_0000_01B3
      index += 1
    }
    return hash ^ hash >> 32
  }
}

/// Whether two stretches hold the same bytes; eight at a time.
package func sameBytes(_ a: [UInt8], _ first: Range<Int>, _ b: [UInt8], _ second: Range<Int>) -> Bool {
  guard first.count == second.count else { return false }
  precondition(first.upperBound <= a.count && second.upperBound <= b.count, "the ranges must lie inside the bytes")
  return unsafe a.withUnsafeBytes { mine in
    unsafe b.withUnsafeBytes { theirs in
      var index = 0
      while index + 8 <= first.count {
        let x = unsafe mine.loadUnaligned(fromByteOffset: first.lowerBound + index, as: UInt64.self)
        let y = unsafe theirs.loadUnaligned(fromByteOffset: second.lowerBound + index, as: UInt64.self)
        if x != y { return false }
        index += 8
      }
      while index < first.count {
        if unsafe mine[first.lowerBound + index] != theirs[second.lowerBound + index] { return false }
        index += 1
      }
      return true
    }
  }
}
