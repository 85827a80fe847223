import TaskTrace
import Testing

/// Values at the ends of their ranges, where a comparison or a constant that is off by one shows.
@Suite("Boundaries of traces and times") struct BoundaryTests {
  @Test func `kinds of events have numbers of their own, below their count`() {
    var names: [Int: String] = [:]
    for event in Samples.events.map(\.event) {
      #expect((0..<Event.kinds).contains(event.number), "\(event.name)")
      #expect(names.updateValue(event.name, forKey: event.number) ?? event.name == event.name)
    }
    #expect(names.count == Event.kinds)
  }

  @Test func `a budget's fraction is between nothing and all of it`() {
    func fraction(_ value: Double, of capacity: Double) -> Double {
      var board = Board()
      board.apply(TraceEvent(.zero, .budget(name: "b", value: value, capacity: capacity, cause: nil)))
      return board.budgets.first?.fraction ?? .nan
    }
    #expect(fraction(50, of: 200) == 0.25)
    #expect(fraction(-50, of: 200) == 0 && fraction(300, of: 200) == 1)
    #expect(fraction(50, of: 0) == 0 && fraction(0.25, of: 0.5) == 0.5)
  }

  @Test func `a line of a trace with anything visible on it is read, and told of if it cannot be`() throws {
    let header = #"{"bgtop":1,"epoch":"2026-06-01T07:00:00+02:00"}"#
    let reading = try TraceFile.read(Array("\(header)\n \t\r\n!\n".utf8))
    #expect(reading.warnings.map(\.line) == [3])
  }

  @Test func `a torn line of a process or of a message alone keeps its words`() throws {
    let header = #"{"bgtop":1,"epoch":"2026-06-01T07:00:00+02:00"}"#
    let lines = [
      #"{"t":0,"event":"boot","line":7,"said":"words"}"#, #"{"t":1,"event":"boot","line":8,"by":"dasd"}"#,
      #"{"t":2,"event":"boot","line":9}"#,
    ]
    let events = try TraceFile.read(Array(([header] + lines).joined(separator: "\n").utf8)).events
    #expect(events.map { $0.source?.line } == [7, 8, 9])
    #expect(events.map { $0.source?.message } == ["words", "", ""])
    #expect(events.map { $0.source?.process } == ["", "dasd", ""])
  }

  private static let task = EventOrderTests.task

  @Test func `an activity that differs is wrong only where everything is told`() {
    let wrong: [Event] = EventOrderTests.running + [.step(EventOrderTests.other, Step(index: 1, count: 1, name: "w"))]
    #expect(EventOrderTests.sentences(wrong) == ["app.t works under another activity than was launched"])
    #expect(EventOrderTests.sentences(wrong, reportsAll: false) == [])
  }

  @Test func `a run may end as unknown, and a grace may be over at once`() {
    let end: [Event] = [
      .ended(Self.task, RunEnd(.unknown)), .app(bundle: "app", .suspended, cause: nil),
    ]
    #expect(EventOrderTests.sentences(EventOrderTests.running + end) == [])
    let now = Instant.zero + .seconds(Int64(EventOrderTests.running.count))
    #expect(
      EventOrderTests.sentences(EventOrderTests.running + [.warned(Self.task, cause: nil, deadline: now)]) == [])
  }

  @Test func `what is being launched may meet a suspended process, and no other`() {
    let launching = EventOrderTests.request + [.launching(Self.task)]
    #expect(EventOrderTests.sentences(launching + [.app(bundle: "app", .suspended, cause: nil)]) == [])
    #expect(
      EventOrderTests.sentences(launching + [.app(bundle: "app", .terminated, cause: nil)])
        == ["app.t runs on although app is terminated"])
  }

  @Test func `a timeline has rows for 64 transfers`() {
    let events = (0..<70).map { index in
      TraceEvent(.zero, .transfer(Transfer(bundle: "a", name: "\(index)", state: .created)))
    }
    let lanes = Trace(header: Samples.header, events: events).lanes
    #expect(lanes.transfers.map(\.name) == (0..<64).map { "\($0)" })
  }

  @Test(
    "six digits are an activity where nothing goes on behind them",
    arguments: [
      ("a:0A41B2", true), ("a:0A41B2 ", true), ("a:0A41B2:", true), ("a:0A41B2/", true), ("a:0A41B2`", true),
      ("a:0A41B2{", true), ("a:0A41B2[", true), ("a:0A41B2@", true), ("a:0A41B20", false), ("a:0A41B29", false),
      ("a:0A41B2A", false), ("a:0A41B2Z", false), ("a:0A41B2a", false), ("a:0A41B2z", false), ("a:0A41B2.", false),
      ("a:0A41B", false), ("a:0a41b2", false), ("a:0A41B-", false),
    ])
  func activities(_ text: String, _ isActivity: Bool) {
    let range = Array(text.utf8).withBorrowedBytes { SourceText.nameRange(in: $0) }
    #expect(range == (isActivity ? 0..<8 : 0..<0))
  }

  @Test func `a name is found behind others that are none, and is cut at a space or a quote`() {
    func name(_ text: String) -> String {
      let bytes = Array(text.utf8)
      return String(decoding: bytes[bytes.withBorrowedBytes { SourceText.nameRange(in: $0) }], as: UTF8.self)
    }
    #expect(name("x: y:12 'b.c:0A41B2' d") == "b.c:0A41B2")
    #expect(name("501:b.c:0A41B2 d:0A41B3") == "501:b.c:0A41B2")
    #expect(name("nothing here: at all") == "")
  }

  @Test func `texts that share a beginning and differ later are kept apart`() {
    let texts = SourceText(log: 0)
    let said = [
      "b.c:0A41B2 one\ntwo\nthree", "b.c:0A41B2 one\ntwo\nfour", "b.c:0A41B2 one\ntwo", "b.c:0A41B3 one\ntwo\nthree",
      "b.c:0A41B2 one\ntwo\nthree", "one", "", "one\n",
    ]
    let kept = said.enumerated().map { texts.add($1, process: "p\($0 % 2)", line: $0 + 1) }
    #expect(kept.map(\.message) == said)
    #expect(kept.map(\.line) == Array(1...8))
    #expect(kept.map(\.process) == ["p0", "p1", "p0", "p1", "p0", "p1", "p0", "p1"])
  }

  @Test func `of a long text the first 16 KiB are kept`() {
    let texts = SourceText(log: 0)
    for length in [16_383, 16_384] {
      let text = String(repeating: "x", count: length)
      #expect(texts.add(text, process: "", line: 1).message == text)
    }
    #expect(texts.add(String(repeating: "x", count: 16_385), process: "", line: 1).message.utf8.count == 16_384)
  }

  @Test(
    "a name is meant within a third of its letters, and one letter in a short one",
    arguments: [
      ("lunch", "launch"), ("opne", "open"), ("oepn", "open"), ("cu", "cpu"), ("xx", nil), ("ab", nil),
      ("thermals", "thermal"),
      ("laaanch", "launch"), ("lauuuuunch", nil),
    ] as [(String, String?)])
  func names(_ text: String, _ meant: String?) {
    #expect(nearestName(to: text, among: ["launch", "open", "thermal", "cpu"]) == meant)
  }

  @Test func `fractions have six digits, and months their days`() throws {
    #expect(Epoch("2026-06-01T07:00:00.1234567Z")?.description == "2026-06-01T07:00:00.123456+00:00")
    #expect(Epoch("2026-06-01T07:00:00.5Z")?.description == "2026-06-01T07:00:00.500000+00:00")
    for (month, days) in [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
      #expect(CivilTime(year: 2026, month: month + 1, day: days).isValid)
      #expect(!CivilTime(year: 2026, month: month + 1, day: days + 1).isValid)
      #expect(!CivilTime(year: 2026, month: month + 1, day: 0).isValid)
    }
    #expect(CivilTime(year: 2024, month: 2, day: 29).isValid && CivilTime(year: 2000, month: 2, day: 29).isValid)
    #expect(!CivilTime(year: 1900, month: 2, day: 29).isValid && !CivilTime(year: 2100, month: 2, day: 29).isValid)
    #expect(CivilTime(year: 2026, month: 1, day: 1, hour: 23, minute: 59, second: 60).isValid)
    #expect(!CivilTime(year: 2026, month: 1, day: 1, second: 61).isValid)
    #expect(!CivilTime(year: 2026, month: 1, day: 1, minute: 60).isValid)
  }

  @Test(
    "an offset from UTC is less than a day",
    arguments: [
      ("+23:59", true), ("-23:59", true), ("+24:00", false), ("+23:60", false), ("+2300", true), ("+2", false),
    ])
  func offsets(_ offset: String, _ isOffset: Bool) {
    #expect((Epoch("2026-06-01T07:00:00\(offset)") != nil) == isOffset)
  }

  @Test func `a clock time has eight characters at most, and a date more`() {
    #expect(TimeReference("21:45:30") == .clock(hour: 21, minute: 45, second: 30))
    #expect(TimeReference("21:45") == .clock(hour: 21, minute: 45, second: 0))
    #expect(TimeReference("21:45:300") == nil && TimeReference("21:45:3") == nil && TimeReference("24:00") == nil)
    #expect(TimeReference("2026-6-1") == nil)
    #expect(TimeReference("2026-06-02T21:45") == .date(CivilTime(year: 2026, month: 6, day: 2, hour: 21, minute: 45)))
  }

  @Test func `a network of any quality is reachable, and none of no quality`() {
    #expect(NetworkPath(.wifi, quality: 1).isReachable && !NetworkPath(.wifi, quality: 0).isReachable)
    #expect(!NetworkPath(.none, quality: 100).isReachable)
  }
}
