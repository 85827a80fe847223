import CPlatform
import Foundation
import Testing

@Suite("Threads and locks") struct ThreadTests {
  /// A number that threads count up, and the lock that guards it.
  @safe private final class Counter: @unchecked Sendable {
    let lock = unsafe bgp_lock_create()
    var count = 0
    var isOver = false

    deinit { unsafe bgp_lock_destroy(lock) }

    func start(_ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void) throws -> Started {
      let thread = unsafe bgp_thread_start(body, Unmanaged.passUnretained(self).toOpaque())
      return unsafe Started(thread: try #require(unsafe thread))
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> Counter {
      guard let context = unsafe context else { fatalError("a thread is given its counter") }
      return unsafe Unmanaged<Counter>.fromOpaque(context).takeUnretainedValue()
    }
  }

  @safe private struct Started {
    let thread: OpaquePointer
    func join() { unsafe bgp_thread_join(thread) }
    func detach() { unsafe bgp_thread_detach(thread) }
  }

  @Test func `threads count together without losing an increment, and can be joined`() throws {
    let counter = Counter()
    let threads = try (0..<4).map { _ in
      try unsafe counter.start { context in
        bgp_thread_lower_priority()
        let counter = unsafe Counter.of(context)
        for _ in 0..<20_000 {
          unsafe bgp_lock_take(counter.lock)
          counter.count += 1
          unsafe bgp_lock_release(counter.lock)
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(counter.count == 80_000)
  }

  @Test func `a thread that waits is woken, and a wait ends when its time is over`() throws {
    let counter = Counter()
    unsafe bgp_lock_take(counter.lock)
    let start = bgp_monotonic_microseconds()
    let isSignalled = unsafe bgp_lock_wait_at_most(counter.lock, 40)
    #expect(!isSignalled)
    let passed = bgp_monotonic_microseconds() - start
    #expect((39_000..<5_000_000).contains(passed))
    let thread = try unsafe counter.start { context in
      let counter = unsafe Counter.of(context)
      unsafe bgp_lock_take(counter.lock)
      counter.isOver = true
      unsafe bgp_lock_signal(counter.lock)
      unsafe bgp_lock_release(counter.lock)
    }
    while !counter.isOver { unsafe bgp_lock_wait(counter.lock) }
    unsafe bgp_lock_release(counter.lock)
    thread.join()
    #expect(counter.isOver)
  }

  @Test func `a detached thread still does its work`() throws {
    let counter = Counter()
    unsafe bgp_lock_take(counter.lock)
    let thread = try unsafe counter.start { context in
      let counter = unsafe Counter.of(context)
      unsafe bgp_lock_take(counter.lock)
      counter.isOver = true
      unsafe bgp_lock_signal(counter.lock)
      unsafe bgp_lock_release(counter.lock)
    }
    thread.detach()
    var isWoken = true
    while !counter.isOver, isWoken { isWoken = unsafe bgp_lock_wait_at_most(counter.lock, 5_000) }
    #expect(counter.isOver)
    unsafe bgp_lock_release(counter.lock)
  }
}
