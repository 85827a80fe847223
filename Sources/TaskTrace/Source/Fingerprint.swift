/// A number that texts with different contents seldom share, for lookup tables; sixteen bytes at a time.
@inlinable package func fingerprint(of bytes: Bytes) -> UInt64 {
  let (first, second): (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F)
  var even: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: bytes.count)
  var odd = first
  var index = 0
  while index + 16 <= bytes.count {
    even = (even ^ bytes.word(at: index)) &* first
    odd = (odd ^ bytes.word(at: index + 8)) &* second
    even ^= even >> 29
    odd ^= odd >> 31
    index += 16
  }
  if index + 8 <= bytes.count {
    even = (even ^ bytes.word(at: index)) &* first
    even ^= even >> 29
    index += 8
  }
  if index < bytes.count {
    if index > 0 {
      // The last word overlaps the one before, which is faster than byte by byte.
      odd = (odd ^ bytes.word(at: bytes.count - 8)) &* second
    } else {
      for place in 0..<bytes.count { odd = (odd ^ UInt64(bytes[place])) &* 0x0000_0100_0000_01B3 }
    }
  }
  return fingerprint(even, odd)
}

/// One number for two, in their order.
@inlinable package func fingerprint(_ a: UInt64, _ b: UInt64) -> UInt64 {
  var hash = (a ^ (b << 23 | b >> 41)) &* 0x9E37_79B9_7F4A_7C15
  hash ^= hash >> 29
  hash = (hash ^ b) &* 0xC2B2_AE3D_27D4_EB4F
  return hash ^ hash >> 32
}
