import CNcurses
import CPlatform
public import Screen

/// Why ``TerminalSession/wait(until:extraDescriptors:)`` returned.
public enum WaitResult: Hashable, Sendable {
  /// There are inputs, or a new size: call ``TerminalSession/readInputs()``, and show a frame.
  case input
  /// Some of the extra descriptors can be read, or have ended.
  case readable([Int32])
  /// The time is over.
  case timeout
  /// A signal asks for the end. Leave normally, with the exit code 128 plus the number.
  case signal(Int32)
  /// The terminal is gone. Leave; nothing can be shown anymore.
  case hangup
}

extension TerminalSession {
  /// Sleeps until something happens.
  ///
  /// The process is not woken meanwhile. A request to stop the process (SIGTSTP) is handled here; afterwards the result
  /// is ``WaitResult/input``.
  ///
  /// - Parameters:
  ///   - timeoutMilliseconds: How long to sleep at most; nil for as long as it takes.
  ///   - extraDescriptors: Files to watch as well, at most 16.
  /// - Returns: What happened. The most urgent result comes first; the rest is returned by the next call.
  public mutating func wait(until timeoutMilliseconds: Int32?, extraDescriptors: [Int32] = []) -> WaitResult {
    let end = timeoutMilliseconds.map { milliseconds() + Int64(max(0, $0)) }
    while true {
      if let result = drainSignals() { return result }
      if isGone { return .hangup }
      if isResized { return .input }
      let now = milliseconds()
      if let patienceEnd, now >= patienceEnd { return .input }
      let ends = [end, patienceEnd].compactMap { $0 }
      let time = ends.min().map { Int32(clamping: max(0, $0 - now)) } ?? -1
      var ready = Array(repeating: false, count: min(16, extraDescriptors.count))
      let found = unsafe extraDescriptors.withUnsafeBufferPointer { extra in
        unsafe ready.withUnsafeMutableBufferPointer {
          unsafe bgc_wait(time, extra.baseAddress, Int32($0.count), $0.baseAddress)
        }
      }
      if found & Int32(bgc_ready_signal) != 0 { continue }
      if found & Int32(bgc_ready_input) != 0 { return .input }
      if found & Int32(bgc_ready_hangup) != 0 { return .hangup }
      if found & Int32(bgc_ready_extra) != 0 {
        return .readable(zip(extraDescriptors, ready).filter(\.1).map(\.0))
      }
      if let end, milliseconds() >= end { return .timeout }
    }
  }

  /// Returns everything that has been typed, clicked, pasted, or resized since.
  ///
  /// Of several resizes, only the last is returned. The Esc key is returned 25 ms after it was pressed, because it
  /// might have been the start of another key.
  public mutating func readInputs() -> [Input] {
    var inputs: [Input] = []
    readSize(&inputs)
    let portion = 4096
    // A flood is read in portions, so that the screen can keep up.
    for _ in 0..<16 {
      var isOver = false
      // Of memory that is not cleared first, for most of it stays unused.
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: portion) { buffer, count in
        let read = unsafe bgc_read(buffer.baseAddress, portion)
        (count, isOver) = (max(0, read), read < 0)
      }
      if isOver { isGone = true }
      guard !bytes.isEmpty else { break }
      inputs += parser.feed(bytes)
      patienceEnd = parser.patience.map { milliseconds() + Int64($0) }
      // Everything that was available; later input wakes the next wait.
      if bytes.count < portion { break }
    }
    if let patienceEnd, milliseconds() >= patienceEnd {
      inputs += parser.giveUp()
      self.patienceEnd = nil
    }
    return inputs
  }

  private mutating func readSize(_ inputs: inout [Input]) {
    guard isResized else { return }
    isResized = false
    let new = Self.currentSize
    if new != size {
      size = new
      painter.forget()
      bgc_resize(Int32(new.rows), Int32(new.columns))
    }
    // Reported even if it is unchanged: the screen must be painted.
    inputs.append(.resize(size))
  }

  /// Handles signals that have arrived; those that ask for the end are left to the caller.
  private mutating func drainSignals() -> WaitResult? {
    while true {
      let signal = bgc_next_signal()
      switch signal {
      case 0: return nil
      case bgc_signal_window(): isResized = true
      case bgc_signal_stop(): suspend()
      case bgc_signal_continue():
        // After a stop that could not be caught, the shell has set its own modes.
        if !mustRepaint { bgc_retake() }
        isResized = true
        mustRepaint = true
      default: return .signal(signal)
      }
    }
  }
}

/// Milliseconds of a monotonic clock.
private func milliseconds() -> Int64 { bgp_monotonic_microseconds() / 1_000 }
