internal import TaskTrace

extension ScenarioReader {
  /// `true`, `false`, `"late"` or `"twice"`.
  mutating func readRegistration(_ fields: Fields, _ task: inout TaskSetup) {
    let after = span(fields, "registersAfter", limit: .hours(1))
    guard let value = fields["registers"] else {
      if let after { task.registration = .late(after) }
      return
    }
    switch (value.bool, value.string) {
    case (true?, _): break
    case (false?, _): task.registration = .never
    case (_, "late"?): task.registration = .late(after ?? .seconds(1))
    case (_, "twice"?): task.registration = .twice
    default: report("\"registers\" should be true, false, \"late\" or \"twice\"", at: value.offset)
    }
  }

  /// How the app's code handles its requests, and its handler.
  mutating func readHabits(_ fields: Fields, _ task: inout TaskSetup) {
    if let value = fields["conflict"] {
      task.conflict = word(value, "conflict", TaskSetup.Conflict.allCases, \.rawValue) ?? task.conflict
    }
    if let value = fields["queue"] {
      task.queue = word(value, "queue", TaskSetup.Queue.allCases, \.rawValue) ?? task.queue
    }
    task.verdict = span(fields, "verdict", limit: .hours(1))
    task.retry = span(fields, "retry", limit: .hours(24))
    if let retry = task.retry, retry < .seconds(1), let value = fields["retry"] {
      report("\"retry\" should be at least 1s", at: value.offset)
    }
    task.mainActor = bool(fields, "mainActor") ?? false
    task.swiftUI = bool(fields, "swiftUI") ?? false
    task.crashesBeforeBody = bool(fields, "crashesBeforeBody") ?? false
    task.neverLaunches = bool(fields, "neverLaunches") ?? false
    if let value = fields["protection"] {
      task.protection = word(value, "protection", FileProtection.allCases, \.rawValue) ?? task.protection
      if task.kind != .healthResearch {
        report("only a health research request has \"protection\"", at: value.offset)
      }
    }
    readInterval(fields, &task)
  }

  /// An interval, and a tolerance that is not longer (rule L9).
  private mutating func readInterval(_ fields: Fields, _ task: inout TaskSetup) {
    task.interval = span(fields, "interval")
    task.tolerance = span(fields, "tolerance")
    for key in ["interval", "tolerance"] {
      if task.kind != .activity, let value = fields[key] {
        report("only an activity has \"\(key)\"", at: value.offset)
      }
    }
    guard task.kind == .activity else { return }
    guard let interval = task.interval else {
      _ = need(fields, "interval", "an activity")
      return
    }
    if interval < .seconds(1), let value = fields["interval"] {
      report("\"interval\" should be at least 1s", at: value.offset)
    }
    if let tolerance = task.tolerance, tolerance > interval, let value = fields["tolerance"] {
      report("\"tolerance\" should not be longer than \"interval\"", at: value.offset)
    }
  }
}
