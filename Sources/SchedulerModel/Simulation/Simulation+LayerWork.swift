internal import TaskTrace

/// What a library does with the works that are due (rules K2–K9, K12, K20).
extension Simulation {
  /// The tick runs: everything that is due runs in turn, then the next tick is submitted.
  mutating func beginTick(_ task: Int) { runNext(tasks[task].app, inRun: task) }

  /// Begins the next work that is due, in the foreground or in a run of the tick.
  mutating func runNext(_ app: Int, inRun task: Int?) {
    guard let setup = apps[app].setup.layer, let layer = apps[app].layer else { return }
    let due = setup.works.indices.filter { work in
      layer.entries[work].isActive && layer.entries[work].next.map { $0 <= now } == true && layer.current != work
    }
    let first = due.min { (layer.entries[$0].next ?? now, $0) < (layer.entries[$1].next ?? now, $1) }
    guard let work = first else {
      drained(app, inRun: task)
      return
    }
    apps[app].layer?.entries[work].expected = layer.entries[work].next
    // The next time is set before the work runs: whoever comes second sees it and passes over (rule K2).
    if setup.advances == .before { advance(app, work) }
    guard setup.works[work].isRegistered, !setup.works[work].isDeclined else {
      if setup.advances == .after { advance(app, work) }
      say(layer: app, "Skipped", work: work, setup.works[work].isRegistered ? "FactoryDeclined" : "NotRegistered")
      runNext(app, inRun: task)
      return
    }
    if setup.keepsConditions, let unmet = setup.works[work].conditions.first(where: { !holds($0) }) {
      say(layer: app, "AttemptDeferred", work: work, Self.unmet(unmet))
      apps[app].layer?.entries[work].next = now + max(setup.leastInterval, Self.leastDeferral)
      runNext(app, inRun: task)
      return
    }
    occupy(app, work, inRun: task)
    if isOpen(setup.works[work].network) {
      start(app, work, inRun: task)
    } else {
      planWork(app, inRun: task, .gateOver, after: gate(app, setup, inRun: task))
    }
  }

  /// Everything that was due is done.
  private mutating func drained(_ app: Int, inRun task: Int?) {
    guard let task else {
      wakeLayer(app)
      return
    }
    if apps[app].setup.layer?.rearms == true { submitTick(app) }
    guard tasks[task].run != nil else { return }
    finishWork(task)
  }

  private mutating func occupy(_ app: Int, _ work: Int?, inRun task: Int?) {
    if let task { tasks[task].run?.work = work } else { apps[app].layer?.current = work }
  }

  private mutating func planWork(_ app: Int, inRun task: Int?, _ moment: LayerMoment, after wait: TimeSpan) {
    if let task {
      plan(task, .layerWork(moment), at: now + wait)
    } else if let generation = apps[app].layer?.generation {
      queue.insert(.layerWork(app: app, generation: generation, moment), at: now + wait)
    }
  }

  /// The gate waits for at most a quarter of the time that there is (rule K9).
  private func gate(_ app: Int, _ setup: LayerSetup, inRun task: Int?) -> TimeSpan {
    task == nil ? setup.gate : min(setup.gate, profile.span(.refreshLimitSeconds) / 4)
  }

  private func isOpen(_ network: LayerSetup.Work.Network) -> Bool {
    let path = device.network
    switch network {
    case .none: return true
    case .any: return path.isReachable
    case .unmetered: return path.isReachable && path.transport != .cellular && !path.expensive && !path.constrained
    }
  }

  /// Work whose conditions do not hold is not tried, and is asked about again no sooner than this.
  private static let leastDeferral = TimeSpan.minutes(1)

  private func holds(_ condition: LayerSetup.Work.Condition) -> Bool {
    switch condition {
    case .charging: device.plugged
    case .batteryNotLow: device.battery > profile.count(.batteryBase)
    case .idle: !device.inUse
    }
  }

  private static func unmet(_ condition: LayerSetup.Work.Condition) -> String {
    switch condition {
    case .charging: "ChargingNotMet"
    case .batteryNotLow: "BatteryNotLowNotMet"
    case .idle: "IdleNotMet"
    }
  }

  mutating func start(_ app: Int, _ work: Int, inRun task: Int?) {
    guard let setup = apps[app].setup.layer, let entry = apps[app].layer?.entries[work] else { return }
    let late = entry.expected.map { now - $0 } ?? .zero
    let feed = task == nil ? "foreground" : "background"
    say(layer: app, "WorkStarted", work: work, "attempt \(entry.attempt), \(feed), due \(late.description) ago")
    planWork(app, inRun: task, .done, after: setup.works[work].length)
  }

  /// What comes next of the foreground loop's work.
  mutating func layerWork(_ app: Int, generation: Int, _ moment: LayerMoment) {
    guard apps[app].layer?.generation == generation, let work = apps[app].layer?.current else { return }
    let isNow = apps[app].layer?.entries[work].isNow == true
    guard moment != .runwayOver || apps[app].state != .foreground || isNow else { return }
    proceed(app, work, inRun: nil, moment)
  }

  /// What comes next of the work in a run of the tick.
  mutating func layerWork(inRun task: Int, _ moment: LayerMoment) {
    guard let work = tasks[task].run?.work else { return }
    proceed(tasks[task].app, work, inRun: task, moment)
  }

  private mutating func proceed(_ app: Int, _ work: Int, inRun task: Int?, _ moment: LayerMoment) {
    guard let setup = apps[app].setup.layer else { return }
    switch moment {
    case .gateOver:
      if isOpen(setup.works[work].network) {
        start(app, work, inRun: task)
        return
      }
      say(layer: app, "AttemptDeferred", work: work, "ReachabilityTimeout")
      conclude(app, work, .retry)
    case .done:
      let results = setup.works[work].results
      let run = apps[app].layer?.entries[work].runs ?? 0
      let result = results[min(run, results.count - 1)]
      apps[app].layer?.entries[work].runs += 1
      if result == .fails { say(layer: app, "AttemptFailed", work: work, "WorkerThrew") }
      say(layer: app, "WorkCompleted", work: work, result.rawValue)
      conclude(app, work, result)
    case .runwayOver:
      say(layer: app, "AttemptFailed", work: work, "ExpiredByOS")
      conclude(app, work, .retry)
    }
    occupy(app, nil, inRun: task)
    if task == nil, apps[app].state != .foreground {
      apps[app].layer?.generation += 1
      if setup.rearms { submitTick(app) }
      rest(app)
    } else {
      runNext(app, inRun: task)
    }
  }

  /// Sets the next time of a work: one interval from now, or from when it was due (rules K3, L2).
  private mutating func advance(_ app: Int, _ work: Int) {
    guard let setup = apps[app].setup.layer, let entry = apps[app].layer?.entries[work] else { return }
    let from = setup.missed == .collapse ? now : entry.next ?? now
    apps[app].layer?.entries[work].next = setup.works[work].interval.map { from + max($0, setup.leastInterval) }
  }

  /// What a result means for the next time (rules K4–K6).
  private mutating func conclude(_ app: Int, _ work: Int, _ result: LayerSetup.Work.Result) {
    guard let setup = apps[app].setup.layer, let entry = apps[app].layer?.entries[work] else { return }
    if entry.isNow {
      apps[app].layer?.entries[work].isNow = false
      return
    }
    if setup.advances == .after { advance(app, work) }
    guard result == .retry, entry.attempt + 1 < setup.works[work].attempts else {
      apps[app].layer?.entries[work].attempt = 0
      return
    }
    let wait = Self.backoff(setup.works[work], attempt: entry.attempt, most: setup.mostBackoff)
    var next = now + wait
    if let interval = setup.works[work].interval { next = min(next, now + max(interval, setup.leastInterval)) }
    apps[app].layer?.entries[work].next = next
    apps[app].layer?.entries[work].attempt += 1
    say(layer: app, "RetryScheduled", work: work, "attempt \(entry.attempt + 1) in \((next - now).description)")
  }

  /// The first retry waits exactly the initial time (rule K5).
  static func backoff(_ work: LayerSetup.Work, attempt: Int, most: TimeSpan) -> TimeSpan {
    switch work.backoff {
    case .linear: min(most, work.initial * Int64(attempt + 1))
    case .exponential: min(most, work.initial * (Int64(1) << Int64(min(attempt, 20))))
    }
  }

  /// A tick was cut off: what ran is tried again, what did not run stays due, and the next tick is submitted (rule K12).
  mutating func tickEnded(_ task: Int, _ run: Run, _ end: RunEnd) {
    let app = tasks[task].app
    if let work = run.work {
      say(layer: app, "AttemptFailed", work: work, "ExpiredByOS")
      conclude(app, work, .retry)
    }
    guard end.outcome == .expired, apps[app].setup.layer?.rearms == true else { return }
    submitTick(app)
  }
}
