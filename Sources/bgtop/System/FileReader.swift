internal import CPlatform
internal import Synchronization

/// The bytes of an open file, of standard input, or of a pipe, unchanged.
final class FileReader {
  let path: String
  /// Whether it is a regular file: it has a size, can be read again, and may grow. Everything else is a stream, whose
  /// bytes arrive once and whose reader may block.
  let isRegular: Bool
  private(set) var descriptor: Int32
  /// Distinguishes the file from another that has its name later.
  private var identity: (device: UInt64, inode: UInt64)
  /// How many bytes were read since the beginning. Others than the thread that reads may ask.
  private let position = Atomic(0)

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws(FileAccess.Failure) {
    self.path = path
    var status = bgp_file_status()
    let descriptor = path == "-" ? 0 : Int32(try FileAccess.checked(unsafe bgp_open_read(path), path))
    var result = unsafe bgp_status(descriptor, &status)
    let isFolder = result == 0 && status.kind == bgp_kind_folder
    (self.descriptor, isRegular) = (descriptor, status.kind == bgp_kind_regular)
    identity = (status.device, status.inode)
    if path == "-" { result = max(result, 0) }
    try FileAccess.checked(result, path)
    if isRegular { FileAccess.InputFiles.insert(path, status) }
    if isFolder { throw FileAccess.Failure(path: name, reason: Self.folder(path)) }
  }

  /// What a folder is, and what to do with it: the system keeps its log in several.
  private static func folder(_ path: String) -> String {
    let names = FileAccess.names(in: path)
    let isArchive = path.hasSuffix(".logarchive") || names.contains("Persist") || names.contains("timesync")
    guard !isArchive else {
      return
        "is a directory, an archive of the system's log; run 'log show --archive \(path) --style ndjson > phone.log'"
        + " and open phone.log"
    }
    let archive = names.sorted().first { $0.hasSuffix(".logarchive") }
    return "is a directory; give a file in it instead"
      + (archive.map { ", or run 'log show --archive \(path)/\($0)'" } ?? "")
  }

  deinit { if path != "-" { bgp_close(descriptor) } }

  /// What to call it in messages.
  var name: String { path == "-" ? "standard input" : path }

  /// How many bytes the file has now; nil for a stream.
  var size: Int? { isRegular ? status().map { Int($0.size) } : nil }

  /// How many bytes were read since the beginning.
  var bytesRead: Int { position.load(ordering: .relaxed) }

  /// Reads at most `limit` bytes behind bytes that are there already, in one copy with them. A stream waits until something
  /// comes; as many bytes as before mean the end.
  func read(after start: [UInt8], limit: Int) throws(FileAccess.Failure) -> [UInt8] {
    let descriptor = descriptor
    var result: Int64 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: start.count + limit) { buffer, filled in
      _ = unsafe buffer.initialize(fromContentsOf: start)
      guard let base = buffer.baseAddress else { return }
      result = unsafe bgp_read(descriptor, base + start.count, limit)
      filled = start.count + max(0, Int(result))
    }
    position.add(try FileAccess.checked(result, name), ordering: .relaxed)
    return bytes
  }

  /// Returns to the first byte of a regular file.
  func rewind() throws(FileAccess.Failure) {
    try FileAccess.checked(bgp_rewind(descriptor), name)
    position.store(0, ordering: .relaxed)
  }

  /// Whether the content that was read has been replaced, in which case the file must be read from its beginning: the
  /// file was truncated, or another file has its name.
  func restarts() -> Bool {
    guard isRegular else { return false }
    if let now = status(), now.size < bytesRead, (try? rewind()) != nil { return true }
    var status = bgp_file_status()
    guard path != "-", unsafe bgp_status_of(path, &status) == 0, status.kind == bgp_kind_regular,
      (status.device, status.inode) != identity, let other = try? FileReader(path), other.isRegular
    else { return false }
    // The other reader closes what was open here.
    (descriptor, other.descriptor) = (other.descriptor, descriptor)
    identity = other.identity
    position.store(0, ordering: .relaxed)
    return true
  }

  private func status() -> bgp_file_status? {
    var status = bgp_file_status()
    return unsafe bgp_status(descriptor, &status) == 0 ? status : nil
  }
}
