import TaskTrace
import Testing

@Suite("The trace file") struct TraceFileTests {
  @Test func `every event is written and read back without loss`() throws {
    let bytes = TraceFile.write(Samples.header, Samples.events)
    let reading = try TraceFile.read(bytes)
    #expect(reading.warnings.isEmpty)
    #expect(reading.header == Samples.header)
    for (read, written) in zip(reading.events, Samples.events) { #expect(read == written) }
    #expect(reading.events.count == Samples.events.count)
    #expect(TraceFile.write(reading.header, reading.events) == bytes)
  }

  @Test func `the samples hold every event name, in the table and once`() {
    let names = Set(Samples.events.map(\.event.name))
    for (name, meaning) in Event.names {
      #expect(names.contains(name))
      #expect(!meaning.isEmpty)
    }
    #expect(Set(Event.names.map(\.name)).count == Event.names.count)
    #expect(names.subtracting(Event.names.map(\.name)) == ["fromTheFuture"])
  }

  @Test func `keys are in a fixed order`() throws {
    let event = TraceEvent(.zero + .seconds(1), .compared(Samples.task, score: 0.5, threshold: 0.25, run: true))
    let line = #"{"t":1000000,"event":"compared","task":"com.example.news.refresh","activity":"041399","score":0.5,"#
    #expect(event.json.text == line + #""threshold":0.25,"run":true}"#)
  }

  @Test func `unknown fields of known events are kept`() throws {
    let line = #"{"t":5,"event":"thermal","state":"fair","sensor":"skin","raw":[1,{"k":null}]}"#
    let header = Samples.header.json.text
    let bytes = Array((header + "\n" + line + "\n").utf8)
    let reading = try TraceFile.read(bytes)
    #expect(TraceFile.write(reading.header, reading.events) == bytes)
  }

  @Test func `pieces of any size give what the whole gives`() throws {
    let whole = TraceFile.write(Samples.header, Samples.events) + Array("{\"t\":1\n".utf8)
    let reading = try TraceFile.read(whole)
    #expect(reading.warnings.count == 1)
    for size in [1, 3, 50, 1_000] {
      var reader = TraceFile.Reader()
      for start in stride(from: 0, to: whole.count, by: size) {
        try reader.feed(Array(whole[start..<min(start + size, whole.count)]))
      }
      let read = try reader.finish()
      #expect(read.header == reading.header && read.events == reading.events && read.warnings == reading.warnings)
    }
  }

  /// A million of them must fit in memory, so this test fails when a field is added.
  @Test func `an event takes 32 bytes`() { #expect(MemoryLayout<TraceEvent>.stride == 32) }

  @Test func `a torn last line is passed over with a warning`() throws {
    let whole = TraceFile.write(Samples.header, Samples.events)
    let reading = try TraceFile.read(Array(whole.dropLast(5)))
    #expect(reading.events.count == Samples.events.count - 1)
    #expect(reading.warnings.count == 1)
    #expect(reading.warnings.first?.message.contains("truncated") == true)
    #expect(reading.warnings.first?.line == Samples.events.count + 1)
  }

  @Test func `a cut at any byte loses at most the line that was cut`() throws {
    let whole = TraceFile.write(Samples.header, Samples.events)
    let first = try #require(whole.firstIndex(of: 0x0A))
    for cut in stride(from: first, through: whole.count, by: 7) {
      let complete = whole[..<cut].count { $0 == 0x0A } - 1
      let reading = try TraceFile.read(Array(whole[..<cut]))
      #expect(reading.events.count >= complete && reading.events.count <= complete + 1)
    }
  }

  @Test(
    "bad lines are reported with position and reason, and the rest is kept",
    arguments: [
      (#"{"t":1,"event":"thermal","state":"warm"}"#, 34, "nominal"), (#"{"event":"boot"}"#, 1, "\"t\" is missing"),
      (#"{"t":1.5,"event":"boot"}"#, 6, "whole number"), ("[]", 1, "object"),
      (#"{"t":1,"event":"scored"}"#, 1, "missing"),
      (#"{"t":1,"event":"scored","task":"x","activity":"04139","decision":"CP"}"#, 47, "hexadecimal"),
    ])
  func badLines(_ line: String, _ column: Int, _ part: String) throws {
    let good = #"{"t":9,"event":"boot"}"#
    let reading = try TraceFile.read(Array("\(Samples.header.json.text)\n\(line)\n\(good)\n".utf8))
    #expect(reading.events.count == 1)
    let warning = try #require(reading.warnings.first)
    #expect(warning.line == 2)
    #expect(warning.column == column)
    #expect(warning.message.contains(part), "\(warning.message)")
  }

  @Test(
    "input that is not a trace is rejected",
    arguments: ["", "{}", "hello", #"{"bgtop":99,"epoch":"2026-06-01T00:00:00Z"}"#, #"{"bgtop":1}"#])
  func noTrace(_ text: String) { #expect(throws: TextProblem.self) { try TraceFile.read(Array(text.utf8)) } }

  @Test func `events out of order are sorted, and those of one instant keep their order`() throws {
    let header = Samples.header.json.text
    let lines = [
      #"{"t":5,"event":"bookmark","name":"b"}"#, #"{"t":1,"event":"boot"}"#, #"{"t":5,"event":"bookmark","name":"c"}"#,
    ]
    let reading = try TraceFile.read(Array(([header] + lines).joined(separator: "\n").utf8))
    #expect(reading.events.map(\.event) == [.condition(.boot), .bookmark("b"), .bookmark("c")])
  }
}
