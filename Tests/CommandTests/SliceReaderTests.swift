import DeviceLogs
import Foundation
import Testing

@testable import bgtop

@Suite("Threads that read a log") struct SliceReaderTests {
  @Test func `any number of threads and any size of slices give the same trace`() throws {
    let scratch = try Scratch()
    let text = LoadingTests.log(records: 3_000) + "the last line has no end"
    let path = try scratch.write("some.log", text)
    let whole = DeviceLog.read(Array(text.utf8), named: "x")
    #expect(whole.events.count > 1_000)
    for threads in 0...3 {
      for size in [5, 300, 4_096, 1 << 18] {
        var importer = LogImporter(named: "x")
        let reader = SliceReader(
          try FileAccess.Stream(path), first: [], threads: threads, piece: size, keeping: importer.texts)
        while let slice = try reader.next() { importer.take(slice) }
        let reading = importer.finish()
        #expect(reading.events == whole.events, "\(threads) threads, \(size) bytes")
        #expect(reading.summary == whole.summary)
      }
    }
  }
}
