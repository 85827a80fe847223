import TaskTrace
import Testing

/// Numbers, orders and characters that no trace of the program's own has.
@Suite("Hostile traces") struct HostileTests {
  private static let header = #"{"bgtop":1,"epoch":"2026-06-01T07:00:00+02:00"}"#

  private func read(_ lines: String...) throws -> TraceFile.Reading {
    try TraceFile.read(Array(([Self.header] + lines).joined(separator: "\n").utf8) + [0x0A])
  }

  @Test func `sums and differences of times end at the ends of their range`() {
    let (past, future) = (Instant.distantPast, Instant.distantFuture)
    #expect(future + .seconds(1) == future && past - .seconds(1) == past)
    #expect(future - past == TimeSpan(microseconds: .max) && past - future == TimeSpan(microseconds: .min))
    #expect(-TimeSpan(microseconds: .min) == TimeSpan(microseconds: .max))
    #expect(TimeSpan.days(.max) == TimeSpan(microseconds: .max) && TimeSpan.days(.min) == TimeSpan(microseconds: .min))
    #expect(TimeSpan(microseconds: .min) / -1 == TimeSpan(microseconds: .max))
    #expect(TimeSpan.seconds(3) * -2 == -TimeSpan.seconds(6) && TimeSpan.seconds(6) / 4 == .milliseconds(1_500))
    var sum = TimeSpan(microseconds: .max)
    sum += .seconds(1)
    #expect(sum == TimeSpan(microseconds: .max))
    sum -= .seconds(-1)
    #expect(sum == TimeSpan(microseconds: .max))
  }

  @Test func `a number is the nearest representable integer`() {
    #expect(Int(saturating: .nan) == 0 && Int(saturating: 1e300) == .max && Int(saturating: -.infinity) == .min)
    #expect(Int(saturating: 2.5) == 3 && UInt8(saturating: -1) == 0 && UInt8(saturating: 300) == 255)
  }

  @Test func `numbers beyond the portable range are rejected with their position, and the rest is kept`() throws {
    let scored = #"{"t":1,"event":"scored","task":"a","decision":"CP","applied":-9223372036854775808}"#
    let reading = try read(scored, #"{"t":2,"event":"battery","level":80}"#)
    #expect(reading.events.count == 1)
    #expect(
      reading.warnings.map(\.description) == [
        "2:62: \"applied\" should be a whole number within 9 quadrillion, not a number"
      ])
    #expect(Score(policies: [], applied: .min, decision: .canProceed).quiet == 0)
  }

  @Test func `a line with a duplicate key is rejected, because only one of them could be written back`() throws {
    let reading = try read(#"{"t":1,"event":"battery","level":80,"level":20}"#, #"{"t":1,"t":2,"event":"boot"}"#)
    #expect(reading.events.isEmpty)
    #expect(reading.warnings.map(\.description) == ["2:37: \"level\" appears twice", "3:8: \"t\" appears twice"])
    let twice = #"{"bgtop":1,"epoch":"2026-06-01T07:00:00Z","source":{"kind":"a"},"source":{"kind":"b"}}"#
    #expect(throws: TextProblem.self) { try TraceFile.read(Array(twice.utf8)) }
  }

  @Test func `what is read and written is read as the same`() throws {
    let first = try read(
      #"{"t":1,"event":"battery","level":80,"x":1,"x":2}"#, #"{"t":1,"event":"new","a":1,"a":{"b":1,"b":2}}"#)
    let bytes = TraceFile.write(first.header, first.events)
    let second = try TraceFile.read(bytes)
    #expect(first.warnings.isEmpty && second.events == first.events)
    #expect(TraceFile.write(second.header, second.events) == bytes)
  }

  @Test func `a number is the same however it is written, in what is not known too`() throws {
    let first = try read(#"{"t":1,"event":"new","a":80.0,"b":[1e2,-0.0,2.50],"c":{"d":100}}"#)
    let second = try TraceFile.read(TraceFile.write(first.header, first.events))
    #expect(second.events == first.events)
    func value(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }
    #expect(
      try value("80.0") == value("80") && value("80") == value("8e1")
        && value("80").hashValue == value("80.0").hashValue)
    #expect(try value("80.5") != value("80") && value("9007199254740993") != value("9007199254740992.0"))
    #expect(try value("0") != value("false") && value("0") != value("null") && value("\"0\"") != value("0"))
  }

  private func level(_ level: Int, at seconds: Int64) -> TraceEvent {
    TraceEvent(.zero + .seconds(seconds), .condition(.battery(level: level)))
  }

  @Test func `a trace sorts its events, and adds late ones when they are reported`() {
    let header = TraceHeader(epoch: Epoch(microsecondsSince1970: 0, utcOffset: 0), source: .other("test"))
    var trace = Trace(header: header, events: [level(1, at: 5), level(2, at: 3), level(3, at: 5), level(4, at: 3)])
    #expect(trace.events == [level(2, at: 3), level(4, at: 3), level(1, at: 5), level(3, at: 5)])
    #expect(trace.end == .zero + .seconds(5))
    trace.append([level(5, at: 4), level(6, at: 9), level(7, at: 1)])
    #expect(trace.events.suffix(3) == [level(5, at: 5), level(6, at: 9), level(7, at: 9)])
    #expect(trace.end == .zero + .seconds(9) && trace.count(through: .zero + .seconds(8)) == 5)
  }

  @Test(
    "characters that change how others are shown are escaped in JSON, and read back as themselves",
    arguments: [0x7F, 0x80, 0x9B, 0x9F, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028, 0x202E, 0x2066, 0x2069, 0xFEFF]
      as [UInt32])
  func hidden(_ code: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(code))
    let text = "aé\"\(Character(scalar))\n😀z"
    let written = JSONValue.text(text).text
    #expect(written.unicodeScalars.allSatisfy { !$0.isHidden })
    #expect(written.unicodeScalars.contains("é") && written.unicodeScalars.contains("😀"))
    #expect(try JSONReader.read(Array(written.utf8)).string?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
  }

  @Test func `places are those that counting from the beginning gives`() {
    let text = Array((0..<400).map { "line \($0) é😀" }.joined(separator: "\n").utf8)
    let places = TextPlaces(text)
    for offset in stride(from: 0, through: text.count, by: 7) {
      let counted = TextProblem("", at: offset, in: text)
      let place = places.place(of: offset, in: text)
      #expect(place.line == counted.line && place.column == counted.column, "byte \(offset)")
    }
    #expect(TextPlaces([]).place(of: 5, in: []) == (1, 1))
  }
}
