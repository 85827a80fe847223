import DeviceLogs
import Foundation
import TaskTrace
import Testing

@testable import bgtop

@Suite("Logs that take a while") struct LoadingTests {
  /// Lines of which some come late, some complete what others began, and some are of other processes.
  static func log(records: Int) -> String {
    var lines: [String] = []
    for index in 0..<records {
      let late = index % 97 == 0 ? 3_000 : 0
      let milliseconds = 7_200_000 + index * 40 - late
      let (second, milli) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
      func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
      let time = "\(two(second / 3_600 % 24)):\(two(second / 60 % 60)):\(two(second % 60)).\(1_000 + milli)".replacing(
        ".1", with: ".")
      let head = "2026-03-15 \(time)000-0500 0x22b827   Default     0x0                  120    8    "
      let activity = String(0x100000 + index / 5, radix: 16, uppercase: true)
      let name = "bgProcessing-com.example.app\(index % 7).task:\(activity)"
      let label = "dasd: [com.apple.duetactivityscheduler:scheduler] "
      switch index % 5 {
      case 0: lines.append(head + label + "Submitted Activity: \(name) at priority 10 <private>!")
      case 1: lines.append(head + "wifid: [com.apple.WiFiManager:] link quality -52 (\(index))")
      case 2: lines.append(head + label + "CANCELED: \(name) <private>!")
      case 3:
        lines.append(head + label + "\(name):[")
        lines.append(
          "\t{name: ChargerPluggedInPolicy, policyWeight: 20.000, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{pluggedIn == 0}]}}"
        )
        lines.append(" ], FinalDecision: Must Not Proceed}")
      default: lines.append(head + label + "SUBMITTED \(name)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test func `what is shown while a large log is read ends as the same trace that an import gives`() throws {
    let scratch = try Scratch()
    let text = Self.log(records: 40_000)
    try #require(text.utf8.count > 6 << 20)
    let path = try scratch.write("large.log", text)
    // Without a terminal, one screen is printed once all is read.
    let shown = try bgtop(path, "--record", scratch.path("shown"))
    #expect(shown.code == 0)
    #expect(shown.output.contains("RECORDING"))
    #expect(!shown.output.contains("LOADING"))
    #expect(try bgtop("import", path, "-o", scratch.path("imported")).code == 0)
    let imported = try scratch.read("imported")
    #expect(imported.count > 1 << 20)
    #expect(try scratch.read("shown") == imported)
  }

  @Test func `an instant in the part that is read last is found`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("large.log", Self.log(records: 40_000))
    let shown = try bgtop(path, "--at", "25m")
    #expect(shown.output.contains("PAST"))
    #expect(shown.output.contains("02:24:57"))
  }

  @Test func `a large trace is shown while it is read, with the same result, out of order or truncated`() throws {
    let scratch = try Scratch()
    #expect(try bgtop("run", "day", "--until", "40d", "--trace", scratch.path("whole.jsonl")).code == 0)
    let whole = try scratch.read("whole.jsonl")
    try #require(whole.count > 5 << 20)
    let shown = try bgtop(scratch.path("whole.jsonl"), "--record", scratch.path("again.jsonl"))
    #expect(shown.code == 0)
    #expect(shown.output.contains("RECORDING") && !shown.output.contains("LOADING"))
    #expect(try scratch.read("again.jsonl") == whole)
    // Two events that have changed places, and a line that the writer did not finish.
    var lines = String(decoding: whole, as: UTF8.self).split(separator: "\n")
    let last = lines.count - 1
    let apart = try #require((2..<last).reversed().first { lines[$0].prefix(20) != lines[$0 + 1].prefix(20) })
    lines.swapAt(apart, apart + 1)
    let text: String = lines.joined(separator: "\n") + "\n" + ##"{"t":99999999999999,"event":"batt"##
    let corrected = try bgtop(scratch.write("broken.jsonl", text), "--record", scratch.path("mended.jsonl"))
    #expect(corrected.output.contains("the last line is truncated"))
    #expect(try scratch.read("mended.jsonl") == whole)
    // The last line has no end, and belongs to the beginning.
    let late = String(decoding: whole, as: UTF8.self) + #"{"t":0,"event":"note","text":"late"}"#
    #expect(try bgtop(scratch.write("late.jsonl", late), "--record", scratch.path("early.jsonl")).code == 0)
    #expect(String(decoding: try scratch.read("early.jsonl").prefix(20_000), as: UTF8.self).contains(#""late""#))
    // Content after the first line that is not part of a trace is reported with its position.
    let header = "\(lines[0])\n"
    let noise = String(header) + String(repeating: "nonsense\n", count: 600_000)
    #expect(try bgtop(scratch.write("noise.jsonl", noise)).output.contains("more lines"))
  }

  @Test func `a large text that is not a log is refused like a small one`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("prose", String(repeating: "Dear diary, today was fine.\n", count: 200_000))
    let outcome = try bgtop(path)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("not a log, a trace, or a scenario"))
  }

  @Test func `a followed file shows all that is there before it grows`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("large.log", Self.log(records: 40_000))
    let shown = try bgtop(path, "--follow")
    #expect(shown.code == 0)
    #expect(shown.output.contains("LIVE"))
    #expect(shown.output.contains("02:26:3"))
  }

  @Test func `a file may be followed before anything is in it`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("empty.log", "")
    #expect(try bgtop(path).code == 2)
    let shown = try bgtop(path, "--follow")
    #expect(shown.code == 0)
    #expect(shown.output.contains("LIVE"))
  }

  @Test func `a log that replaces another keeps its own times`() throws {
    func line(_ clock: String) -> String {
      "2026-05-04 \(clock).000000+0000 0x1f00     Default     0x0                  99     8    dasd: COMPLETED a.b:0000AA\n"
    }
    let scratch = try Scratch()
    let path = try scratch.write("live.log", line("08:00:00") + line("08:00:10"))
    let follower = try LogFollower(Source(path))
    func taken() throws -> [Int64] {
      guard case .events(let events) = try follower.poll(isReadable: false) else { return [] }
      return events.map { $0.at.microseconds / 1_000_000 }
    }
    #expect(try taken() == [0, 10])
    _ = try scratch.write("live.log", line("09:00:00"))
    var later = try taken()
    for _ in 0..<20 where later.isEmpty {
      usleep(50_000)
      later = try taken()
    }
    #expect(later == [3_600])
  }
}
