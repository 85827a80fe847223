import TaskTrace

/// One event of each kind, with every field set somewhere and omitted somewhere.
enum Samples {
  static let task = TaskReference("com.example.news.refresh", ActivityID(rawValue: 0x041399))

  static var submission: Submission {
    var submission = Submission(kind: .continued)
    submission.bundle = "com.example.news"
    submission.earliest = .zero + .minutes(15)
    submission.windowStart = .zero + .minutes(15)
    submission.windowEnd = .zero + .days(1)
    submission.interval = .hours(6)
    submission.priority = 10
    submission.requiresNetwork = true
    submission.requiresPower = false
    submission.title = "Exporting"
    submission.subtitle = "12 photos"
    submission.strategy = .queue
    submission.requiresGPU = true
    submission.user = 501
    return submission
  }

  static var report: Report {
    var report = Report(from: "MetricKit", bundle: "com.example.news", until: .zero + .days(1))
    report.exits = [Report.Exits(.watchdog, background: 2, foreground: 1)]
    report.measures = [Report.Measure(name: "cumulativeBackgroundTime", value: 64, unit: "秒")]
    report.diagnostics = ["crash (signal 9)"]
    return report
  }

  static var score: Score {
    Score(summing: [
      PolicyResponse(
        name: "BatteryLevelPolicy", weight: 1, decision: .canProceed, score: 0.601357,
        rationale: "[{batteryLevel == 26 AND pluggedIn == 1}]"),
      PolicyResponse(name: "ThermalPolicy", weight: 5, decision: .canProceed, score: 1),
      PolicyResponse(name: "DeviceActivityPolicy", weight: 20, decision: .canProceed, score: 0.75),
    ])
  }

  static var events: [TraceEvent] {
    var transfer = Transfer(bundle: "com.example.news", name: "photo.jpg", state: .delayed)
    (transfer.bytes, transfer.total, transfer.delay, transfer.cause) = (10, 20, .seconds(60), .resume)
    let all: [Event] = [
      .condition(.battery(level: 71)), .condition(.charger(plugged: true, charging: false)),
      .condition(.lowPower(true)),
      .condition(.thermal(.serious)),
      .condition(.network(NetworkPath(.cellular, quality: 50, expensive: true, constrained: true))),
      .condition(.deviceUse(true)), .condition(.lock(locked: true, unlockedSinceBoot: false)), .condition(.cpu(90)),
      .condition(.memoryPressure(.critical)), .condition(.camera(true)),
      .condition(.backgroundRefresh(false, bundle: "com.example.news")),
      .condition(.backgroundRefresh(true, bundle: nil)),
      .condition(.boot), .app(bundle: "com.example.news", .foreground, cause: .user), .registered(task),
      .registrationRefused(task, cause: .notAdvertised), .submitted(task, submission),
      .submitted(TaskReference("plain"), Submission(kind: .processing)), .refused(task, code: 3, cause: .mode),
      .cancelled(task, cause: .replaced), .scored(task, score),
      .scored(TaskReference("x", nil, kind: .push), Score(policies: [], decision: .absolutelyMustNotProceed)),
      .compared(task, score: 0.888734, threshold: 0.694377, run: true),
      .optimal(task, score: 0.5687, at: .zero + .hours(2), validUntil: nil),
      .held(task, Hold(.rateLimit, detail: "450 s between launches", until: .zero + .seconds(450))), .launching(task),
      .started(task, RunStart(limit: .seconds(30), coldStart: .milliseconds(1_500), forced: true)),
      .handler(task, .set), .step(task, Step(index: 1, count: 3, name: "fetch")),
      .progress(task, Progress(completed: 5, total: 10, title: "T", subtitle: "S", stallsAt: .zero + .seconds(30))),
      .warned(task, cause: .thermal, deadline: .zero + .seconds(30)), .completed(task, success: false),
      .ended(task, RunEnd(.expired, cause: .user, seen: .expirationHandler)),
      .killed(task, bundle: "com.example.news", code: 0x8BAD_F00D, cause: .watchdog),
      .budget(name: "com.apple.dasd.systemEnergy", value: 151.5, capacity: 200, cause: .launch),
      .group(name: "com.apple.dasd.default", running: 2),
      .push(task, Push(bundle: "com.example.news", state: .denied, priority: 5, cause: .pushDisallowed)),
      .transfer(transfer),
      .assertion(Assertion(bundle: "com.example.news", name: "save", state: .expiring, remaining: .seconds(5))),
      .layer(name: "Backgrounder", what: .librarySkipped, task, detail: "not due"), .caption("Look here", waits: true),
      .bookmark("lunch"), .note(Note("some text\nin two lines", process: "kernel", level: .fault)),
      .report(report), .gap(until: .zero + .hours(9), cause: .rotated), .command("thermal serious", refusal: "no"),
      .unknown("fromTheFuture", [JSONMember("x", JSONValue(.array([1, 2])))]),
    ]
    return all.enumerated().map { TraceEvent(.zero + .seconds(Int64($0.offset)), $0.element) }
  }

  static let header = TraceHeader(
    epoch: Epoch(wallClock: CivilTime(year: 2026, month: 6, day: 1, hour: 7), utcOffset: 7_200),
    source: .simulation(scenario: "day", seed: .max, profile: "ios26", text: nil), version: "0.1")
}
