import DeviceLogs
import TaskTrace
import Testing

@Suite struct TornLogTests {
  @Test(arguments: [FixtureStyle.default, .console, .ndjson, .list, .relay])
  func anyPiecesGiveTheSameEvents(_ style: FixtureStyle) {
    let error = #"Could not schedule: Error Domain=BGTaskSchedulerErrorDomain Code=1 "(null)""#
    let records = story + [FixtureRecord(at: 150_000_000, process: "Mail", category: "Framework", message: error)]
    let bytes = Array(style.text(records + story).utf8)
    let whole = DeviceLog.read(bytes, named: "x")
    #expect(whole.summary.refusals == 1)
    for size in [1, 7, 64, 1_000, 1 << 19] {
      var importer = LogImporter(named: "x")
      var start = 0
      while start < bytes.count {
        _ = importer.feed(bytes[start..<min(start + size, bytes.count)])
        start += size
      }
      let reading = importer.finish()
      #expect(reading.events == whole.events)
      #expect(reading.summary == whole.summary)
    }
  }

  @Test func followingHandsOutEveryEventOnceInOrder() {
    let bytes = Array(FixtureStyle.default.text(story).utf8)
    var importer = LogImporter(named: "x")
    var events = importer.feed(bytes.prefix(500)) + importer.flush()
    for start in stride(from: 500, to: bytes.count, by: 300) {
      events += importer.feed(bytes[start..<min(start + 300, bytes.count)])
    }
    events += importer.flush()
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.at <= $1.at })
    #expect(events.filter { $0.event.name == "scored" }.count == 2)
    #expect(events.contains { $0.event.name == "cancelled" })
  }

  @Test(arguments: FixtureStyle.allCases) func aLogCutAnywhereIsRead(_ style: FixtureStyle) {
    let bytes = Array(style.text(Array(story.prefix(6))).utf8)
    var limit = 0
    for end in 0...bytes.count {
      let reading = DeviceLog.read(Array(bytes[..<end]), named: "cut")
      #expect(reading.summary.records <= 6)
      limit = max(limit, reading.summary.records)
    }
    #expect(limit == 6)
  }

  @Test func aBlockCutAnywhereGivesWhatItHas() {
    let bytes = Array(FixtureStyle.default.text([story[3]]).utf8)
    for end in bytes.indices {
      let reading = DeviceLog.read(Array(bytes[..<end]), named: "cut")
      guard case .scored(_, let score)? = reading.events.last(where: { $0.event.name == "scored" })?.event else {
        continue
      }
      #expect(score.policies.count <= 2)
      if score.policies.count == 2 { #expect(score.decision == .absolutelyMustNotProceed) }
    }
  }

  @Test func randomBytesAreNoLog() {
    var state: UInt64 = 42
    for size in [0, 1, 10, 100, 10_000, 100_000] {
      let bytes = (0..<size).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
      }
      #expect(DeviceLog.read(bytes, named: "noise").summary.records == 0)
    }
  }

  @Test func randomDamageNeverStopsTheReader() {
    var state: UInt64 = 7
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for style in FixtureStyle.allCases {
      for _ in 0..<60 {
        var bytes = Array(style.text(story).utf8)
        for _ in 0..<next(40) { bytes[next(bytes.count)] = UInt8(next(256)) }
        let from = next(bytes.count)
        bytes.removeSubrange(from..<min(bytes.count, from + next(200)))
        #expect(DeviceLog.read(bytes, named: "damaged").summary.records > 0)
      }
    }
  }
}

@Suite(.timeLimit(.minutes(1))) struct HostileLogTests {
  @Test(arguments: ["{\"a\":[", "{\"a\":[\n", "{\"a\":\"b", "[{", ":AAAAA[[ [1:a", "'a' ", "\t{name: ", "{("])
  func repeatedOpeningsAreReadInProportionToTheirLength(_ part: String) {
    let bytes = Array(String(repeating: part, count: 20_000).utf8)
    #expect(DeviceLog.read(bytes, named: "x").events.isEmpty)
    let head = FixtureStyle.default.text([story[2]]).dropLast()
    let inside = Array((head + "\n" + String(repeating: part, count: 20_000) + "\n" + head).utf8)
    var importer = LogImporter(named: "x")
    for start in stride(from: 0, to: inside.count, by: 4_096) {
      _ = importer.feed(inside[start..<min(start + 4_096, inside.count)])
    }
    #expect(importer.finish().summary.submissions >= 1)
  }

  @Test func hugeFieldsAndNULsLoseNoNeighbor() {
    var records = story
    records.insert(
      FixtureRecord(at: 500, process: "dasd" + String(repeating: "A", count: 200_000), category: "x", message: "\0\0"),
      at: 1)
    records.insert(
      FixtureRecord(at: 600, process: "dasd", category: "x", message: "\u{1B}]0;title\u{07}\u{9B}31m\u{202E}"), at: 2)
    for style in [FixtureStyle.default, .console, .compact, .syslog] {
      let summary = DeviceLog.read(Array(style.text(records).utf8), named: "x").summary
      #expect(summary.submissions == 2)
      #expect(summary.decisions.map(\.count).reduce(0, +) == 2)
    }
  }
}
