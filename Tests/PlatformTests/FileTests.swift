import CPlatform
import Foundation
import Testing

/// What the shims do on Linux is tested with the functions that are compiled for macOS too.
@Suite("Files") final class FileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "bgtop-\(UUID().uuidString)").path

  init() throws { #expect(unsafe bgp_make_folder(folder) == 0) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }

  private func write(_ text: String, _ name: String, isNew: Bool = false) -> Int32 {
    if !isNew { _ = unsafe bgp_remove(path(name)) }
    let descriptor = unsafe bgp_open_write(path(name), bgp_write_new)
    guard descriptor >= 0 else { return descriptor }
    let bytes = Array(text.utf8)
    let result = unsafe bgp_write(descriptor, bytes, bytes.count)
    return result < 0 ? result : bgp_close(descriptor)
  }

  private func read(_ descriptor: Int32, limit: Int = 1 << 16) -> String {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = unsafe bgp_read(descriptor, &bytes, limit)
    return count < 0 ? "error \(-count)" : String(decoding: bytes[..<Int(count)], as: UTF8.self)
  }

  private func read(_ name: String) -> String {
    let descriptor = unsafe bgp_open_read(path(name))
    guard descriptor >= 0 else { return "error \(-descriptor)" }
    defer { bgp_close(descriptor) }
    return read(descriptor)
  }

  private func status(_ name: String) -> bgp_file_status? {
    var status = bgp_file_status()
    return unsafe bgp_status_of(path(name), &status) == 0 ? status : nil
  }

  @Test func `what is written is read, from the beginning again too`() throws {
    #expect(write("one two", "a") == 0)
    let descriptor = unsafe bgp_open_read(path("a"))
    #expect(read(descriptor, limit: 3) == "one")
    #expect(read(descriptor) == " two")
    #expect(read(descriptor) == "", "the end")
    #expect(bgp_rewind(descriptor) == 0)
    #expect(read(descriptor) == "one two")
    #expect(bgp_close(descriptor) == 0)
    #expect(write("3", "a") == 0)
    #expect(read("a") == "3", "written over")
  }

  @Test func `an error is the system's number, and has a text`() {
    let result = unsafe bgp_open_read(path("none"))
    #expect(result == -ENOENT)
    #expect(bgp_is_missing(result) && !bgp_is_missing(-EACCES))
    #expect(unsafe String(cString: bgp_error_text(result)).lowercased() == "no such file or directory")
    var byte: UInt8 = 0
    #expect(unsafe bgp_read(-1, &byte, 1) == Int64(-EBADF))
    #expect(unsafe bgp_folder_open(path("none")) == nil)
  }

  @Test func `a new file is written neither over another nor through a link`() throws {
    #expect(write("old", "a") == 0)
    #expect(write("new", "a", isNew: true) == -EEXIST)
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("elsewhere"))
    #expect(write("new", "link", isNew: true) < 0)
    #expect(status("elsewhere") == nil)
    #expect(read("a") == "old")
    #expect(write("new", "b", isNew: true) == 0)
  }

  @Test func `a file replaces another atomically, and open descriptors of the old one stay readable`()
    throws
  {
    #expect(write("old content", "a") == 0)
    let old = unsafe bgp_open_read(path("a"))
    let before = try #require(status("a"))
    let new = unsafe bgp_open_write(path("a.new"), bgp_write_new)
    #expect(unsafe bgp_write(new, Array("new".utf8), 3) == 0)
    #expect(bgp_sync(new) == 0)
    #expect(read("a") == "old content", "not before it is renamed")
    #expect(unsafe bgp_rename(path("a.new"), path("a")) == 0)
    #expect(read("a") == "new")
    #expect(status("a.new") == nil)
    #expect(read(old) == "old content")
    let after = try #require(status("a"))
    #expect(after.inode != before.inode && after.device == before.device)
    #expect(after.size == 3 && before.size == 11)
    #expect(after.changed >= before.changed)
    bgp_close(old)
    bgp_close(new)
    #expect(unsafe bgp_remove(path("a")) == 0)
    #expect(status("a") == nil)
  }

  @Test func `a FIFO without another end opens immediately, and opening it for writing never blocks`() throws {
    #expect(unsafe mkfifo(path("fifo"), 0o600) == 0)
    let descriptor = unsafe bgp_open_read(path("fifo"))
    #expect(descriptor >= 0)
    #expect(bgp_wait_readable(descriptor, 20) == 0, "nobody has written yet, which is not its end")
    let writer = unsafe bgp_open_write(path("fifo"), bgp_write_stream)
    #expect(unsafe bgp_write(writer, Array("some".utf8), 4) == 0)
    #expect(read(descriptor) == "some")
    bgp_close(writer)
    #expect(read(descriptor) == "", "now it is")
    bgp_close(descriptor)
    #expect(unsafe bgp_open_write(path("fifo"), bgp_write_stream) == -ENXIO)
  }

  @Test func `a path has a real path, and permissions are those requested`() throws {
    #expect(write("x", "a") == 0)
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("a"))
    var real = [CChar](repeating: 0, count: 4_096)
    #expect(unsafe bgp_real_path(path("link"), &real, real.count) == 0)
    #expect(String(decoding: real.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).hasSuffix("/a"))
    #expect(unsafe bgp_real_path(path("link"), &real, 3) == -ENAMETOOLONG)
    let descriptor = unsafe bgp_open_read(path("a"))
    #expect(bgp_set_permissions(descriptor, 0o600) == 0)
    #expect(status("a")?.permissions == 0o600)
    bgp_close(descriptor)
    #expect(unsafe bgp_sync_folder(folder) == 0)
  }

  @Test func `files, folders, and streams are distinguished`() throws {
    #expect(write("x", "a") == 0)
    #expect(status("a")?.kind == bgp_kind_regular)
    #expect(status(".")?.kind == bgp_kind_folder)
    #expect(unsafe mkfifo(path("fifo"), 0o600) == 0)
    #expect(status("fifo")?.kind == bgp_kind_stream)
    let opened = unsafe bgp_folder_open(folder)
    var names: Set<String> = []
    while let name = unsafe bgp_folder_next(opened) { names.insert(unsafe String(cString: name)) }
    unsafe bgp_folder_close(opened)
    #expect(names == [".", "..", "a", "fifo"])
  }

  @Test func `it can be asked whether a pipe has something, without waiting for it`() throws {
    let pipe = Pipe()
    let (end, other) = (pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting)
    let start = bgp_monotonic_microseconds()
    #expect(bgp_wait_readable(end, 0) == 0)
    #expect(bgp_wait_readable(end, 30) == 0)
    #expect(bgp_monotonic_microseconds() - start >= 29_000)
    other.write(Data("some".utf8))
    #expect(bgp_wait_readable(end, -1) == 1)
    #expect(read(end) == "some", "all that is there, and no wait for more")
    #expect(bgp_wait_readable(end, 0) == 0)
    try other.close()
    #expect(bgp_wait_readable(end, 0) == 1, "the end can be read")
    #expect(read(end) == "")
    #expect(bgp_wait_readable(-1, 0) != 1)
  }

  @Test func `any call can be made to fail, and only that one`() {
    func attempt() -> Int32 {
      try? FileManager.default.removeItem(atPath: path("a"))
      try? FileManager.default.removeItem(atPath: path("b"))
      let descriptor = unsafe bgp_open_write(path("a"), bgp_write_new)
      guard descriptor >= 0 else { return descriptor }
      let results = [
        unsafe bgp_write(descriptor, Array("x".utf8), 1), bgp_sync(descriptor), bgp_close(descriptor),
        unsafe bgp_rename(path("a"), path("b")), unsafe bgp_remove(path("b")),
      ]
      return results.min() ?? 0
    }
    bgp_files_fail(0, 0)
    #expect(attempt() == 0)
    #expect(bgp_files_calls() == 6)
    for call in Int64(1)...6 {
      bgp_files_fail(call, EIO)
      #expect(attempt() == -EIO, "call \(call)")
      bgp_files_fail(0, 0)
    }
    bgp_files_fail(7, EIO)
    #expect(attempt() == 0)
    bgp_files_fail(0, 0)
  }
}
