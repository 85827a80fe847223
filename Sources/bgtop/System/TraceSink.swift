internal import TaskTrace

/// A trace file that is being written, or nothing where none is wanted.
struct TraceSink {
  private let output: FileAccess.Output?
  private var writer = JSONWriter()
  private static let chunk = 1 << 16

  init(_ path: String?) throws(FileAccess.Failure) {
    guard let path else {
      output = nil
      return
    }
    output = try FileAccess.Output(path)
  }

  mutating func write(_ header: TraceHeader) throws(FileAccess.Failure) {
    guard output != nil else { return }
    writer.write(header)
    writer.newline()
  }

  mutating func write(_ events: [TraceEvent]) throws(FileAccess.Failure) {
    guard output != nil else { return }
    for event in events {
      writer.write(event)
      writer.newline()
      if writer.bytes.count > Self.chunk { try flush() }
    }
  }

  /// Finishes the file, which is moved to its destination only now.
  mutating func finish() throws(FileAccess.Failure) {
    try flush()
    try output?.finish()
  }

  private mutating func flush() throws(FileAccess.Failure) {
    try output?.write(writer.bytes)
    writer.removeAll()
  }
}
