internal import DeviceLogs
internal import TaskTrace

/// Reads a log in slices of whole lines on some threads, and hands them out in the order of the file.
///
/// The threads take turns reading; each classifies its own lines. Only a few slices wait for processing, so memory
/// stays bounded however large the file is.
final class SliceReader: @unchecked Sendable {
  private let source: Source
  private let piece: Int
  private let texts: SourceText?
  private let maxWaiting: Int
  private let lock = Lock()
  // Everything below is guarded by the lock, except the source and what is left over, which belong to the reading thread.
  private var isReading = false
  private var hasEnded = false
  private var failure: FileAccess.Failure?
  /// The bytes after the last line end that was read.
  private var rest: [UInt8] = []
  /// The numbers of the next slice to be read and to be delivered.
  private var (nextRead, nextProcessed) = (0, 0)
  private var done: [Int: LogSlice] = [:]
  private var threads: [BackgroundThread] = []

  /// A line may be this long before it is cut.
  private static let maxLineLength = 1 << 22

  /// Starts the threads immediately.
  ///
  /// The texts of messages are kept where the importer keeps them that will take the slices.
  init(
    _ source: Source, threads count: Int, piece: Int = 1 << 17, keeping texts: SourceText?, hasLowPriority: Bool = false
  ) {
    (self.source, self.piece, self.texts) = (source, piece, texts)
    maxWaiting = max(1, count * 4)
    for _ in 0..<count {
      let thread = BackgroundThread {
        if hasLowPriority { BackgroundThread.lowerPriority() }
        while self.work(waits: true) {}
      }
      if let thread { threads.append(thread) }
    }
  }

  /// How many threads are worth starting in addition to the one that processes the slices.
  static func threads(for source: Source) -> Int {
    // A small file is read before a thread has started; the length of a stream is unknown.
    guard source.size ?? source.head.count << 5 > 1 << 20 else { return 0 }
    return min(3, System.processorCount - 1)
  }

  /// The next slice in the order of the file, or nil after the last.
  func next() throws(FileAccess.Failure) -> LogSlice? {
    // Without a thread the work is done here.
    if threads.isEmpty { while work(waits: false) {} }
    lock.lock()
    while true {
      if let slice = done.removeValue(forKey: nextProcessed) {
        nextProcessed += 1
        lock.signal()
        lock.unlock()
        return slice
      }
      if hasEnded, nextProcessed == nextRead { break }
      // Rather than wait, the thread that processes the slices reads one itself, if no other thread is about to.
      if !isReading, !hasEnded, nextRead - nextProcessed < maxWaiting {
        lock.unlock()
        _ = work(waits: false)
        lock.lock()
      } else {
        lock.wait()
      }
    }
    lock.unlock()
    while let thread = threads.popLast() { thread.join() }
    if let failure { throw failure }
    return nil
  }

  /// Reads one slice, and waits for its turn if allowed; returns false if there is none, or if no more are wanted.
  private func work(waits: Bool) -> Bool {
    lock.lock()
    while !hasEnded, isReading || nextRead - nextProcessed >= maxWaiting {
      guard waits else {
        lock.unlock()
        return false
      }
      lock.wait()
    }
    guard !hasEnded else {
      lock.unlock()
      return false
    }
    isReading = true
    lock.unlock()
    let (bytes, isLast) = read()
    lock.lock()
    let number = nextRead
    if !bytes.isEmpty { nextRead += 1 }
    (isReading, hasEnded) = (false, isLast)
    lock.signal()
    lock.unlock()
    guard !bytes.isEmpty else { return !isLast }
    let slice = LogSlice(bytes, keeping: texts)
    lock.lock()
    done[number] = slice
    lock.signal()
    lock.unlock()
    return !isLast
  }

  /// The next whole lines, and whether the file ends with them; only one thread at a time does this.
  private func read() -> (bytes: [UInt8], isLast: Bool) {
    var bytes = rest
    rest = []
    while true {
      do throws(FileAccess.Failure) {
        guard case .bytes(let more) = try source.next(after: bytes, limit: piece) else { return (bytes, true) }
        bytes = more
      } catch {
        failure = error
        return (bytes, true)
      }
      if let end = bytes.lastIndex(of: 0x0A) {
        rest = Array(bytes[(end + 1)...])
        bytes.removeLast(rest.count)
        return (bytes, false)
      }
      if bytes.count > Self.maxLineLength { return (bytes, false) }
    }
  }
}
