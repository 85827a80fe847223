import DeviceLogs
import Foundation
import Testing

@testable import bgtop

@Suite("Threads that read a log") struct SliceReaderTests {
  @Test func `objects that spread over many lines are read wherever they are cut`() throws {
    let scratch = try Scratch()
    let objects = (0..<800).map { index in
      """
      {
        "eventMessage" : "COMPLETED bgRefresh-a.b:\(100_000 + index) at priority 10",
        "backtrace" : {
          "frames" : [
            {
              "imageOffset" : 1
            }
          ]
        },
        "processImagePath" : "\\/usr\\/libexec\\/dasd",
        "timestamp" : "2026-05-04 08:\(10 + index / 60):\(10 + index % 50).000000+0000"
      }
      """
    }
    let text = "[" + objects.joined(separator: ",") + "]\n"
    let path = try scratch.write("some.json", text)
    let whole = DeviceLog.read(Array(text.utf8), named: "x")
    #expect(whole.summary.completions == 800)
    for size in [300, 4_096, 1 << 15] {
      var importer = LogImporter(named: "x")
      let reader = SliceReader(
        try Source(path), threads: 2, piece: size, keeping: importer.texts)
      while let slice = try reader.next() { importer.append(slice) }
      let reading = importer.finish()
      #expect(reading.events == whole.events, "\(size) bytes")
      #expect(reading.summary == whole.summary)
    }
  }

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
          try Source(path), threads: threads, piece: size, keeping: importer.texts)
        while let slice = try reader.next() { importer.append(slice) }
        let reading = importer.finish()
        #expect(reading.events == whole.events, "\(threads) threads, \(size) bytes")
        #expect(reading.summary == whole.summary)
      }
    }
  }
}
