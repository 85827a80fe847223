import Dashboard
import Screen
import TaskTrace

/// A small recording in which every pane has something to show.
enum Recordings {
  static let header = TraceHeader(
    epoch: Epoch(wallClock: CivilTime(year: 2026, month: 6, day: 1, hour: 13), utcOffset: 7_200),
    source: .simulation(scenario: "sample", seed: 7, profile: "ios26", text: nil))

  static var trace: Trace { Trace(header: header, events: events) }

  static func state(_ columns: Int = 120, _ rows: Int = 40, symbols: Symbols = .utf8) -> DashboardState {
    DashboardState(recording: trace, name: "sample", size: Size(columns: columns, rows: rows), symbols: symbols)
  }

  /// Presses keys as a user does until a task is selected.
  static func select(_ task: TaskIdentifier, in state: inout DashboardState) {
    for key in [Key.up, .up, .up, .down, .down, .down] where state.selection.task != task {
      _ = state.reduce(.key(key))
    }
  }

  private static func at(_ minutes: Int64) -> Instant { .zero + .minutes(minutes) }

  static var events: [TraceEvent] {
    let refresh = TaskReference("com.example.news.refresh", ActivityID(rawValue: 0x0413_99))
    let backup = TaskReference("com.example.photos.backup", ActivityID(rawValue: 0x5E1C66))
    let export = TaskReference("com.example.photos.export", ActivityID(rawValue: 0xC0FFEE))
    var events: [TraceEvent] = []
    func add(_ minutes: Int64, _ event: Event) { events.append(TraceEvent(at(minutes), event)) }

    for condition: Condition in [
      .battery(level: 71), .charger(plugged: false, charging: false), .lowPower(false), .thermal(.nominal),
      .network(NetworkPath(.wifi, quality: 90)), .deviceUse(true), .backgroundRefresh(true, bundle: nil),
    ] { add(0, .condition(condition)) }
    add(0, .app(bundle: "com.example.news", .foreground, cause: nil))
    add(1, .submitted(refresh, submission(.refresh, "com.example.news", from: at(16), to: at(16 + 1_440))))
    add(1, .budget(name: "com.apple.dasd.systemEnergy", value: 151, capacity: 200, cause: nil))
    add(2, .submitted(backup, submission(.processing, "com.example.photos", from: at(10), to: at(10 + 10_080))))
    add(5, .app(bundle: "com.example.news", .suspended, cause: nil))
    add(20, .compared(refresh, score: 0.5, threshold: 0.66, run: false))
    add(30, .scored(backup, denial))
    add(60, .compared(refresh, score: 0.71, threshold: 0.66, run: true))
    add(60, .launching(refresh))
    add(60, .started(refresh, RunStart(limit: .seconds(30), coldStart: .seconds(2))))
    events.append(TraceEvent(at(60) + .seconds(3), .handler(refresh, .set)))
    events.append(TraceEvent(at(60) + .seconds(12), .completed(refresh, success: true)))
    events.append(TraceEvent(at(60) + .seconds(12), .ended(refresh, RunEnd(.succeeded))))
    add(61, .condition(.thermal(.fair)))
    add(90, .submitted(export, submission(.continued, "com.example.photos", from: nil, to: nil)))
    add(90, .started(export, RunStart()))
    let progress = Progress(
      completed: 68, total: 100, title: "Exporting Photos", subtitle: "68 of 100", stallsAt: at(91) + .seconds(30))
    add(91, .progress(export, progress))
    return events
  }

  private static func submission(_ kind: TaskKind, _ bundle: String, from: Instant?, to: Instant?) -> Submission {
    var submission = Submission(kind: kind)
    (submission.bundle, submission.windowStart, submission.windowEnd, submission.priority) = (bundle, from, to, 10)
    if kind == .processing { (submission.requiresPower, submission.requiresNetwork) = (true, true) }
    return submission
  }

  private static var denial: Score {
    Score(
      policies: [
        PolicyResponse(
          name: "ChargerPluggedInPolicy", weight: 20, decision: .mustNotProceed, score: 0,
          rationale: "[{[pluggedIn]: Required:1.00, Observed:0.00},]"),
        PolicyResponse(
          name: "DeviceActivityPolicy", weight: 5, decision: .mustNotProceed, score: 0,
          rationale: "[{launchType == PROCESSING AND deviceActive == 1}]"),
        PolicyResponse(name: "BatteryLevelPolicy", weight: 1, decision: .canProceed, score: 0.8),
      ], applied: 16, decision: .mustNotProceed, score: 0, sum: 51.2, denominator: 83.4)
  }
}
