internal import CPlatform

/// A descriptor that becomes readable when a file may have changed, so that no polling is needed.
///
/// Editors write a file in place or replace it, so its folder is watched too. A notification is only a reason to check.
@safe final class FileWatch {
  private let watch: OpaquePointer

  /// Nil if the system provides no notifications.
  init?(_ path: String) {
    guard let watch = unsafe bgp_watch_open(path) else { return nil }
    unsafe self.watch = watch
  }

  deinit { unsafe bgp_watch_close(watch) }

  var descriptor: Int32 { unsafe bgp_watch_descriptor(watch) }

  /// Discards the notifications received so far.
  func acknowledge() { unsafe bgp_watch_take(watch) }
}
