import DeviceLogs
import TaskTrace
import Testing

@Suite struct HostileTests {
  #if DEBUG
    private static let records = 4_000
  #else
    private static let records = 200_000
  #endif

  /// A log that was torn, and that tries to talk to a terminal; with how many of its records are whole.
  private static func log() -> (bytes: [UInt8], intact: Int) {
    var random = UInt64(5)
    func below(_ limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % limit
    }
    let head = "2026-03-15 02:00:00.088641-0500 0x22b827   Default     0x0                  120    8    "
    var (bytes, intact): ([UInt8], Int) = ([], 0)
    for index in 0..<records {
      let name =
        "bgProcessing-com.example.app\(below(9)).task:\(String(0x100000 + below(1_000), radix: 16, uppercase: true))"
      let label = "dasd: [com.apple.duetactivityscheduler:lifecycle] "
      var line =
        below(2) == 0
        ? Array("\(head)wifid: [com.apple.WiFiManager:] link quality -52 (\(index))".utf8)
        : Array("\(head)\(label)Submitted Activity: \(name) at priority 10 <private>!".utf8)
      intact += 1
      switch below(60) {
      case 0:
        line.removeLast(1 + below(line.count - 1))
        intact -= 1
      case 1: line += Array("\u{1B}]0;pwned\u{7}\u{1B}[2J\u{9B}31m\r\u{8}".utf8)
      case 2: line += [0xFF, 0xFE, 0xC0, 0xAF, 0x00, 0x9B]
      case 3 where index % 50 == 0: line += [UInt8](repeating: 0x41, count: 200_000)
      case 4: line = Array("\u{202E}\u{200B}".utf8) + line
      case 5: line += Array("\n{{{[[[\"\n]]]\n\u{0}".utf8)
      default: break
      }
      bytes += line + [0x0A]
    }
    return (bytes, intact)
  }

  @Test func everyIntactRecordIsReadAndNothingReachesATerminal() {
    let (bytes, intact) = Self.log()
    var importer = LogImporter(named: "x")
    for start in stride(from: 0, to: bytes.count, by: 100_000) {
      importer.append(LogSlice(Array(bytes[start..<min(start + 100_000, bytes.count)])))
    }
    let reading = importer.finish()
    #expect(reading.summary.records >= intact)
    // A line that was cut is a record only while its head is whole.
    #expect(reading.summary.records <= Self.records)
    let trace = TraceFile.write(reading.header, reading.events)
    #expect(trace.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A })
    let whole = DeviceLog.read(bytes, named: "x")
    #expect(reading.events == whole.events)
    #expect(reading.summary == whole.summary)
  }
}
