extension Text {
  /// A number that texts of other content seldom share, for look-up tables; eight bytes at a time.
  var fingerprint: UInt64 {
    let (start, end) = (start, end)
    return unsafe bytes.withUnsafeBytes { raw in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: end - start)
      var index = start
      while index + 8 <= end {
        hash = (hash ^ (unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
        index += 8
      }
      while index < end {
        hash = (hash ^ UInt64(unsafe raw[index])) &* 0x0000_0100_0000_01B3
        index += 1
      }
      return hash ^ hash >> 32
    }
  }

  /// Whether the bytes are the same as others; eight at a time.
  func equals(_ other: [UInt8]) -> Bool {
    guard other.count == count else { return false }
    let (start, count) = (start, count)
    return unsafe bytes.withUnsafeBytes { mine in
      unsafe other.withUnsafeBytes { theirs in
        var index = 0
        while index + 8 <= count {
          let a = unsafe mine.loadUnaligned(fromByteOffset: start + index, as: UInt64.self)
          let b = unsafe theirs.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          if a != b { return false }
          index += 8
        }
        while index < count {
          if unsafe mine[start + index] != theirs[index] { return false }
          index += 1
        }
        return true
      }
    }
  }
}
