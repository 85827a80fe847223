import Diagnosis
import SchedulerModel
import TaskTrace
import Testing

/// A check, something that has its mistake, and something that nearly has.
struct CheckRow: Sendable, CustomTestStringConvertible {
  enum Subject: Sendable {
    /// Keys of a scenario: a device at noon on its charger, and these.
    case story(String)
    case plist(Declaration)
    case events([TraceEvent])

    func findings() throws -> [Finding] { try facts().findings }

    static func text(_ body: String) -> String {
      """
      { epoch: "2026-06-01T12:00Z", parameters: { earlyExpiryShare: 0 },
        device: { battery: 90, charger: true, up: "2d" }, \(body) }
      """
    }

    static func trace(_ events: [TraceEvent]) -> Trace {
      let header = TraceHeader(epoch: Epoch(microsecondsSince1970: 0, utcOffset: 0), source: .deviceLog(files: ["x"]))
      return Trace(header: header, events: events)
    }
  }

  static func findings(of scenario: Scenario) -> [Finding] { Subject.facts(of: scenario).findings }

  var check: String
  var fires: Subject
  var spares: Subject
  var testDescription: String { check }

  init(_ check: String, _ fires: Subject, not spares: Subject) {
    (self.check, self.fires, self.spares) = (check, fires, spares)
  }

  /// One app with one task, which is pending as the story begins.
  static func task(_ keys: String, app: String = "", kind: String = "refresh", more: String = "") -> Subject {
    .story(
      """
      length: "30h", \(more) apps: [{ bundle: "app", state: "suspended", \(app) tasks: [{ id: "app.sync",
      kind: "\(kind)", pendingFor: "1h", rearm: "first", earliest: "4h", \(keys) }] }]
      """)
  }

  static func app(_ keys: String, more: String = "") -> Subject {
    .story("length: \"6h\", \(more) apps: [{ bundle: \"app\", state: \"suspended\", \(keys) }]")
  }

  static func export(_ keys: String, _ commands: String = "", app: String = "") -> Subject {
    let start =
      #"timeline: [{ at: "1m", do: ["open app", "submit app.out"] }, { at: "2m", do: "leave app" } \#(commands)],"#
    return .story(
      """
      length: "1h", \(start) apps: [{ bundle: "app", state: "suspended", \(app) tasks: [{ id: "app.out",
      kind: "continued", title: "Out", total: 100, rate: 1, \(keys) }] }]
      """)
  }

  private static func plist(
    _ permitted: [String]?, _ modes: [String]? = ["fetch"], problems: [String] = []
  ) -> Subject {
    .plist(
      Declaration(
        bundle: .init("com.a"), permitted: permitted?.map { .init($0) }, modes: modes?.map { .init($0) },
        problems: problems.map { .init($0, place: "3:4") }))
  }

  static let ref = TaskReference("app.sync", kind: .refresh)

  private static func refused(_ cause: Cause) -> Subject {
    .events([TraceEvent(.zero, .refused(ref, code: 3, cause: cause))])
  }

  /// An app's process was ended for a cause.
  private static func killed(_ cause: Cause) -> Subject {
    .events([TraceEvent(.zero, .killed(nil, bundle: "app", code: nil, cause: cause))])
  }

  /// A framework printed an error.
  private static func printed(_ text: String) -> Subject {
    .events([TraceEvent(.zero, .note(Note(text, process: "App", level: .error)))])
  }

  private static func retries(_ count: Int64) -> Subject {
    .events(
      (0..<count).map {
        TraceEvent(.zero + .minutes($0 * 2), .layer(name: "work", what: .libraryRetryScheduled, ref, detail: nil))
      })
  }

  private static func submissions(_ kinds: [TaskKind]) -> Subject {
    .events(kinds.enumerated().map { TraceEvent(.zero + .hours(Int64($0)), .submitted(ref, Submission(kind: $1))) })
  }

  static func commands(_ commands: String...) -> String {
    let entries = commands.enumerated().map { #"{ at: "\#($0 * 60 + 60)s", do: \#($1) }"# }
    return "timeline: [\(entries.joined(separator: ", "))],"
  }

  static func submits(_ count: Int, every seconds: Int) -> String {
    "timeline: [\((0..<count).map { #"{ at: "\#(60 + $0 * seconds)s", do: "submit app.sync" }"# }.joined(separator: ", "))],"
  }

  static let fine = task(#"steps: [{ name: "work", for: "5s" }]"#)
  private static let fineExport = export("")

  static let all: [CheckRow] = [
    // Declared
    CheckRow("key-type", plist(["com.a.b"], problems: ["should be an array"]), not: plist(["com.a.b"])),
    CheckRow(
      "not-permitted", task("", app: #"permitted: ["app.sink"],"#), not: task("", app: #"permitted: ["app.sync"],"#)),
    CheckRow(
      "identifier-case", task("", app: #"permitted: ["app.Sync"],"#), not: task("", app: #"permitted: ["app.sink"],"#)),
    CheckRow("mode-missing", task("", app: #"modes: ["processing"],"#), not: task("", app: #"modes: ["fetch"],"#)),
    CheckRow("mode-unknown", plist(["com.a.b"], ["Fetch"]), not: plist(["com.a.b"], ["fetch", "location"])),
    CheckRow("identifiers-missing", plist(nil, ["processing"]), not: plist(nil, ["fetch"])),
    CheckRow("identifier-form", plist(["com.apple.x"]), not: plist(["com.apples.x"])),
    CheckRow("identifier-twice", plist(["com.a.b", "com.a.b"]), not: plist(["com.a.b", "com.a.b2"])),
    CheckRow("wildcard", plist(["com.b.out.*"]), not: plist(["com.a.out.*"])),
    CheckRow(
      "continued-prefix",
      .story(#"apps: [{ bundle: "app", tasks: [{ id: "other.out", kind: "continued", title: "x" }] }]"#),
      not: .story(#"apps: [{ bundle: "app", tasks: [{ id: "app.out", kind: "continued", title: "x" }] }]"#)),
    // Registered
    CheckRow("registered-late", task(#"registers: "late","#), not: fine),
    CheckRow("registered-twice", task(#"registers: "twice","#), not: fine),
    CheckRow(
      "no-handler", task("registers: false", more: commands(#"["open app", "submit app.sync"]"#)),
      not: task("", more: commands(#"["open app", "submit app.sync"]"#))),
    CheckRow(
      "never-registered", task("", app: #"permitted: ["app.sync", "app.gone"],"#),
      not: task("", app: #"permitted: ["app.sync"],"#)),
    CheckRow("wrong-queue", task("mainActor: true"), not: task(#"mainActor: true, queue: "main""#)),
    // Submitted
    CheckRow("unavailable", task("", app: "backgroundRefresh: false,"), not: fine),
    CheckRow(
      "too-many-pending",
      .story(
        #"apps: [{ bundle: "app", tasks: [{ id: "app.a", kind: "refresh", pendingFor: "1m" }, { id: "app.b", kind: "refresh", pendingFor: "1m" }] }]"#
      ),
      not: .story(
        #"apps: [{ bundle: "app", tasks: [{ id: "app.a", kind: "refresh", pendingFor: "1m" }, { id: "app.b", kind: "processing", pendingFor: "1m" }] }]"#
      )),
    CheckRow("not-permitted-otherwise", refused(.notPermitted), not: refused(.modeFetchMissing)),
    CheckRow(
      "asks-too-often", fine.with(#"earliest: "4h""#, #"earliest: "14m""#),
      not: fine.with(#"earliest: "4h""#, #"earliest: "15m""#)),
    CheckRow(
      "earliest-too-far", task("", kind: "processing").with(#"earliest: "4h""#, #"earliest: "8d""#),
      not: task("", kind: "processing").with(#"earliest: "4h""#, #"earliest: "7d""#)),
    CheckRow("submit-loop", task("", more: submits(7, every: 20)), not: task("", more: submits(7, every: 180))),
    CheckRow(
      "window-pushed-on", task("", more: submits(5, every: 3_600)), not: task("", more: submits(2, every: 3_600))),
    CheckRow(
      "one-identifier-two-kinds", submissions([.refresh, .processing]), not: submissions([.refresh, .refresh])),
    CheckRow(
      "pruned", task("", more: commands(#""prune app.sync""#)), not: task("", more: commands(#""cancel app.sync""#))),
    CheckRow(
      "chain-broken", task(#"steps: [{ name: "work", for: "40s" }]"#).with(#"rearm: "first""#, #"rearm: "last""#),
      not: task(#"steps: [{ name: "work", for: "40s" }]"#)),
    CheckRow("ran-once", task("").with(#"rearm: "first""#, #"rearm: "never""#), not: task("")),
    // Run
    CheckRow(
      "completion-missing", task(#"completes: "never", steps: [{ name: "work", for: "5s" }]"#),
      not: task(#"completes: "failure", steps: [{ name: "work", for: "5s" }]"#)),
    CheckRow("completed-twice", task(#"completes: "twice", steps: [{ name: "work", for: "5s" }]"#), not: fine),
    CheckRow(
      "no-expiration-handler", task(#"setsExpiration: "never", steps: [{ name: "work", for: "40s" }]"#),
      not: task(#"steps: [{ name: "work", for: "40s" }]"#)),
    CheckRow(
      "expiration-handler-late", task(#"setsExpiration: "3s", steps: [{ name: "work", for: "5s" }]"#),
      not: task(#"setsExpiration: "900ms", steps: [{ name: "work", for: "5s" }]"#)),
    CheckRow(
      "expiration-overrun", task(#"reaction: "700ms", steps: [{ name: "work", for: "40s" }]"#),
      not: task(#"reaction: "400ms", steps: [{ name: "work", for: "40s" }]"#)),
    CheckRow(
      "work-too-long", task(#"steps: [{ name: "work", for: "31s" }]"#),
      not: task(#"steps: [{ name: "work", for: "29s" }]"#)),
    CheckRow(
      "starts-over", task(#"steps: [{ name: "a", for: "20s" }, { name: "b", for: "20s" }]"#),
      not: task(#"resumes: true, steps: [{ name: "a", for: "20s" }, { name: "b", for: "20s" }]"#)),
    CheckRow(
      "cpu-limit", task(#"steps: [{ name: "a", for: "90s", cpu: 95 }]"#, kind: "processing"),
      not: task(#"power: true, steps: [{ name: "a", for: "90s", cpu: 95 }]"#, kind: "processing")),
    CheckRow(
      "memory-limit", task(#"steps: [{ name: "a", for: "9s", memory: 400000000 }]"#),
      not: task(#"steps: [{ name: "a", for: "9s", memory: 40000000 }]"#)),
    CheckRow(
      "locked-file", task(#"steps: [{ name: "a", for: "40s", locksFile: true }]"#),
      not: task(#"steps: [{ name: "a", for: "20s", locksFile: true }]"#)),
    CheckRow(
      "protected-data", task(#"steps: [{ name: "a", for: "1s", files: "complete" }]"#),
      not: task(#"steps: [{ name: "a", for: "1s", files: "firstUnlock" }]"#)),
    CheckRow(
      "watchdog", killed(Cause(rawValue: "watchdog: scene-create took longer than 19.93 s")),
      not: killed(.memoryPressure)),
    CheckRow(
      "ui-off-main", printed("Main Thread Checker: UI API called on a background thread: -[UIApplication state]"),
      not: printed("Main Thread Checker: enabled")),
    CheckRow(
      "call-unreported",
      printed(
        "Killing app because it never posted an incoming call to the system after receiving a PushKit VoIP push."),
      not: printed("Posted an incoming call")),
    CheckRow(
      "activity-not-visible", printed("Live Activity failed to start: visibility"),
      not: printed("Live Activity failed to start: unsupported")),
    CheckRow(
      "capability-missing", printed("Missing com.apple.developer.healthkit.background-delivery entitlement. (4)"),
      not: printed("Missing com.apple.developer.healthkit entitlement. (4)")),
    CheckRow(
      "nothing-to-simulate", printed("No task request with identifier app.sync has been scheduled"),
      not: printed("Simulating launch for task with identifier app.sync")),
    CheckRow("crash", task(#"steps: [{ name: "a", for: "1s", crashes: true }]"#), not: fine),
    CheckRow(
      "assertion-overdue",
      app(
        #"assertions: [{ name: "a", for: "2m", endsOnExpiry: false, endsWhenDone: false }]"#,
        more: commands(#""open app""#, #""leave app""#)),
      not: app(#"assertions: [{ name: "a", for: "2m" }]"#, more: commands(#""open app""#, #""leave app""#))),
    CheckRow(
      "assertion-old",
      app(#"audio: true, assertions: [{ name: "a", for: "2m" }]"#, more: commands(#""open app""#, #""leave app""#)),
      not: app(
        #"audio: true, assertions: [{ name: "a", for: "20s" }]"#, more: commands(#""open app""#, #""leave app""#))),
    CheckRow(
      "network-not-required", task(#"steps: [{ name: "a", for: "1s", bytes: 5 }]"#, kind: "processing"),
      not: task(#"network: true, steps: [{ name: "a", for: "1s", bytes: 5 }]"#, kind: "processing")),
    // Continued
    CheckRow("continued-in-background", export("", #", { at: "5m", do: "submit app.out" }"#), not: fineExport),
    CheckRow("gpu", export("gpu: true"), not: fineExport),
    CheckRow(
      "immediate-or-never", export(#"strategy: "fail""#, #", { at: "65s", do: "submit app.out" }"#),
      not: export(#"strategy: "queue""#, #", { at: "65s", do: "submit app.out" }"#)),
    CheckRow("stalled", export("stallsAt: 50"), not: fineExport),
    CheckRow("progress-too-coarse", export(#"every: "25s""#), not: export(#"every: "10s""#)),
    CheckRow("progress-indeterminate", export("total: 0").with("total: 100,", ""), not: fineExport),
    CheckRow(
      "progress-slow", export("").with("total: 100, rate: 1", "total: 2000, rate: 1"),
      not: export("").with("total: 100, rate: 1", "total: 400, rate: 1")),
    // Pushes
    CheckRow(
      "push-priority", app("push: { }", more: #"timeline: [{ at: "1m", push: { to: "app", priority: 10 } }],"#),
      not: app("push: { }", more: #"timeline: [{ at: "1m", push: { to: "app", priority: 5 } }],"#)),
    CheckRow(
      "push-flood", app("push: { }", more: #"timeline: [{ at: "1m", push: { to: "app", count: 4, every: "19m" } }],"#),
      not: app("push: { }", more: #"timeline: [{ at: "1m", push: { to: "app", count: 9, every: "20m" } }],"#)),
    CheckRow(
      "push-unhandled", app(#"modes: ["remote-notification"],"#, more: #"timeline: [{ at: "1m", push: "app" }],"#),
      not: app("push: { }", more: #"timeline: [{ at: "1m", push: "app" }],"#)),
    // Transfers
    CheckRow(
      "transfer-unsupported",
      app(#"transfers: [{ name: "x", kind: "data", on: ["open"] }]"#, more: commands(#""open app""#)),
      not: app(#"transfers: [{ name: "x", kind: "upload", on: ["open"] }]"#, more: commands(#""open app""#))),
    CheckRow(
      "session-handler-missing", app(#"transfers: [{ name: "x", callsCompletion: false }]"#),
      not: app(#"transfers: [{ name: "x" }]"#)),
    CheckRow(
      "file-not-moved",
      app(#"transfers: [{ name: "x", movesFile: false, on: ["open"] }]"#, more: commands(#""open app""#)),
      not: app(
        #"transfers: [{ name: "x", kind: "upload", movesFile: false, on: ["open"] }]"#, more: commands(#""open app""#))),
    CheckRow(
      "transfer-timeout",
      app(
        #"transfers: [{ name: "x", timeout: "1h", on: ["open"] }]"#, more: commands(#"["network none", "open app"]"#)),
      not: app(#"transfers: [{ name: "x", timeout: "1h", on: ["open"] }]"#, more: commands(#""open app""#))),
    CheckRow(
      "transfer-chain",
      app(
        #"transfers: [{ name: "x", next: "y", bytes: 90000000 }, { name: "y", next: "z" }, { name: "z" }]"#,
        more: commands(#"["open app", "download app", "leave app", "in-use off"]"#)),
      not: app(
        #"transfers: [{ name: "x", bytes: 90000000 }, { name: "y" }, { name: "z" }]"#,
        more: commands(#"["open app", "download app", "leave app", "in-use off"]"#))),
    CheckRow(
      "no-launch-events", app(#"transfers: [{ name: "x", sendsLaunchEvents: false }]"#),
      not: app(#"transfers: [{ name: "x" }]"#)),
    // Libraries
    CheckRow("worker-missing", layer("registered: false"), not: layer("registered: true")),
    CheckRow("retry-loop", retries(21), not: retries(20)),
    CheckRow(
      "condition-passed-over", layer(#"conditions: ["charging"]"#),
      not: layer(#"conditions: ["charging"]"#).with("preset", "keepsConditions: true, preset")),
  ]

  private static func layer(_ work: String) -> Subject {
    .story(
      """
      length: "12h", apps: [{ bundle: "app", state: "suspended", lastOpened: "2h",
      layer: { preset: "backgrounder", tick: "app.tick", works: [{ id: "app.work", interval: "2h", for: "6s", \(work) }] },
      tasks: [{ id: "app.tick", kind: "refresh", rearm: "never" }] }]
      """)
  }
}

extension CheckRow.Subject {
  /// The same story with other words in one place.
  func with(_ old: String, _ new: String) -> CheckRow.Subject {
    guard case .story(let text) = self else { return self }
    return .story(text.replacing(old, with: new))
  }
}
