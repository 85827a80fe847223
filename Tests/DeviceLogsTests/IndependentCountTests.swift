import DeviceLogs
import TaskTrace
import Testing

/// Counts in the samples by words alone, sharing no code with the reader: what `grep -c` and a pencil give.
@Suite(.enabled(if: Corpus.folder != nil)) struct IndependentCountTests {
  /// The lines of a sample that contain a word, without the sample's own comments.
  private func lines(_ file: String, with word: String) throws -> Int {
    let bytes = try #require(Corpus.bytes(of: file))
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").count { line in
      !line.hasPrefix("#") && line.contains(word)
    }
  }

  private func summary(_ file: String) throws -> LogSummary {
    DeviceLog.read(try #require(Corpus.bytes(of: file)), named: file).summary
  }

  @Test(arguments: ["01", "03", "11", "13", "14", "16"]) func everyScoringIsCounted(_ file: String) throws {
    let summary = try summary(file)
    // A block begins with the activity's digits, a colon and a bracket at the end of its line.
    let blocks = try lines(file, with: ":[")
    #expect(summary.decisions.map(\.count).reduce(0, +) == blocks)
    let denied =
      try lines(file, with: "FinalDecision: Must Not Proceed")
      + lines(file, with: "FinalDecision: Absolutely Must Not Proceed")
    #expect(summary.denials == denied)
    let allowed = try lines(file, with: "FinalDecision: Can Proceed")
    #expect(summary.decisions.first { $0.decision == .canProceed }?.count ?? 0 == allowed)
  }

  @Test(arguments: ["01", "18"]) func everyComparisonIsCounted(_ file: String) throws {
    let found = try summary(file).eventsByKind.first { $0.name == "compared" }?.count ?? 0
    #expect(found == (try lines(file, with: "DecisionToRun:")))
  }

  @Test(arguments: ["01", "16", "18"]) func startsAndCompletionsAreCounted(_ file: String) throws {
    let summary = try summary(file)
    #expect(summary.starts == (try lines(file, with: "STARTING activity")))
    #expect(summary.completions == (try lines(file, with: " COMPLETED ")))
    #expect(summary.cancels == (try lines(file, with: "CANCELED: ")))
  }

  /// Samples whose every line of dasd's is of a form that the documentation names.
  @Test(arguments: ["01", "03", "05", "09", "11", "13", "14", "16", "18", "39"])
  func nothingOfTheSchedulerIsLeftOver(_ file: String) throws {
    #expect(try summary(file).notUnderstood == 0)
  }
}

/// A long log with everything in it that hurts: torn lines, escape sequences, wrong UTF-8, huge fields, NULs.
@Suite(.timeLimit(.minutes(2))) struct HostileStreamTests {
  @Test func everyIntactRecordIsStillRead() {
    var state: UInt64 = 11
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var importer = LogImporter(named: "x")
    var (intact, pieces) = (0, [UInt8]())
    for index in 0..<20_000 {
      let name = "bgRefresh-a.b\(index % 40):\(String(String(0x100000 + index, radix: 16, uppercase: true).suffix(6)))"
      let record = FixtureRecord(
        at: index * 1_000, process: "dasd", category: "lifecycle",
        message: "CANCELED: \(name) at priority 10 <private>!")
      var line = Array(FixtureStyle.default.text([record]).utf8)
      switch next(100) {
      case 0..<3: line = Array(line[..<next(line.count)]) + [0x0A]
      case 3..<5: line = Array("\u{1B}]0;pwned\u{7}\u{1B}[2J\u{9B}31m\r\n".utf8)
      case 5: line = [0xFF, 0xFE, 0xC0, 0xAF, 0, 0x0A]
      case 6 where index % 10 == 0: line = [UInt8](repeating: 0x41, count: 200_000) + [0x0A]
      default: intact += 1
      }
      pieces += line
      if pieces.count > 60_000 {
        importer.append(pieces)
        pieces = []
      }
    }
    importer.append(pieces)
    let reading = importer.finish()
    #expect(reading.summary.cancels >= intact)
    #expect(reading.summary.cancels <= 20_000)
    #expect(reading.summary.lines >= 19_000)
  }

  /// The filter that spares most records of other processes decides as reading in full does.
  @Test func noiseIsNoiseHoweverItIsFound() {
    let messages = [
      ("wifid", "com.apple.WiFiManager", "Rssi: -52"), ("Mail", "com.apple.BackgroundTasks", "cancelAllTaskRequests"),
      ("Mail", "", "Could not schedule: Error Domain=BGTaskSchedulerErrorDomain Code=1 \"(null)\""),
      ("kernel", "", "AppleH10CamIn::power_on_hardware"), ("Music", "com.apple.UIKit", "Request for open finished"),
      (
        "SpringBoard", "", "[org.example.mail] Request DUET delivers content-available push notification to application"
      ),
      ("apsd", "com.apple.apsd", "Received message for enabled topic 'org.example.mail' at priority 5"),
      ("assertiond", "", "[application<org.example.mail>:432] Suspending task."),
      ("UserEventAgent", "com.apple.duetactivityscheduler", "REQUESTING START: bgRefresh-a.b:0000AA"),
    ]
    func log(_ noiseFirst: Int) -> DeviceLog.Reading {
      let noise = (0..<noiseFirst).map {
        FixtureRecord(at: $0, process: "wifid", category: "", message: "Rssi: \($0)")
      }
      let events = messages.enumerated().map { index, message in
        FixtureRecord(
          at: 1_000_000 + index * 3_000_000, process: message.0, category: "x", message: message.2, label: message.1)
      }
      return DeviceLog.read(Array(FixtureStyle.default.text(noise + events).utf8), named: "x")
    }
    let (short, long) = (log(1), log(1_200))
    #expect(short.events.map(\.event) == long.events.map(\.event))
    #expect(short.events.map(\.at) == long.events.map(\.at))
    #expect(long.summary.others == short.summary.others + 1_199)
    #expect(long.summary.records == 1_200 + messages.count)
    #expect(short.header.end == long.header.end)
  }
}
