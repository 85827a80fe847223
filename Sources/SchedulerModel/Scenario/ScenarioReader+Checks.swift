internal import TaskTrace

/// What can only be judged when all of a scenario was read.
extension ScenarioReader {
  /// Everything that happens once happens before the end.
  mutating func checkTimes(_ fields: Fields, _ length: TimeSpan) {
    var entries: [(JSONValue, key: String)] = []
    for (list, key) in [("timeline", "at"), ("captions", "at"), ("expect", "after")] {
      entries += (fields[list]?.array ?? []).map { ($0, key) }
    }
    for app in fields["apps"]?.array ?? [] { entries += (app["sessions"]?.array ?? []).map { ($0, "at") } }
    entries.append((fields.value, "start"))
    for (entry, key) in entries {
      guard let value = entry[key], let text = value.string, let span = TimeSpan(units: text), span > length else {
        continue
      }
      report("this is after the end of the scenario, \(length)", at: value.offset)
    }
    for entry in fields["timeline"]?.array ?? [] {
      guard let push = entry["push"], let count = push["count"]?.integer, (1...10_000).contains(count),
        let every = push["every"]?.string.flatMap({ TimeSpan(units: $0) }), every <= .days(1),
        let at = entry["at"]?.string.flatMap({ TimeSpan(units: $0) }), at <= length
      else { continue }
      if at + every * (count - 1) > length {
        report("the last of these pushes is after the end of the scenario, \(length)", at: push.offset)
      }
    }
  }

  /// Every push is simulated, and a few bytes can request very many.
  mutating func checkPushes(_ entries: [JSONValue], _ length: TimeSpan) {
    var sum: Int64 = 0
    for entry in entries {
      guard let push = entry["push"] else { continue }
      let isOnce = entry["at"]?.string.map { TimeSpan(units: $0) != nil } ?? true
      let times = isOnce ? 1 : length.microseconds / TimeSpan.days(1).microseconds + 1
      sum = sum.saturatingAdding(max(1, push["count"]?.integer ?? 1).saturatingMultiplied(by: times))
      guard sum > Limits.pushes else { continue }
      return report(
        "up to here the timeline sends \(sum) pushes; at most \(Limits.pushes) can be simulated", at: push.offset)
    }
  }

  /// Every user action applies to an existing app or task.
  mutating func checkActs(_ entries: [JSONValue], _ scenario: Scenario) {
    let bundles = KnownNames(scenario.apps.map(\.bundle))
    let tasks = KnownNames(scenario.apps.flatMap(\.identifiers))
    for entry in entries {
      if let push = entry["push"], let bundle = push["to"] ?? (push.string == nil ? nil : push) {
        check(bundle.string ?? "", among: bundles, "app", at: bundle.offset)
      }
      guard let acts = entry["do"] else { continue }
      for act in acts.array ?? [acts] {
        guard let command = act.string.flatMap(Command.init) else { continue }
        if let bundle = command.bundle { check(bundle, among: bundles, "app", at: act.offset) }
        if let task = command.task { check(task.rawValue, among: tasks, "task", at: act.offset) }
      }
    }
  }

  private mutating func check(_ name: String, among known: KnownNames, _ what: String, at offset: Int) {
    guard !known.set.contains(name), problems.count < Self.maxProblems else { return }
    let hint = nearestName(to: name, among: known.names).map { "; did you mean \"\($0)\"?" } ?? ""
    report("there is no \(what) \"\(Self.visible(name))\"\(hint)", at: offset)
  }
}

/// Names in the order of the scenario, and as a set.
private struct KnownNames {
  var names: [String]
  var set: Set<String>

  init(_ names: [String]) { (self.names, set) = (names, Set(names)) }
}

extension Command {
  /// The app referred to, if it exists.
  var bundle: String? {
    switch self {
    case .open(let bundle), .leave(let bundle), .forceQuit(let bundle), .push(let bundle), .download(let bundle),
      .update(let bundle), .install(let bundle):
      bundle
    case .backgroundRefresh(_, let bundle): bundle
    case .launch, .expire, .userCancel, .submit, .cancel, .thermal, .lowPower, .battery, .charger, .network, .inUse,
      .memoryPressure, .cpu, .camera, .reboot, .prune, .answer:
      nil
    }
  }

  /// The task referred to, if it exists.
  var task: TaskIdentifier? {
    switch self {
    case .launch(let task), .expire(let task), .userCancel(let task), .submit(let task), .cancel(let task),
      .prune(let task), .answer(let task, _):
      task
    case .open, .leave, .forceQuit, .push, .download, .update, .install, .backgroundRefresh, .thermal, .lowPower,
      .battery, .charger, .network, .inUse, .memoryPressure, .cpu, .camera, .reboot:
      nil
    }
  }
}
