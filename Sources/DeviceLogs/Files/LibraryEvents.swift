internal import TaskTrace

/// What libraries on top of the scheduler record about their own work.
enum LibraryEvents {
  // MARK: Backgrounder

  /// Reads one of Backgrounder's `MonitorEvent`s, written as an object with `taskId`, `at`, and its own fields (rule
  /// K20); returns false if the value is not one.
  static func readBackgrounderEvent(_ value: JSONValue, into reader: inout EventFileReader) -> Bool {
    guard let name = (value["event"] ?? value["type"] ?? value["kind"]).flatMap(word),
      let id = (value["taskId"] ?? value["task"]).flatMap({ $0.string ?? $0["value"]?.string }),
      let at = reader.instant(value["at"] ?? value["timestamp"])
    else { return false }
    let task = TaskReference(TaskIdentifier(id))
    switch name {
    case "Scheduled":
      var submission = Submission(kind: .activity)
      submission.interval = span(value["request"]?["interval"])
      submission.earliest = reader.instant(value["request"]?["earliestBeginDate"])
      reader.add(.submitted(task, submission), at: at)
    case "ScheduleReplaced": reader.add(.cancelled(task, cause: .replaced), at: at)
    case "Cancelled":
      let source = value["source"].flatMap(word)
      let causes: [String: Cause] = ["User": .app, "Replaced": .replaced, "Shutdown": .shutdown]
      reader.add(.cancelled(task, cause: source.map { causes[$0] ?? Cause(rawValue: $0) }), at: at)
    case "WorkStarted": reader.add(.started(task, RunStart()), at: at)
    case "WorkCompleted":
      let result = value["result"].flatMap(word) ?? ""
      reader.add(.completed(task, success: result == "Success"), at: at)
      let cause: Cause? = result == "Success" ? nil : Cause(rawValue: result.lowercased())
      reader.add(.ended(task, RunEnd(result == "Success" ? .succeeded : .failed, cause: cause)), at: at)
    case "AttemptDeferred":
      reader.add(.held(task, hold(value["reason"], &reader)), at: at)
    case "Skipped", "RetryScheduled":
      let what: Cause = name == "Skipped" ? .skipped : .retry
      let detail = value["reason"].flatMap(word) ?? span(value["delay"]).map { "in \($0)" }
      reader.add(.layer(name: "Backgrounder", what: what, task, detail: detail), at: at)
    case "AttemptFailed":
      let reason = value["reason"].flatMap(word) ?? ""
      let outcome: RunEnd.Outcome = reason == "ExpiredByOS" ? .expired : .failed
      reader.add(.ended(task, RunEnd(outcome, cause: Cause(rawValue: reason))), at: at)
    case "LibraryError":
      let text = [value["message"]?.string, value["causeMessage"]?.string].compactMap(\.self).joined(separator: ": ")
      reader.add(.note(Note("\(id): \(text)", process: "Backgrounder", level: .error)), at: at)
    default: return false
    }
    return true
  }

  /// The last part of a name: `Success`, `MonitorEvent.WorkStarted`, `{"type": "Success"}`.
  private static func word(_ value: JSONValue) -> String? {
    let text = value.string ?? (value["type"] ?? value["name"])?.string
    return text.flatMap { $0.split(separator: ".").last.map(String.init) }
  }

  private static func hold(_ reason: JSONValue?, _ reader: inout EventFileReader) -> Hold {
    let word = reason.flatMap(word) ?? ""
    let names: [String: Cause] = [
      "ReachabilityTimeout": .network, "NoMatchingTick": .window, "ChargingNotMet": .charger,
      "BackoffWindow": .backoff,
    ]
    return Hold(names[word] ?? Cause(rawValue: word), detail: word, until: reader.instant(reason?["until"]))
  }

  /// Milliseconds, or a length in words: `1500`, `PT1M30S`, `1m 30s`, `3.2s`.
  private static func span(_ value: JSONValue?) -> TimeSpan? {
    if let number = value?.number { return number.magnitude < 1e15 ? TimeSpan(seconds: number / 1_000) : nil }
    guard let text = value?.string?.lowercased() else { return nil }
    var (seconds, digits) = (0.0, "")
    let units: [Character: Double] = ["d": 86_400, "h": 3_600, "m": 60, "s": 1]
    for character in text {
      if character.isNumber || character == "." {
        digits.append(character)
      } else if let unit = units[character], let number = Double(digits) {
        seconds += number * unit
        digits = ""
      } else if character != " ", character != "p", character != "t" {
        return nil
      }
    }
    return digits.isEmpty && seconds.magnitude < 1e10 ? TimeSpan(seconds: seconds) : nil
  }

  // MARK: KMPWorkManager

  /// Reads an `ExecutionRecord`, or a stored `TaskCompletionEvent`; returns false if the value is neither.
  static func readKMPEvent(_ value: JSONValue, into reader: inout EventFileReader) -> Bool {
    if let chain = value["chainId"]?.string, let status = value["status"]?.string,
      let start = reader.instant(value["startedAtMs"])
    {
      let end = max(start, reader.instant(value["endedAtMs"]) ?? start)
      chainRan(TaskReference(TaskIdentifier(chain)), status, value, from: start, to: end, &reader)
      return true
    }
    let event = value["event"] ?? value
    guard let name = event["taskName"]?.string, let success = event["success"]?.bool,
      let at = reader.instant(value["timestamp"] ?? event["timestamp"])
    else { return false }
    let task = TaskReference(TaskIdentifier(name))
    reader.add(.completed(task, success: success), at: at)
    if !success, let message = event["message"]?.string {
      reader.add(.note(Note("\(name): \(message)", process: "KMPWorkManager", level: .error)), at: at)
    }
    return true
  }

  private static func chainRan(
    _ task: TaskReference, _ status: String, _ value: JSONValue, from start: Instant, to end: Instant,
    _ reader: inout EventFileReader
  ) {
    guard status != "SKIPPED" else {
      reader.add(.layer(name: "KMPWorkManager", what: .skipped, task, detail: value["errorMessage"]?.string), at: end)
      return
    }
    reader.add(.started(task, RunStart()), at: start)
    if let done = value["completedSteps"]?.integer, let total = value["totalSteps"]?.integer, total > 0 {
      reader.add(.progress(task, Progress(completed: done, total: total)), at: end)
    }
    let outcomes: [String: RunEnd.Outcome] = ["SUCCESS": .succeeded, "TIMEOUT": .expired]
    let outcome = outcomes[status] ?? .failed
    let cause = value["errorMessage"]?.string.map { Cause(rawValue: $0) } ?? Cause(rawValue: status.lowercased())
    reader.add(.ended(task, RunEnd(outcome, cause: outcome == .succeeded ? nil : cause)), at: end)
  }
}
