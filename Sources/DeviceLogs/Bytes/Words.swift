internal import TaskTrace

extension Text {
  /// A number that texts of other content seldom share, for look-up tables.
  var fingerprint: UInt64 { TaskTrace.fingerprint(of: bytes[start..<end]) }

  /// Whether the bytes are the same as others.
  func equals(_ other: [UInt8]) -> Bool { other.withBorrowedBytes { bytes[start..<end].equals($0) } }
}
