/// One story of a refresh task, as records without a style.
struct FixtureRecord {
  /// Microseconds after 2026-05-04 23:58:00.
  var at: Int
  var process: String
  var library = ""
  var category: String
  var message: String

  /// The subsystem, where it is not that of the process.
  var label: String?

  var subsystem: String {
    label ?? defaultSubsystem
  }

  private var defaultSubsystem: String {
    process == "dasd" ? "com.apple.duetactivityscheduler" : process == "Mail" ? "com.apple.BackgroundTasks" : ""
  }
}

/// Submitted, denied, allowed, started, warned, completed, submitted again over midnight, cancelled, and noise between.
let story: [FixtureRecord] = [
  FixtureRecord(at: 0, process: "wifid", category: "", message: "Rssi: -52 {0 0} Channel: 36"),
  FixtureRecord(
    at: 1_000, process: "Mail", category: "Framework",
    message:
      "submitTaskRequest: <BGAppRefreshTaskRequest: org.example.mail.sync, earliestBeginDate: 2026-05-05 07:08:00 +0000>"
  ),
  FixtureRecord(
    at: 2_000, process: "dasd", category: "lifecycle",
    message:
      "Submitted: bgRefresh-org.example.mail.sync:00AA11 at priority 10 (Tue May  5 00:08:00 2026 - Wed May  6 00:08:00 2026)"
  ),
  FixtureRecord(
    at: 30_000_000, process: "dasd", category: "scoring",
    message: """
      bgRefresh-org.example.mail.sync:00AA11:[
      \t{name: CPUUsagePolicy, policyWeight: 5.000, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{[Max allowed CPU Usage level]: Required:50.00, Observed:77.00},]}}
      \t{name: ThermalPolicy, policyWeight: 5.000, response: {Decision: Absolutely Must Not Proceed, Score: 0.00, Rationale: [{thermalLevel >= 2}]}}
       ], FinalDecision: Absolutely Must Not Proceed}
      """),
  FixtureRecord(
    at: 60_000_000, process: "dasd", category: "scoring",
    message: """
      bgRefresh-org.example.mail.sync:00AA11:[
      \t{name: BatteryLevelPolicy, policyWeight: 1.000, response: {Decision: Can Proceed, Score: 0.71, Rationale: [{batteryLevel == 41 AND pluggedIn == 0}]}}
       ] sumScores:40.500000, denominator:45.000000, FinalDecision: Can Proceed FinalScore: 0.900000}
      """),
  FixtureRecord(
    at: 60_000_100, process: "dasd", category: "scoring",
    message:
      "'bgRefresh-org.example.mail.sync:00AA11' CurrentScore: 0.900000, ThresholdScore: 0.500000 DecisionToRun:1"),
  FixtureRecord(
    at: 61_000_000, process: "dasd", category: "lifecycle",
    message: "STARTING activity bgRefresh-org.example.mail.sync:00AA11 <private>!"),
  FixtureRecord(
    at: 61_100_000, process: "Mail", category: "Framework",
    message: "Starting task: <BGAppRefreshTask: org.example.mail.sync>"),
  FixtureRecord(
    at: 80_000_000, process: "Mail", category: "Framework",
    message: "Will expire activities: {(\n    bgRefresh-org.example.mail.sync:00AA11\n)}"),
  FixtureRecord(
    at: 81_000_000, process: "Mail", category: "Framework",
    message: "Marking task <BGAppRefreshTask: org.example.mail.sync> complete with success: 0"),
  FixtureRecord(
    at: 81_000_500, process: "dasd", category: "lifecycle",
    message: "COMPLETED bgRefresh-org.example.mail.sync:00AA11 at priority 10 <private>!"),
  FixtureRecord(
    at: 81_000_600, process: "dasd", category: "lifecycle(activityGroup)",
    message:
      "NO LONGER RUNNING bgRefresh-org.example.mail.sync:00AA11 ...Tasks running in group [com.apple.dasd.default] are 0!"
  ),
  FixtureRecord(
    at: 130_000_000, process: "dasd", category: "lifecycle",
    message: "Submitted Activity: bgRefresh-org.example.mail.sync:00AA12 at priority 10 <private>"),
  FixtureRecord(
    at: 140_000_000, process: "dasd", category: "lifecycle",
    message: "CANCELED: bgRefresh-org.example.mail.sync:00AA12 at priority 10 <private>!"),
]

/// The events of the story, in order.
let storyEvents = [
  "submitted", "cpu", "thermal", "scored", "battery", "charger", "scored", "compared", "started", "warned", "completed",
  "ended", "group", "submitted", "cancelled",
]

/// A style as tools print it.
enum FixtureStyle: String, CaseIterable {
  case `default`, oldDefault, syslog, compact, console, consoleLibrary, consoleSpaces, consoleBare, xcode, relay,
    relayDevice, pymobiledevice, ndjson, list, indented, windows, consoleColumns, consoleOtherOrder, xclog, quoted,
    grepped, greppedFiles, counted, quotedJSON, syslogSpaces, goTrace, datedColumns, tabColumns, withoutColon, kermit,
    lumberjack, brackets, foreignJSON, lineJSON, nestedJSON

  /// Whether the style contains fractions of a second.
  var hasFractions: Bool { self != .relay && self != .relayDevice && self != .greppedFiles && self != .lineJSON }

  func text(_ records: [FixtureRecord]) -> String {
    switch self {
    case .nestedJSON:
      #"{"event_id":"9f6c","level":"fatal","breadcrumbs":{"values":["#
        + records.map { Self.foreignJSON.line($0) }.joined(separator: ",\n") + "]}}\n"
    case .list: "[" + records.map { json($0) }.joined(separator: ",\n") + "]\n"
    case .indented: records.map { "    > " + Self.default.line($0) + "\n" }.joined()
    case .quoted: records.map { Self.default.line($0) + "\n" }.joined().replacing("\n", with: "\n> ")
    case .windows: records.map { Self.default.line($0) + "\n" }.joined().replacing("\n", with: "\r\n")
    case .grepped: Self.default.numbered(records) { "\($0)\($1 ? ":" : "-")" }
    case .greppedFiles:
      Self.relay.numbered(records) { $1 ? "./logs/my-phone.log:\($0):" : "./logs/my-phone.log-\($0)-" }
    case .quotedJSON:
      records.enumerated().map { ($0 % 2 == 0 ? "> " : "phone.ndjson:\($0):") + json($1) + "\n" }.joined()
    case .counted:
      Self.console.numbered(records) { line, _ in String(repeating: " ", count: line < 10 ? 5 : 4) + "\(line)\t" }
    default: records.map { line($0) + "\n" }.joined()
    }
  }

  /// Every line after the prefix that a tool makes from its number, and from whether a record begins on it.
  private func numbered(_ records: [FixtureRecord], _ before: (Int, Bool) -> String) -> String {
    var number = 0
    return records.map { record in
      line(record).split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { place, text in
        number += 1
        return before(number, place == 0) + text + "\n"
      }.joined()
    }.joined()
  }

  private func line(_ record: FixtureRecord) -> String {
    // That tool prints UTC.
    let (date, clock, fraction) = stamp(record.at + (self == .withoutColon ? 25_200_000_000 : 0))
    let label = record.subsystem.isEmpty ? "" : "[\(record.subsystem):\(record.category)] "
    let (process, message) = (record.process, record.message)
    switch self {
    case .default:
      return
        "\(date) \(clock).\(fraction)-0700 0x1f00     Default     0x0                  99     8    \(process): \(label)\(message)"
    case .oldDefault:
      return
        "\(date) \(clock).\(fraction)-0700 0x1f00     Default     0x0                  99     \(process): \(label)\(message)"
    case .syslog: return "\(date) \(clock).\(fraction)-0700 localhost \(process)[99]: \(label)\(message)"
    case .compact: return "\(date) \(clock).\(fraction.prefix(3)) Df \(process)[99:1f00] \(label)\(message)"
    case .console: return "default\t\(clock).\(fraction)-0700\t\(process)\t\(message)"
    case .consoleLibrary: return "default\t\(clock).\(fraction)-0700\t\(process)\tSomeLibrary\t\(message)"
    case .consoleSpaces: return "default \(clock).\(fraction) -0700 \(process) \(message)"
    case .consoleBare: return "\(clock).\(fraction)-0700\t\(process)\t\(message)"
    case .xcode: return "\(date) \(clock).\(fraction)-0700 \(process)[99:1f00] \(label)\(message)"
    case .relay: return "May \(date.hasSuffix("04") ? " 4" : " 5") \(clock) \(process)(Lib)[99] <Notice>: \(message)"
    case .relayDevice:
      return "May \(date.hasSuffix("04") ? " 4" : " 5") \(clock) Some-iPhone \(process)(Lib)[99] <Notice>: \(message)"
    case .pymobiledevice:
      return "\(date) \(clock).\(fraction) \(process){Image}[99] <NOTICE>: \(message) [sub.system][category]"
    case .ndjson: return json(record)
    case .consoleColumns:
      return
        "default\t\(clock).\(fraction)-0700\t\(process)\t99\t0x1f00\t0\tSomeLibrary\t\(record.subsystem)\t\(record.category)\t\(message)"
    case .consoleOtherOrder: return "\(date) \(clock).\(fraction)-0700\tdefault\t99\t\(process)\t\(message)"
    case .xclog:
      let zone = "\(date)T\(clock).\(fraction)-07:00"
      return
        #"{"time":"\#(zone)","source":"os_log","level":"default","subsystem":\#(record.subsystem.isEmpty ? "null" : "\"\(record.subsystem)\""),"category":"\#(record.category)","process":"\#(process)","pid":99,"text":"\#(escaped(message))"}"#
    case .syslogSpaces: return "\(date) \(clock).\(fraction)-0700  localhost \(process)[99]: (Lib) \(label)\(message)"
    case .goTrace:
      return "\(date)T\(clock).\(fraction.prefix(3))-07:00  PID:99     <Error  >  \(label) \(process): \(message)"
    case .datedColumns:
      return "\(date) \(clock).\(fraction) -0700 \(process) \(record.subsystem) \(record.category) \(message)"
    case .tabColumns:
      return
        "\(date) \(clock).\(fraction)-0700\t0x1f00    \tlogEvent   \t0x0     \t99    \t0   \t\(process): (Lib) \(label)\(message)"
    case .withoutColon:
      return
        "\(date) \(clock).\(fraction) 0x1f00     Default     0x0                  99     0    \(process) (Lib) \(label)\(message)"
    case .kermit:
      return "\(date) \(clock).\(fraction)-0700 \(process)[99:1f00] \u{1F535} Info: (Tag) \(label)\(message)"
    case .lumberjack:
      return "\(date.replacing("-", with: "/")) \(clock):\(fraction.prefix(3)) \(process)[99:1f00] \(label)\(message)"
    case .brackets: return "[\(date) \(clock).\(fraction) -0700] [Notice] [\(process)] \(label)\(message)"
    case .foreignJSON:
      return
        #"{"pid":99,"timestamp":"\#(date)T\#(clock).\#(fraction)","level":"NOTICE","filename":"/usr/libexec/\#(process)","message":"\#(escaped(message))","label":{"subsystem":"\#(record.subsystem)","category":"\#(record.category)"}}"#
    case .lineJSON:
      return #"{"msg":"\#(escaped(Self.relayDevice.line(record)))","udid":"00008110"}"#
    case .nestedJSON, .list, .indented, .windows, .quoted, .grepped, .greppedFiles, .counted, .quotedJSON: return ""
    }
  }

  private func json(_ record: FixtureRecord) -> String {
    let (date, clock, fraction) = stamp(record.at)
    let message = escaped(record.message)
    return """
      {"traceID":4197946135687987600,"eventMessage":"\(message)","eventType":"logEvent","source":null,"messageType":"Default",\
      "backtrace":{"frames":[{"imageOffset":1}]},"processImagePath":"\\/usr\\/libexec\\/\(record.process)",\
      "subsystem":"\(record.subsystem)","category":"\(record.category)","timestamp":"\(date) \(clock).\(fraction)-0700"}
      """
  }

  private func escaped(_ text: String) -> String {
    text.replacing("\"", with: "\\\"").replacing("\n", with: "\\n").replacing("\t", with: "\\t")
      .replacing("/", with: "\\/")
  }

  private func stamp(_ at: Int) -> (date: String, clock: String, fraction: String) {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let seconds = 86_280 + at / 1_000_000
    let date = seconds < 86_400 ? "2026-05-04" : "2026-05-05"
    let ofDay = seconds % 86_400
    let fraction = String(String(1_000_000 + at % 1_000_000).dropFirst())
    return (date, "\(two(ofDay / 3_600)):\(two(ofDay / 60 % 60)):\(two(ofDay % 60))", fraction)
  }
}
