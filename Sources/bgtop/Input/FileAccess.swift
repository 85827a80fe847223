internal import DeviceLogs

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Files as bytes, with errors that a person understands. The one place that opens files.
enum FileAccess {
  struct Failure: Error {
    var path: String
    var reason: String
    var message: String { "\(path): \(reason)" }
  }

  /// Larger files are refused, since all of a file is held in memory.
  static let largest = 8 << 30

  /// Reads all of a file, or of standard input for `-`.
  static func read(_ path: String, most: Int = largest) throws(Failure) -> [UInt8] {
    guard path != "-" else { return try readAll(0, name: "standard input", sizeHint: 0, most: most) }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(path: path, reason: errorText()) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw Failure(path: path, reason: errorText()) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw Failure(path: path, reason: "is a directory") }
    return try readAll(descriptor, name: path, sizeHint: Int(status.st_size), most: most)
  }

  private static func readAll(
    _ descriptor: Int32, name: String, sizeHint: Int, most: Int
  ) throws(Failure) -> [UInt8] {
    let tooLarge = Failure(
      path: name, reason: "is larger than \(most >= 1 << 30 ? "\(most >> 30) G" : "\(most >> 20) M")iB")
    guard sizeHint <= most else { throw tooLarge }
    var bytes: [UInt8] = []
    var filled = 0
    var room = max(sizeHint + 1, 1 << 16)
    while true {
      var count = 0
      let start = filled
      let wanted = room - filled
      // The file is read straight into the array; what is not filled is cut off at the end.
      bytes.append(contentsOf: repeatElement(0, count: room - bytes.count))
      unsafe bytes.withUnsafeMutableBytes { buffer in
        guard let base = buffer.baseAddress else { return }
        repeat {
          count = unsafe Self.systemRead(descriptor, base + start, wanted)
        } while count < 0 && errno == EINTR
      }
      guard count >= 0 else { throw Failure(path: name, reason: errorText()) }
      filled += count
      if count == 0 { break }
      guard filled <= most else { throw tooLarge }
      if filled == room { room *= 2 }
    }
    bytes.removeLast(bytes.count - filled)
    guard var decoder = TextDecoder(bytes) else { return bytes }
    return decoder.decode(bytes)
  }

  /// The system's `read`, which has the name of a function above.
  fileprivate static func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(descriptor, buffer, count)
    #elseif canImport(Musl)
      unsafe Musl.read(descriptor, buffer, count)
    #else
      unsafe Darwin.read(descriptor, buffer, count)
    #endif
  }

  /// A file that is read piece by piece while it grows, or a pipe.
  final class Stream {
    let path: String
    private(set) var descriptor: Int32
    private var position = 0
    private var inode: UInt64 = 0
    /// What turns the text into UTF-8 with line feeds, if it is written otherwise.
    private var decoder: TextDecoder?

    /// Opens a file, or standard input for `-`.
    init(_ path: String) throws(Failure) {
      self.path = path
      descriptor = 0
      guard path != "-" else { return }
      descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Failure(path: path, reason: errorText()) }
      inode = identity(of: descriptor)?.inode ?? 0
    }

    deinit { if path != "-", descriptor >= 0 { close(descriptor) } }

    var isPipe: Bool { path == "-" }

    /// How many bytes the file has now; nil for a pipe.
    var size: Int? { isPipe ? nil : identity(of: descriptor)?.size }

    enum Piece {
      case bytes([UInt8])
      /// Nothing more now; of a pipe, nothing more ever.
      case end
      /// The file was cut short or exchanged for another: what follows is a new log.
      case restarted
    }

    /// Takes what has come, at most `most` bytes. A pipe blocks until something comes, so ask only when it is readable.
    func next(most: Int = 1 << 18) throws(Failure) -> Piece { try next(after: [], most: most) }

    /// Takes what has come, behind bytes that are there already and in one copy with them.
    func next(after start: [UInt8], most: Int) throws(Failure) -> Piece {
      let descriptor = descriptor
      var count = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: start.count + most) { buffer, filled in
        _ = unsafe buffer.initialize(fromContentsOf: start)
        guard let base = buffer.baseAddress else { return }
        repeat {
          count = unsafe FileAccess.systemRead(descriptor, base + start.count, most)
        } while count < 0 && errno == EINTR
        filled = start.count + max(0, count)
      }
      guard count >= 0 else { throw Failure(path: path, reason: errorText()) }
      if position == 0 { decoder = TextDecoder(bytes[start.count...]) }
      position += count
      guard count > 0 else { return isPipe ? .end : checkRotation() }
      let decoded = decoder?.decode(bytes[start.count...])
      return .bytes(decoded.map { start + $0 } ?? bytes)
    }

    private func checkRotation() -> Piece {
      if let now = identity(of: descriptor), now.size < position {
        lseek(descriptor, 0, SEEK_SET)
        position = 0
        return .restarted
      }
      let other = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard other >= 0 else { return .end }
      guard let now = identity(of: other), now.inode != inode else {
        close(other)
        return .end
      }
      close(descriptor)
      (descriptor, position, inode) = (other, 0, now.inode)
      return .restarted
    }

    private func identity(of descriptor: Int32) -> (inode: UInt64, size: Int)? {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else { return nil }
      return (UInt64(status.st_ino), Int(status.st_size))
    }
  }

  /// The names in a folder, in no order; none if there is no such folder.
  static func names(in folder: String) -> [String] {
    guard let open = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(open) }
    var names: [String] = []
    while let entry = unsafe readdir(open) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }

  /// Makes a folder and those that it lies in; one that is there already will do.
  static func makeFolder(_ path: String) throws(Failure) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      made += made.isEmpty && part.isEmpty ? "/" : made.hasSuffix("/") || made.isEmpty ? String(part) : "/\(part)"
      guard !made.isEmpty, made != "/", !exists(made) else { continue }
      guard unsafe mkdir(made, 0o755) == 0 || exists(made) else { throw Failure(path: made, reason: errorText()) }
    }
  }

  /// Gives a file another name, in place of a file that has it.
  static func rename(_ path: String, to other: String) throws(Failure) {
    #if canImport(Darwin)
      let result = unsafe Darwin.rename(path, other)
    #else
      let result = unsafe Glibc.rename(path, other)
    #endif
    guard result == 0 else { throw Failure(path: other, reason: errorText()) }
  }

  /// When a file was changed last, in a number that grows; nil if there is none.
  static func changed(_ path: String) -> Int64? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      return Int64(status.st_mtimespec.tv_sec) * 1_000_000_000 + Int64(status.st_mtimespec.tv_nsec)
    #else
      return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    #endif
  }

  /// How many bytes a regular file has; nil for anything else.
  static func size(_ path: String) -> Int? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// A file that is being written, or standard output for `-`.
  struct Output: ~Copyable {
    private let descriptor: Int32
    private let path: String
    private let closes: Bool

    init(_ path: String) throws(Failure) {
      self.path = path == "-" ? "standard output" : path
      closes = path != "-"
      guard path != "-" else {
        descriptor = 1
        return
      }
      descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw Failure(path: path, reason: FileAccess.errorText()) }
    }

    deinit { if closes { close(descriptor) } }

    /// Writes all of the bytes. A reader that has gone away ends the program in silence, as it does `cat`.
    func write(_ bytes: [UInt8]) throws(Failure) {
      var written = 0
      while written < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer -> Int in
          guard let base = buffer.baseAddress else { return 0 }
          return unsafe FileAccess.systemWrite(descriptor, base + written, bytes.count - written)
        }
        if count < 0 {
          if errno == EINTR { continue }
          throw Failure(path: path, reason: FileAccess.errorText())
        }
        written += count
      }
    }

    func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }
  }

  /// Writes messages; where standard error is gone there is nobody to tell.
  static func writeError(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return unsafe systemWrite(2, base, bytes.count)
    }
  }

  fileprivate static func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, buffer, count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, buffer, count)
    #else
      unsafe Darwin.write(descriptor, buffer, count)
    #endif
  }

  fileprivate static func errorText() -> String {
    let text = unsafe String(cString: strerror(errno))
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// A variable of the environment; an empty one counts as not set.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Microseconds on a clock that never goes back.
  static func monotonicMicroseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  static func leave(_ code: Int32) -> Never { exit(code) }
}
