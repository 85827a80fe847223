#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A descriptor that can be read when a file may have changed; nobody wakes up to look for it.
///
/// Editors write a file in place or put another one in its place, so its folder is watched too. What is told is no more
/// than an occasion to look.
final class FileWatch {
  let descriptor: Int32
  /// What is held open to be watched, where that is needed.
  private var held: [Int32] = []

  /// Nil where the system does not tell.
  init?(_ path: String) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    #if canImport(Darwin)
      descriptor = kqueue()
      guard descriptor >= 0 else { return nil }
      for watched in [folder, path] {
        let file = unsafe open(watched, O_EVTONLY | O_CLOEXEC)
        guard file >= 0 else { continue }
        held.append(file)
        var wanted = kevent(
          ident: UInt(file), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
          fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_RENAME | NOTE_DELETE), data: 0, udata: nil)
        _ = unsafe kevent(descriptor, &wanted, 1, nil, 0, nil)
      }
    #else
      descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let changes = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
      guard unsafe inotify_add_watch(descriptor, folder, changes) >= 0 else { return nil }
    #endif
  }

  deinit {
    for file in held { close(file) }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Forgets what was told until now.
  func take() {
    #if canImport(Darwin)
      var told = kevent()
      var atOnce = timespec()
      while unsafe kevent(descriptor, nil, 0, &told, 1, &atOnce) > 0 {}
    #else
      var bytes = [UInt8](repeating: 0, count: 4096)
      while unsafe bytes.withUnsafeMutableBytes({ unsafe read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
    #endif
  }
}
