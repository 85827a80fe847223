#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A thread that does one thing and ends.
struct BackgroundThread {
  private let thread: pthread_t

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread; nil where the system has none to give.
  init?(_ body: @escaping @Sendable () -> Void) {
    let work = unsafe Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let result = unsafe pthread_create(&thread, nil, { unsafe BackgroundThread.run($0) }, work.toOpaque())
      guard result == 0, let thread else {
        unsafe work.release()
        return nil
      }
    #else
      var thread = pthread_t()
      let result = unsafe pthread_create(&thread, nil, { unsafe BackgroundThread.run($0) }, work.toOpaque())
      guard result == 0 else {
        unsafe work.release()
        return nil
      }
    #endif
    self.thread = thread
  }

  /// Waits until it has ended.
  func join() { pthread_join(thread, nil) }

  /// Lets it end without anybody waiting for it.
  func detach() { pthread_detach(thread) }

  private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
    return nil
  }
}

/// A lock on which threads can wait for each other.
@safe final class Lock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  func lock() { unsafe pthread_mutex_lock(mutex) }
  func unlock() { unsafe pthread_mutex_unlock(mutex) }

  /// Gives the lock up until somebody signals.
  func wait() { unsafe pthread_cond_wait(condition, mutex) }

  /// Gives the lock up until somebody signals, or so many milliseconds have passed.
  func wait(atMost milliseconds: Int) {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    let nanoseconds = Int(time.tv_nsec) + milliseconds * 1_000_000
    (time.tv_sec, time.tv_nsec) = (time.tv_sec + nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000)
    _ = unsafe pthread_cond_timedwait(condition, mutex, &time)
  }

  /// Wakes everybody who waits.
  func signal() { unsafe pthread_cond_broadcast(condition) }

  func holding<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }
}
