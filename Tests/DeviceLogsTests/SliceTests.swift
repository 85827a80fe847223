import DeviceLogs
import TaskTrace
import Testing

@Suite struct SliceTests {
  /// The log in slices of whole lines, each of at least this many bytes; a part without a line end is passed unchanged.
  private func slices(_ bytes: [UInt8], of size: Int, keeping texts: SourceText? = nil) -> [LogSlice] {
    var slices: [LogSlice] = []
    var start = 0
    while start < bytes.count {
      var end = min(start + size, bytes.count)
      end = bytes[(end - 1)...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      slices.append(LogSlice(Array(bytes[start..<end]), keeping: texts))
      start = end
    }
    return slices
  }

  private func reading(of slices: [LogSlice]) -> DeviceLog.Reading {
    var importer = LogImporter(named: "x")
    for slice in slices { importer.append(slice) }
    return importer.finish()
  }

  private func expectTheSame(_ bytes: [UInt8]) {
    let whole = DeviceLog.read(bytes, named: "x")
    for size in [1, 3, 50, 400, 5_000, 1 << 20] {
      let reading = reading(of: slices(bytes, of: size))
      #expect(reading.events == whole.events)
      #expect(reading.summary == whole.summary)
      #expect(reading.header == whole.header)
    }
  }

  @Test(arguments: FixtureStyle.allCases) func slicesGiveTheSameEvents(_ style: FixtureStyle) {
    // Enough noise that records of other processes are no longer kept.
    let noise = (0..<1_200).map { index in
      FixtureRecord(
        at: 40_000_000 + index * 1_000, process: index % 3 == 0 ? "wifid" : "kernel", category: "",
        message: index % 400 == 0
          ? "Could not schedule: Error Domain=BGTaskSchedulerErrorDomain Code=1" : "Rssi: -52 {0 0} (\(index))")
    }
    let records = Array(story.prefix(4)) + noise + story.dropFirst(4) + story
    expectTheSame(Array(style.text(records).utf8))
  }

  @Test func slicesOfMixedAndTornStylesGiveTheSameEvents() {
    var bytes: [UInt8] = []
    for style in FixtureStyle.allCases {
      let text = Array(style.text(story).utf8)
      bytes += text.dropLast(text.count / 5)
      bytes += Array("\u{1B}[31m\n[disconnected]\r\n".utf8)
    }
    expectTheSame(bytes)
    var random = UInt64(11)
    for _ in 0..<20 {
      var torn = bytes
      for _ in 0..<60 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let place = Int(random >> 33) % torn.count
        if random >> 13 & 1 == 0 {
          torn.remove(at: place)
        } else {
          torn[place] = UInt8(truncatingIfNeeded: random >> 20)
        }
      }
      expectTheSame(torn)
    }
  }

  /// The beginning of a log is searched for dates and read immediately, so the part to be read in slices follows it.
  @Test func slicesBehindTheBeginningGiveTheSameEvents() {
    let noise = (0..<1_300).map {
      FixtureRecord(at: 1_000 + $0, process: "wifid", category: "", message: String(repeating: "Rssi ", count: 40))
    }
    let beginning = Array(FixtureStyle.default.text(noise).utf8)
    #expect(beginning.count > 1 << 18)
    var bytes: [UInt8] = []
    for style in [FixtureStyle.ndjson, .default, .ndjson, .list, .windows] {
      let text = Array(style.text(story).utf8)
      bytes += text + Array(#"{"timezoneName":"","backtrace":{"frames":[{"imageOffset":1,"#.utf8) + [0x0A]
      bytes += text.dropLast(text.count / 5) + [0x0A]
    }
    var random = UInt64(5)
    for round in 0..<6 {
      var torn = bytes
      for _ in 0..<round * 20 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        torn[Int(random >> 33) % torn.count] = UInt8(truncatingIfNeeded: random >> 20)
      }
      let log = beginning + torn
      let whole = DeviceLog.read(log, named: "x")
      for size in [700, 4_000] {
        for keeps in [false, true] {
          var importer = LogImporter(named: "x")
          importer.append(beginning)
          for slice in slices(torn, of: size, keeping: keeps ? importer.texts : nil) { importer.append(slice) }
          let reading = importer.finish()
          #expect(reading.events == whole.events)
          #expect(reading.summary == whole.summary)
        }
      }
    }
  }

  @Test func slicesThatEndInsideALineGiveTheSameEvents() {
    for style in FixtureStyle.allCases {
      let bytes = Array(style.text(story + story).utf8)
      let whole = DeviceLog.read(bytes, named: "x")
      for size in [7, 100, 999] {
        let pieces = stride(from: 0, to: bytes.count, by: size).map {
          LogSlice(Array(bytes[$0..<min($0 + size, bytes.count)]))
        }
        let reading = reading(of: pieces)
        #expect(reading.events == whole.events)
        #expect(reading.summary == whole.summary)
      }
    }
  }
}
