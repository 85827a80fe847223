internal import TaskTrace

extension Why {
  /// The answer in plain sentences, one per line, headings without indentation.
  public var lines: [String] {
    let when = epoch.dating == .timeless ? "" : " at \(epoch.stamp(at))"
    var lines = ["\(task.rawValue) (\(kind.word)\(app.map { ", \($0)" } ?? ""))\(when)"]
    lines.append("  \(headline)")
    if let source { lines.append("  [\(source)]") }
    if let source = explanation.source { lines.append("  Source: line \(source.line) of the log.") }
    if explanation.standing != .absent { lines += points }
    if let request { lines.append(self.line(request)) }
    if let wait, wait.total > .zero {
      lines.append("  It has waited \(wait.total): \(WaitShare.text(wait.shares)).")
    }
    if let lastRun { lines.append(self.line(lastRun)) }
    lines += helpLines
    lines += unknown.map { "  Not known: \($0)" }
    if help != nil, request != nil, kind == .refresh || kind == .processing, isPlain {
      lines.append("  To try its code now, pause the app in Xcode on a device, and enter:")
      lines.append(
        "    e -l objc -- (void)[[BGTaskScheduler sharedScheduler] _simulateLaunchForTaskWithIdentifier:@\"\(task.rawValue)\"]"
      )
    }
    for finding in findings {
      let text = finding.evidence.first?.text ?? finding.title
      lines.append("  Mistake (\(finding.check)): \(text).")
      lines.append("    \(finding.remedy)")
    }
    return lines
  }

  /// Whether the identifier is safe in a line that a user pastes into a debugger.
  private var isPlain: Bool {
    task.rawValue.utf8.allSatisfy { (0x2D...0x39).contains($0) && $0 != 0x2F || $0 == 0x5F || ($0 | 0x20) &- 97 < 26 }
  }

  private var points: [String] {
    let groups: [(Explanation.Weight, String)] = [
      (.blocks, "holds it"), (.forces, "forces it"), (.lowers, "lowers its score"), (.agrees, "in its favor"),
      (.informs, "to know"),
    ]
    return groups.compactMap { weight, name in
      let text = explanation.points.filter { $0.weight == weight }.map { point in
        let decision = point.decision.map { $0.denies ? " (\($0.code))" : "" } ?? ""
        return "\(point.subject.prefix(1).lowercased())\(point.subject.dropFirst()): \(point.detail)\(decision)"
      }
      return text.isEmpty ? nil : "  \(name): \(text.joined(separator: "; "))"
    }
  }

  private func line(_ request: TaskRecord.PendingRequest) -> String {
    let asked = request.request
    guard asked.priority != nil || asked.windowEnd != nil || asked.bundle != nil else {
      return
        "  It has been on record since \(epoch.moment(request.submittedAt, seenFrom: at)); the log does not say when it was submitted."
    }
    var text = "  Its request was submitted at \(epoch.moment(request.submittedAt, seenFrom: at))"
    if let start = asked.windowStart ?? asked.earliest, start > request.submittedAt {
      text += ", may run from \(epoch.stated.moment(start, seenFrom: at))"
    }
    if let end = asked.windowEnd { text += ", and its window ends \(epoch.stated.moment(end, seenFrom: at))" }
    return text + "."
  }

  /// The true cause, and what the app saw (rule E13).
  private func line(_ run: TaskHistory.Run) -> String {
    let length = run.length.map { " after \($0)" } ?? ""
    let cause = run.end?.cause.flatMap { $0 == .completed ? nil : Causes.text($0, or: "") }.map { ": \($0)" } ?? ""
    var text =
      "  Its last run began at \(epoch.moment(run.started.at, seenFrom: at)) and \(Causes.verb(run.end))\(length)\(cause)."
    if run.forced { text += " It was launched by hand." }
    if let seen = run.end?.seen, seen != .completion { text += " The app saw \(Causes.seen(seen))." }
    return text
  }

  private var helpLines: [String] {
    guard let help else { return [] }
    let opinion = assumptions.isEmpty ? "" : " (the model's opinion, based on the log)"
    func when(_ run: WhatWouldHelp.Run) -> String {
      run.at - help.now < .seconds(2)
        ? "immediately" : "at \(epoch.moment(run.at, seenFrom: at)), in \(run.at - help.now)"
    }
    var lines = [
      help.unchanged.map { run in
        let trigger = run.trigger.map { ", once \($0.text)" } ?? ""
        return "  If nothing is done it runs \(when(run))\(trigger)\(opinion)."
      } ?? "  If nothing is done it does not run within \(help.horizon)\(opinion)."
    ]
    if !help.changes.isEmpty {
      let text = help.changes.prefix(4).map { "\($0.text) (it runs \(when($0.run)))" }
      lines.append("  What would help: \(text.joined(separator: "; ")).")
    } else if help.unchanged.map({ $0.at - help.now > .minutes(2) }) ?? true {
      lines.append("  No change to the device would let it run\(help.unchanged == nil ? "" : " much sooner").")
    }
    if !help.isComplete { lines.append("  Not everything was tried: the scenario is too busy.") }
    if !assumptions.isEmpty { lines.append("    Assumptions: \(assumptions.joined(separator: "; ")).") }
    return lines
  }
}
