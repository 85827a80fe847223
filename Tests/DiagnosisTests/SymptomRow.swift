import TaskTrace
import Testing

@testable import Diagnosis

/// A story, the symptom that it shows, and the verdict that its examination ends in.
struct SymptomRow: Sendable, CustomTestStringConvertible {
  var symptom: String
  var verdict: String
  var subject: CheckRow.Subject
  var testDescription: String { "\(symptom) \(verdict)" }

  init(_ symptom: String, _ verdict: String, _ subject: CheckRow.Subject) {
    (self.symptom, self.verdict, self.subject) = (symptom, verdict, subject)
  }

  /// A log in which a policy denies a task.
  private static func denial(_ policy: String, rationale: String = "") -> CheckRow.Subject {
    let response = PolicyResponse(
      name: policy + "Policy", weight: 5, decision: .mustNotProceed, score: nil, rationale: rationale)
    let score = Score(policies: [response], decision: .mustNotProceed)
    return .events([TraceEvent(.zero, .scored(CheckRow.ref, score))])
  }

  private static func refusal(_ code: Int, _ cause: Cause?) -> CheckRow.Subject {
    .events([TraceEvent(.zero, .refused(CheckRow.ref, code: code, cause: cause))])
  }

  private static let slow = #"steps: [{ name: "a", for: "90s" }]"#
  private static let session = CheckRow.commands(#""open app""#)

  private static func transfer(_ keys: String, more: String = session) -> CheckRow.Subject {
    CheckRow.app("transfers: [{ name: \"x\", on: [\"open\"], \(keys) }]", more: more)
  }

  static let all: [SymptomRow] = [
    // Never runs
    SymptomRow(
      "never-runs", "not-permitted",
      CheckRow.task("", app: #"permitted: ["app.sink"],"#, more: CheckRow.submits(1, every: 60))),
    SymptomRow(
      "never-runs", "identifier-case",
      CheckRow.task("", app: #"permitted: ["app.Sync"],"#, more: CheckRow.submits(1, every: 60))),
    SymptomRow(
      "never-runs", "mode-missing",
      CheckRow.task("", app: #"modes: ["processing"],"#, more: CheckRow.submits(1, every: 60))),
    SymptomRow(
      "never-runs", "registered-late", CheckRow.task(#"registers: "late","#, more: CheckRow.commands(#""open app""#))),
    SymptomRow(
      "never-runs", "backgroundRefresh",
      CheckRow.task("", app: "backgroundRefresh: false,", more: CheckRow.submits(1, every: 60))),
    SymptomRow("never-runs", "unavailable", refusal(1, .simulator)),
    SymptomRow("never-runs", "not-permitted-otherwise", refusal(3, nil)),
    SymptomRow(
      "never-runs", "window-pushed-on",
      .story(
        #"""
        length: "30h", timeline: [\#((0..<30).map { #"{ at: "\#($0)h", do: "submit app.sync" }"# }.joined(separator: ", "))],
        apps: [{ bundle: "app", state: "suspended", tasks: [{ id: "app.sync", kind: "refresh", earliest: "20m", pendingFor: "1h" }] }]
        """#
      ).with("earliest: \"20m\"", "earliest: \"4h\"")),
    SymptomRow("never-runs", "DeviceActivity", denial("DeviceActivity")),
    SymptomRow("never-runs", "LowPowerMode", denial("LowPowerMode")),
    SymptomRow("never-runs", "ChargerPluggedIn", denial("ChargerPluggedIn")),
    SymptomRow("never-runs", "Thermal", denial("Thermal")),
    SymptomRow("never-runs", "SomethingNew", denial("SomethingNew")),
    SymptomRow(
      "never-runs", "BatteryLevel",
      CheckRow.task("", kind: "processing", more: #"timeline: [{ at: "1m", charger: false }],"#)
        .with(#"length: "30h""#, #"length: "60h""#)),
    SymptomRow("never-runs", "pruned", CheckRow.task("", more: CheckRow.commands(#""prune app.sync""#))),
    SymptomRow("never-runs", "cancelled", CheckRow.task("", more: CheckRow.commands(#""cancel app.sync""#))),
    SymptomRow("never-runs", "forceQuit", CheckRow.task("", more: CheckRow.commands(#""force-quit app""#))),
    // Ends early
    SymptomRow("ends-early", "work-too-long", CheckRow.task(slow)),
    SymptomRow("ends-early", "no-expiration-handler", CheckRow.task("setsExpiration: \"never\", \(slow)")),
    SymptomRow("ends-early", "expiration-overrun", CheckRow.task("reaction: \"700ms\", \(slow)")),
    SymptomRow("ends-early", "stalled", CheckRow.export("stallsAt: 50")),
    SymptomRow("ends-early", "memory-limit", CheckRow.task(#"steps: [{ name: "a", for: "9s", memory: 400000000 }]"#)),
    SymptomRow(
      "ends-early", "cpu-limit", CheckRow.task(#"steps: [{ name: "a", for: "90s", cpu: 95 }]"#, kind: "processing")),
    SymptomRow("ends-early", "crash", CheckRow.task(#"steps: [{ name: "a", for: "1s", crashes: true }]"#)),
    SymptomRow("ends-early", "wrong-queue", CheckRow.task("mainActor: true")),
    SymptomRow(
      "ends-early", "deviceInUse",
      .events([
        TraceEvent(.zero, .started(CheckRow.ref, RunStart(limit: .minutes(5)))),
        TraceEvent(.zero + .seconds(9), .ended(CheckRow.ref, RunEnd(.expired, cause: .deviceInUse))),
      ])),
    SymptomRow(
      "ends-early", "any-time",
      .events([
        TraceEvent(.zero, .started(CheckRow.ref, RunStart(limit: .seconds(30)))),
        TraceEvent(.zero + .seconds(9), .ended(CheckRow.ref, RunEnd(.expired))),
      ])),
    // The delegate of a session
    SymptomRow("delegate-silent", "transfer-unsupported", transfer(#"kind: "data""#)),
    SymptomRow("delegate-silent", "file-not-moved", transfer("movesFile: false")),
    SymptomRow(
      "delegate-silent", "transfer-timeout",
      transfer(#"timeout: "1h""#, more: CheckRow.commands(#"["network none", "open app"]"#))),
    SymptomRow(
      "delegate-silent", "transfer-waits", transfer("", more: CheckRow.commands(#"["network none", "open app"]"#))),
    SymptomRow(
      "delegate-silent", "forceQuit",
      transfer("bytes: 900000000000", more: CheckRow.commands(#""open app""#, #""force-quit app""#))),
    SymptomRow(
      "delegate-silent", "session-handler-missing",
      transfer(
        "callsCompletion: false, bytes: 90000000", more: CheckRow.commands(#"["open app", "leave app", "in-use off"]"#))
    ),
    SymptomRow(
      "delegate-silent", "no-launch-events",
      transfer(
        "sendsLaunchEvents: false, bytes: 70000000000",
        more: CheckRow.commands(#"["open app", "leave app", "in-use off"]"#))),
    SymptomRow(
      "delegate-silent", "delegate",
      .events([
        TraceEvent(.zero, .transfer(Transfer(bundle: "app", name: "x", state: .finished)))
      ])),
    // In development only
    SymptomRow(
      "development-only", "simulator", .events([TraceEvent(.zero, .refused(CheckRow.ref, code: 1, cause: .simulator))])
    ),
    SymptomRow("development-only", "LowPowerMode", byHand("LowPowerMode")),
    SymptomRow("development-only", "BatteryLevel", byHand("BatteryLevel")),
    SymptomRow("development-only", "DeviceActivity", byHand("DeviceActivity")),
    SymptomRow("development-only", "unused", byHand("unused")),
    SymptomRow("development-only", "patience", byHand("Thermal")),
    // Irregular
    SymptomRow("irregular", "chain-broken", CheckRow.task(slow).with(#"rearm: "first""#, #"rearm: "last""#)),
    SymptomRow("irregular", "ran-once", CheckRow.task("").with(#"rearm: "first""#, #"rearm: "never""#)),
    SymptomRow("irregular", "window-pushed-on", CheckRow.task("", more: CheckRow.submits(5, every: 3_600))),
    SymptomRow("irregular", "earliest-too-far", intervals([1, 2, 3, 40], earliest: .days(9))),
    SymptomRow("irregular", "floor", intervals([1, 2, 3, 40], earliest: .minutes(20))),
    // Crashes
    SymptomRow("crashes", "wrong-queue", CheckRow.task("mainActor: true")),
    SymptomRow("crashes", "registered-late", CheckRow.task(#"registers: "late","#)),
    SymptomRow(
      "crashes", "no-handler",
      CheckRow.task("registers: false", more: CheckRow.commands(#"["open app", "submit app.sync"]"#))),
    SymptomRow("crashes", "crash", CheckRow.task(#"steps: [{ name: "a", for: "1s", crashes: true }]"#)),
    SymptomRow("crashes", "expiration-overrun", CheckRow.task("reaction: \"700ms\", \(slow)")),
    SymptomRow("crashes", "memory-limit", CheckRow.task(#"steps: [{ name: "a", for: "9s", memory: 400000000 }]"#)),
    SymptomRow(
      "crashes", "cpu-limit", CheckRow.task(#"steps: [{ name: "a", for: "90s", cpu: 95 }]"#, kind: "processing")),
    SymptomRow("crashes", "locked-file", CheckRow.task(#"steps: [{ name: "a", for: "40s", locksFile: true }]"#)),
    SymptomRow(
      "crashes", "assertion-overdue",
      .events([
        TraceEvent(.zero, .killed(nil, bundle: "app", code: 0x8BAD_F00D, cause: .backgroundTaskAssertionTimeout))
      ])),
    SymptomRow(
      "crashes", "report",
      .events([TraceEvent(.zero, .killed(nil, bundle: "app", code: nil, cause: Cause(rawValue: "signal 9")))])),
    // Several times
    SymptomRow("several-times", "submit-loop", CheckRow.task("", more: CheckRow.submits(7, every: 20))),
    SymptomRow(
      "several-times", "completed-twice", CheckRow.task(#"completes: "twice", steps: [{ name: "work", for: "5s" }]"#)),
    SymptomRow(
      "several-times", "one-identifier-two-kinds",
      .events(
        [.refresh, .processing].enumerated().map {
          TraceEvent(.zero + .hours(Int64($0)), .submitted(CheckRow.ref, Submission(kind: $1)))
        })),
    SymptomRow("several-times", "no-earliest", intervals([0.1, 0.1, 0.1], earliest: .zero)),
    SymptomRow("several-times", "asks-too-often", intervals([0.1, 0.1, 0.1], earliest: .minutes(5))),
    SymptomRow("several-times", "forced", intervals([0.1, 0.1], earliest: .minutes(20), forced: true)),
    SymptomRow("several-times", "idempotent", intervals([0.1, 0.1], earliest: .minutes(20))),
  ]

  /// A manual launch, and a policy or hold that denies every other.
  private static func byHand(_ name: String) -> CheckRow.Subject {
    let response = PolicyResponse(name: name + "Policy", weight: 5, decision: .mustNotProceed, score: nil)
    let hold = name.first?.isLowercase == true
    return .events([
      TraceEvent(.zero, .submitted(CheckRow.ref, Submission(kind: .refresh))),
      TraceEvent(.zero + .seconds(1), .started(CheckRow.ref, RunStart(forced: true))),
      TraceEvent(.zero + .seconds(2), .handler(CheckRow.ref, .set)),
      TraceEvent(.zero + .seconds(3), .completed(CheckRow.ref, success: true)),
      TraceEvent(.zero + .seconds(3), .ended(CheckRow.ref, RunEnd(.succeeded))),
      TraceEvent(.zero + .seconds(4), .submitted(CheckRow.ref, Submission(kind: .refresh))),
      hold
        ? TraceEvent(.zero + .hours(1), .held(CheckRow.ref, Hold(Cause(rawValue: name))))
        : TraceEvent(
          .zero + .hours(1), .scored(CheckRow.ref, Score(policies: [response], decision: .mustNotProceed))),
    ])
  }

  /// Consecutive runs, this many hours apart.
  private static func intervals(_ hours: [Double], earliest: TimeSpan, forced: Bool = false) -> CheckRow.Subject {
    var at = Instant.zero
    var events: [TraceEvent] = []
    func submit() {
      var submission = Submission(kind: .refresh)
      submission.earliest = earliest > .zero ? at + earliest : nil
      submission.windowStart = at + earliest
      events.append(TraceEvent(at, .submitted(CheckRow.ref, submission)))
    }
    submit()
    for hour in [0] + hours {
      at += TimeSpan(seconds: hour * 3_600)
      events.append(TraceEvent(at, .started(CheckRow.ref, RunStart(forced: forced))))
      submit()
      events.append(TraceEvent(at, .completed(CheckRow.ref, success: true)))
      events.append(TraceEvent(at, .ended(CheckRow.ref, RunEnd(.succeeded))))
    }
    return .events(events)
  }
}
