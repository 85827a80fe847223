internal import CPlatform

/// A thread that does one thing and ends.
@safe struct BackgroundThread {
  private let thread: OpaquePointer

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread; nil if the system has none to give.
  init?(_ body: @escaping @Sendable () -> Void) {
    let work = unsafe Unmanaged.passRetained(Work(body))
    let thread = unsafe bgp_thread_start(
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
      }, work.toOpaque())
    guard let thread = unsafe thread else {
      unsafe work.release()
      return nil
    }
    unsafe self.thread = thread
  }

  /// Lowers the calling thread's priority in favor of others, such as the one that handles keys.
  static func lowerPriority() { bgp_thread_lower_priority() }

  /// Waits until it has ended.
  func join() { unsafe bgp_thread_join(thread) }

  /// Detaches the thread, so that no one has to wait for it.
  func detach() { unsafe bgp_thread_detach(thread) }
}

/// A lock on which threads can wait for each other.
@safe final class Lock: @unchecked Sendable {
  private let inner: OpaquePointer = unsafe bgp_lock_create()

  deinit { unsafe bgp_lock_destroy(inner) }

  func lock() { unsafe bgp_lock_take(inner) }
  func unlock() { unsafe bgp_lock_release(inner) }

  /// Releases the lock until another thread signals.
  func wait() { unsafe bgp_lock_wait(inner) }

  /// Releases the lock until another thread signals, or until the given number of milliseconds has passed.
  func wait(atMost milliseconds: Int) { unsafe bgp_lock_wait_at_most(inner, Int32(clamping: milliseconds)) }

  /// Wakes everybody who waits.
  func signal() { unsafe bgp_lock_signal(inner) }

  func holding<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }
}
