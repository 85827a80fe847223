internal import CZlib

/// Unpacks what gzip has packed, piece by piece.
@safe final class Unpacker {
  /// What a file begins with that gzip has packed.
  static let magic: [UInt8] = [0x1F, 0x8B]

  /// Whether this bgtop was built with zlib.
  static let isAvailable = bgz_is_available()

  private let stream: OpaquePointer
  /// The beginning of the packed bytes that are not used yet.
  private var packed: [UInt8]
  private var next = 0
  /// Whether the last piece was filled, so that zlib may hold more.
  private var isFull = false

  /// Begins with packed bytes.
  init(_ first: [UInt8], name: String) throws(FileAccess.Failure) {
    guard Self.isAvailable else {
      throw FileAccess.Failure(
        path: name, reason: "is compressed, and this bgtop was built without zlib; 'gunzip' decompresses it")
    }
    guard let stream = unsafe bgz_open() else {
      throw FileAccess.Failure(path: name, reason: "is compressed, and there is no memory to unpack it")
    }
    unsafe self.stream = stream
    packed = first
  }

  deinit { unsafe bgz_close(stream) }

  /// Whether something can be unpacked without more packed bytes.
  var hasWaiting: Bool { next < packed.count || isFull }

  /// Whether all that was packed has been unpacked.
  var isComplete: Bool { unsafe bgz_is_complete(stream) }

  /// Accepts more packed bytes; only after all others have been consumed.
  func feed(_ more: [UInt8]) { (packed, next) = (more, 0) }

  /// Unpacks at most `limit` bytes behind bytes that are there already.
  func unpack(after start: [UInt8], limit: Int, name: String) throws(FileAccess.Failure) -> [UInt8] {
    var result: Int64 = 0
    var consumed = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: start.count + limit) { buffer, filled in
      _ = unsafe buffer.initialize(fromContentsOf: start)
      filled = start.count
      guard let base = buffer.baseAddress else { return }
      unsafe packed.withUnsafeBufferPointer { packed in
        guard let source = packed.baseAddress else { return }
        result = unsafe bgz_unpack(stream, source + next, packed.count - next, &consumed, base + start.count, limit)
      }
      filled += max(0, Int(result))
    }
    guard result >= 0 else { throw FileAccess.Failure(path: name, reason: "is damaged: gzip cannot unpack it") }
    next += consumed
    isFull = result == limit
    return bytes
  }
}
