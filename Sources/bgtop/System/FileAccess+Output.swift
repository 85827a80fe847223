internal import CPlatform

extension FileAccess {
  /// A file that is being written, or standard output for `-`.
  struct Output: ~Copyable {
    private let descriptor: Int32
    private let path: String
    private let closes: Bool

    /// Opens a file, in place of what it held if it is there.
    init(_ path: String) throws(Failure) { try self.init(path, mode: bgp_write_over) }

    init(_ path: String, mode: bgp_write_mode) throws(Failure) {
      self.path = path == "-" ? "standard output" : path
      closes = path != "-"
      descriptor = path == "-" ? 1 : Int32(try FileAccess.checked(unsafe bgp_open_write(path, mode), path))
    }

    deinit { if closes { bgp_close(descriptor) } }

    /// Writes all of the bytes. A reader that has gone away ends the program in silence, as it does `cat`.
    func write(_ bytes: [UInt8]) throws(Failure) {
      let result = unsafe bytes.withUnsafeBytes { unsafe bgp_write(descriptor, $0.baseAddress, $0.count) }
      try FileAccess.checked(result, path)
    }

    /// Writes a text; with `isSynchronized`, waits until it is on the disk.
    func write(_ text: String, isSynchronized: Bool = false) throws(Failure) {
      try write(Array(text.utf8))
      if isSynchronized { try FileAccess.checked(bgp_sync(descriptor), path) }
    }
  }

  /// Writes messages; where standard error is gone there is nobody to tell.
  static func writeError(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe bgp_write(2, $0.baseAddress, $0.count) }
  }
}
