import DeviceLogs
import TaskTrace
import Testing

/// One run of a task in every style that prints logs, and every way in which such a log is copied.
struct LogFormat: Sendable, CustomTestStringConvertible {
  /// A record of the story: milliseconds after ``base``, and the lines of its message.
  typealias Record = (at: Int64, lines: [String])

  static let name = "bgRefresh-com.acme.news.refresh:041399"
  /// 2026-09-14 09:57:58.310.
  static let base = CivilTime(year: 2026, month: 9, day: 14, hour: 9, minute: 57, second: 58, microsecond: 310_000)

  static let story: [Record] = [
    (0, ["Submitted Activity: \(name) at priority 5 with interval 900 <private>"]),
    (
      1_250,
      [
        "\(name):[",
        "{name: BatteryLevelPolicy, policyWeight: 1.000, response: {Decision: Can Proceed, Score: 0.51, Rationale: [{batteryLevel == 27 AND pluggedIn == 0}]}}",
        "{name: ChargerPluggedInPolicy, policyWeight: 10.000, response: {Decision: Can Proceed, Score: 0.50, Rationale: }}",
        " ] sumScores:38.033432, denominator:48.520000, FinalDecision: Can Proceed FinalScore: 0.783871}",
      ]
    ),
    (1_500, ["'\(name)' CurrentScore: 0.783871, ThresholdScore: 0.343130 DecisionToRun:1"]),
    (2_750, ["STARTING activity \(name) <private>!"]), (5_500, ["COMPLETED \(name) at priority 5 <private>!"]),
  ]

  var testDescription: String
  /// Whether the style prints no times that can be read, so that a log in it is refused.
  var isRefused = false
  /// The lines of the story in this style.
  var lines: @Sendable () -> [String]

  /// A style with a head before the first line of each message.
  init(_ name: String, isRefused: Bool = false, head: @escaping @Sendable (Moment) -> String) {
    (testDescription, self.isRefused) = (name, isRefused)
    lines = {
      Self.story.flatMap { record in
        let inner = record.lines.dropFirst().dropLast().map { "\t" + $0 }
        return [head(Moment(record.at)) + record.lines[0]] + inner + record.lines.dropFirst().suffix(1)
      }
    }
  }

  /// A style with a record as a whole, which may hold line ends.
  init(_ name: String, first: [String] = [], whole: @escaping @Sendable (Moment, String) -> String) {
    testDescription = name
    lines = { first + Self.story.map { whole(Moment($0.at), $0.lines.joined(separator: "\n")) } }
  }

  /// A time of the story, in the forms that styles print.
  struct Moment {
    private let time: CivilTime
    let uptime: String

    init(_ milliseconds: Int64) {
      time = CivilTime(microsecondsSince1970: LogFormat.base.microsecondsSince1970 + milliseconds * 1_000)
      uptime = "\(12_345 + milliseconds / 1_000).\(String(1_000 + milliseconds % 1_000).dropFirst())000"
    }

    private func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    var clock: String { "\(two(time.hour)):\(two(time.minute)):\(two(time.second))" }
    var micros: String { clock + "." + String(1_000_000 + time.microsecond).dropFirst() }
    var millis: String { String(micros.dropLast(3)) }
    var date: String { "\(time.year)-\(two(time.month))-\(two(time.day))" }
    var month: String { "Sep \(time.day)" }
    var iso: String { "\(date)T\(millis)Z" }
  }

  static let all: [LogFormat] = [
    LogFormat("default") {
      "\($0.date) \($0.micros)+0200 0x402c7    Default     0x0                  120    8    dasd: [com.apple.duetactivityscheduler:default] "
    },
    LogFormat("syslog") { "\($0.date) \($0.micros)+0200  localhost dasd[120]: [com.apple.duetactivityscheduler:x] " },
    LogFormat("compact") { "\($0.date) \($0.millis) Df dasd[120:402c7] [com.apple.duetactivityscheduler:scoring] " },
    LogFormat("console") { "default\t\($0.micros)+0200\tdasd\t" },
    LogFormat("relay") { "\($0.month) \($0.micros) iPhone dasd(DuetActivitySchedulerDaemon)[120] <Notice>: " },
    LogFormat("xcode") { "\($0.date) \($0.micros)+0200 dasd[120:402c7] [scoring] " },
    LogFormat("pymobiledevice") { "\($0.date) \($0.micros) dasd{DuetActivitySchedulerDaemon}[120] <DEFAULT>: " },
    LogFormat("ndjson") { moment, text in
      #"{"timestamp":"\#(moment.date) \#(moment.micros)+0200","processImagePath":"/usr/libexec/dasd","subsystem":"com.apple.duetactivityscheduler","messageType":"Default","eventMessage":\#(JSONValue(.string(text)).text)}"#
    },
    LogFormat("foreign JSON") { moment, text in
      #"{"ts":"\#(moment.iso)","level":"info","process":"dasd","msg":\#(JSONValue(.string(text)).text)}"#
    },
    LogFormat("logfmt") { moment, text in
      "time=\(moment.iso) level=info process=dasd msg=\(JSONValue(.string(text)).text)"
    },
    LogFormat("logfmt, message first") { moment, text in
      "level=info msg=\(JSONValue(.string(text)).text) time=\"\(moment.iso)\" process=dasd"
    },
    LogFormat("RFC 850") { "Monday, 14-Sep-26 \($0.clock) GMT dasd[120]: " },
    LogFormat("RFC 1123") { "Mon, 14 Sep 2026 \($0.clock) GMT dasd: " },
    LogFormat("OSLogEntryLog") { moment, text in
      "<OSLogEntryLog: 0x2832a4000> date: \(moment.date) \(moment.clock) +0000 process: dasd subsystem: com.apple.duetactivityscheduler category: scoring message: \(text)"
    },
    LogFormat("stamp and tab before Xcode's lines") {
      "\($0.iso)\t\($0.date) \($0.micros)+0200 dasd[120:402c7] [scoring] "
    },
    LogFormat("ISO stamp, library") { "\($0.iso) dasd(DuetActivitySchedulerDaemon)[120]: " },
    LogFormat("time in brackets, library") { "[\($0.millis)] dasd(DuetActivitySchedulerDaemon)[120] <Notice>: " },
    LogFormat("ctime with a zone") { "Mon Sep 14 \($0.clock) CEST 2026 dasd[120]: " },
    LogFormat("swift-log") { "\($0.date)T\($0.clock)+0200 info com.apple.duetactivityscheduler : [dasd] " },
    LogFormat("CocoaLumberjack") { "\($0.date.replacing("-", with: "/")) \($0.clock):\($0.millis.suffix(3))  " },
    LogFormat("CSV", first: ["timestamp,process,subsystem,category,message"]) { moment, text in
      "\(moment.date) \(moment.micros)+0200,dasd,com.apple.duetactivityscheduler,scoring,\"\(text)\""
    },
    LogFormat("seconds since boot", isRefused: true) { "[ \($0.uptime)] dasd[120]: " },
    LogFormat("time behind", isRefused: true, whole: { "\($1) (\($0.date) \($0.millis))" }),
  ]

  private init(_ name: String, isRefused: Bool, whole: @escaping @Sendable (Moment, String) -> String) {
    self.init(name, whole: whole)
    self.isRefused = isRefused
  }
}

/// A way in which a log is copied.
struct LogCopy: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// Whether it puts times of its own before every line, which count for messages without one.
  var hasTimes = false
  var change: @Sendable ([String]) -> [String]

  private static func each(_ name: String, hasTimes: Bool = false, _ body: @escaping @Sendable (Int, String) -> String)
    -> LogCopy
  {
    LogCopy(testDescription: name, hasTimes: hasTimes) { $0.enumerated().map { body($0.offset, $0.element) } }
  }

  static let all: [LogCopy] = [
    each("as it is") { $1 },
    each("continuous integration", hasTimes: true) {
      "2026-09-14T10:\(10 + $0 / 60):\(10 + $0 % 50).1234567Z \($1)"
    },
    each("docker") { "app_1  | \($1)" }, each("[Xcode]") { "[Xcode] \($1)" }, each("flutter") { "flutter: \($1)" },
    each("quoted") { "> \($1)" },
    each("less -N") { String(repeating: " ", count: 7 - "\($0 + 1)".count) + "\($0 + 1) \($1)" },
    each("firm blanks") { $1.replacing(" ", with: "\u{A0}") }, each("CRLF") { $1 + "\r" },
    each("expanded tabs") { $1.replacing("\t", with: "        ") }, each("indented") { "    \($1)" },
    each("HTML") { $1.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;") },
    LogCopy(testDescription: "wrapped") { lines in lines.flatMap { wrapped($0, at: 120) } },
  ]

  /// Breaks a line at the last blank before a column.
  private static func wrapped(_ line: String, at width: Int) -> [String] {
    var (lines, rest) = ([String](), Substring(line))
    while rest.count > width {
      let part = rest.prefix(width)
      let stop = part.lastIndex(of: " ").map { part.distance(from: part.startIndex, to: $0) } ?? width
      let cut = stop > 20 ? stop : width
      lines.append(String(rest.prefix(cut)))
      rest = rest.dropFirst(cut).drop { $0 == " " }
    }
    return lines + [String(rest)]
  }
}
