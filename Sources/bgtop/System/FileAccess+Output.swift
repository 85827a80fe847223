internal import CPlatform
internal import Synchronization

extension FileAccess {
  /// A file that is being written, or standard output for `-`.
  ///
  /// The only way in which a file is written. A file is written next to its destination and moved there in
  /// ``finish()``, when it is completely on disk: if another program reads it meanwhile, if the program is killed, or
  /// if the disk is full, the file has either the old content or the new one. Pipes and devices are written directly.
  final class Output {
    private let descriptor: Int32
    private let name: String
    private let place: Place
    /// Whether the file has its name, and whether it is closed.
    private var (isPublished, isClosed) = (false, false)

    private enum Place {
      case standardOutput, stream
      /// A file that is written under another name, and the name that it is to have.
      case file(temporary: String, path: String)
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: Where its content goes; `-` is standard output.
    ///   - replacesInput: Whether it may take the place of something that the program has read; only the configuration may.
    /// - Throws: Why it cannot be written; nothing has changed then.
    init(_ path: String, replacesInput: Bool = false) throws(Failure) {
      guard path != "-" else {
        (name, descriptor, place) = ("standard output", 1, .standardOutput)
        return
      }
      name = path
      var status = bgp_file_status()
      let found = unsafe bgp_status_of(path, &status)
      guard found == 0 || bgp_is_missing(found) else { throw Failure(path: path, error: Int(found)) }
      guard found != 0 || status.kind != bgp_kind_folder else { throw Failure(path: path, reason: "is a directory") }
      if found == 0, status.kind == bgp_kind_stream {
        place = .stream
        descriptor = Int32(try FileAccess.checked(unsafe bgp_open_write(path, bgp_write_stream), path))
        return
      }
      guard found != 0 || replacesInput || !InputFiles.contains(status) else {
        throw Failure(path: path, reason: "is also the input; choose another name")
      }
      let target = found == 0 ? try Output.realPath(path) : path
      let (descriptor, temporary) = try Output.open(temporary: target, path)
      (self.descriptor, place) = (descriptor, .file(temporary: temporary, path: target))
      // Users who could read the old file can read the new one; no one else can.
      if found == 0 { _ = bgp_set_permissions(descriptor, status.permissions) }
    }

    deinit {
      guard !isClosed else { return }
      switch place {
      case .standardOutput: break
      case .stream: bgp_close(descriptor)
      case .file(let temporary, _):
        bgp_close(descriptor)
        if !isPublished { _ = unsafe bgp_remove(temporary) }
      }
    }

    /// Writes all of the bytes. A reader that has closed the pipe ends the program silently, as it does `cat`.
    func write(_ bytes: [UInt8]) throws(Failure) {
      let result = unsafe bytes.withUnsafeBytes { unsafe bgp_write(descriptor, $0.baseAddress, $0.count) }
      try FileAccess.checked(result, name)
    }

    func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

    /// Waits until all that was written is on the disk.
    func sync() throws(Failure) {
      if case .file = place { try FileAccess.checked(bgp_sync(descriptor), name) }
    }

    /// Renames the file to its destination once its content is on disk. Without this, the old file remains. What is
    /// written afterwards is appended to it.
    func publish() throws(Failure) {
      guard case .file(let temporary, let path) = place, !isPublished else { return }
      try sync()
      try FileAccess.checked(unsafe bgp_rename(temporary, path), name)
      isPublished = true
      // The file is in place; the only remaining question is whether its name survives a power failure.
      _ = unsafe bgp_sync_folder(Output.folder(of: path))
    }

    /// Publishes the file and ends it.
    func finish() throws(Failure) {
      try publish()
      guard case .standardOutput = place else {
        isClosed = true
        try FileAccess.checked(bgp_close(descriptor), name)
        return
      }
    }

    private static func realPath(_ path: String) throws(Failure) -> String {
      var real = [CChar](repeating: 0, count: 1 << 13)
      try FileAccess.checked(unsafe bgp_real_path(path, &real, real.count), path)
      return String(decoding: real.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func folder(of path: String) -> String {
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
      return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Creates a file next to another under an unused name; a symbolic link of that name is not followed.
    private static func open(temporary path: String, _ asked: String) throws(Failure) -> (Int32, String) {
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
      // Names end at 255 bytes.
      let short = String(path[slash...].unicodeScalars.prefix(50).map(Character.init))
      Leftovers.remove(from: FileAccess.Output.folder(of: path), of: short)
      for attempt in 1...100 {
        let name = Leftovers.name(short, process: bgp_process_number(), attempt)
        let temporary = "\(path[..<slash])\(name)"
        let descriptor = unsafe bgp_open_write(temporary, bgp_write_new)
        if descriptor >= 0 {
          // Where claims are unknown, leftovers stay.
          _ = bgp_claim(descriptor)
          return (descriptor, temporary)
        }
        guard bgp_is_taken(descriptor) else { throw Failure(path: asked, error: Int(descriptor)) }
      }
      throw Failure(path: asked, reason: "no name is free beside it")
    }
  }

  /// The files that were read: none of them is written over.
  enum InputFiles {
    private struct Identity: Hashable { var device, inode: UInt64 }

    /// What was read under each name, `-` for standard input.
    private static let known = Mutex<[String: Identity]>([:])

    static func insert(_ path: String, _ status: bgp_file_status) {
      let identity = Identity(device: status.device, inode: status.inode)
      known.withLock { $0[path] = identity }
    }

    /// Whether a file that is there was read, under this or another name.
    static func contains(_ status: bgp_file_status) -> Bool {
      let identity = Identity(device: status.device, inode: status.inode)
      let paths = known.withLock { known in known.filter { $0.value == identity }.map(\.key) }
      // The descriptor number of a closed file may be that of a new one.
      return paths.contains { path in
        var now = bgp_file_status()
        let found = path == "-" ? unsafe bgp_status(0, &now) : unsafe bgp_status_of(path, &now)
        return found == 0 && Identity(device: now.device, inode: now.inode) == identity
      }
    }
  }

  /// Gives a file a content, in one step.
  static func write(_ text: String, to path: String, replacesInput: Bool = false) throws(Failure) {
    let output = try Output(path, replacesInput: replacesInput)
    try output.write(text)
    try output.finish()
  }

  /// Writes messages; if standard error is closed, they cannot be reported.
  static func writeError(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe bgp_write(2, $0.baseAddress, $0.count) }
  }
}
