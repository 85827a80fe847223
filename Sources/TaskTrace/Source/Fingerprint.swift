/// A number that texts of other content seldom share, for look-up tables; eight bytes at a time.
@inlinable package func fingerprint(of bytes: Bytes) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: bytes.count)
  var index = 0
  while index + 8 <= bytes.count {
    hash = (hash ^ bytes.word(at: index)) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 29
    index += 8
  }
  while index < bytes.count {
    hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
    index += 1
  }
  return hash ^ hash >> 32
}

/// Whether two stretches hold the same bytes; eight at a time.
@inlinable package func sameBytes(_ a: Bytes, _ b: Bytes) -> Bool {
  guard a.count == b.count else { return false }
  var index = 0
  while index + 8 <= a.count {
    if a.word(at: index) != b.word(at: index) { return false }
    index += 8
  }
  while index < a.count {
    if a[index] != b[index] { return false }
    index += 1
  }
  return true
}
