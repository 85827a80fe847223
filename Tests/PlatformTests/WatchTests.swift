import CPlatform
import Foundation
import Testing

@Suite("Files that are watched") struct WatchTests {
  @Test func `a file that is written or replaced is reported`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bgtop-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.theme")
    try "one".write(to: file, atomically: false, encoding: .utf8)
    guard let watch = unsafe bgp_watch_open(file.path) else {
      Issue.record("a file should be watched")
      return
    }
    defer { unsafe bgp_watch_close(watch) }
    let descriptor = unsafe bgp_watch_descriptor(watch)
    #expect(bgp_wait_readable(descriptor, 50) == 0, "nothing has happened")

    try "two".write(to: file, atomically: false, encoding: .utf8)
    #expect(bgp_wait_readable(descriptor, 5_000) == 1, "written in place")
    unsafe bgp_watch_take(watch)
    #expect(bgp_wait_readable(descriptor, 50) == 0, "taken")

    try "three".write(to: file, atomically: true, encoding: .utf8)
    #expect(bgp_wait_readable(descriptor, 5_000) == 1, "another file has its name")
    unsafe bgp_watch_take(watch)

    try "four".write(to: file, atomically: false, encoding: .utf8)
    #expect(bgp_wait_readable(descriptor, 5_000) == 1, "the other file, written in place")
  }

  @Test func `what is in no folder cannot be watched`() {
    #expect(unsafe bgp_watch_open("/nowhere/at/all") == nil)
  }
}
