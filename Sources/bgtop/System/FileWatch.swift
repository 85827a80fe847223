internal import CPlatform

/// A descriptor that can be read when a file may have changed; nobody wakes up to look for it.
///
/// Editors write a file in place or put another one in its place, so its folder is watched too. What is told is no more
/// than an occasion to look.
@safe final class FileWatch {
  private let watch: OpaquePointer

  /// Nil where the system does not tell.
  init?(_ path: String) {
    guard let watch = unsafe bgp_watch_open(path) else { return nil }
    unsafe self.watch = watch
  }

  deinit { unsafe bgp_watch_close(watch) }

  var descriptor: Int32 { unsafe bgp_watch_descriptor(watch) }

  /// Forgets what was told until now.
  func take() { unsafe bgp_watch_take(watch) }
}
