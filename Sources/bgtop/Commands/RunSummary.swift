internal import SchedulerModel
internal import TaskTrace

/// The result of a run, as text and as JSON.
struct RunSummary {
  var name: String
  var header: TraceHeader
  var board: Board
  var until: Instant
  /// The results of the scenario's expectations.
  var verdicts: [Scenario.Expectation.Verdict] = []

  /// Whether no expectation failed.
  var isAsExpected: Bool { !verdicts.contains { $0.state == .failed } }

  private var seed: String {
    if case .simulation(_, let seed, let profile, _) = header.source { "seed \(seed), profile \(profile)" } else { "" }
  }

  var text: String {
    let epoch = header.epoch
    var text = "\(name): \(seed)\n"
    text += "\(epoch.date(.zero)) \(epoch.shortClock(.zero)) to \(epoch.date(until)) \(epoch.shortClock(until)): "
    text += "\(grouped(board.eventCount)) events\n\n"
    let rows = board.tasks.map { record -> [String] in
      let counts = record.counts
      return [
        record.task.rawValue, record.kind.word, "\(counts.submitted)", "\(counts.launched)", "\(counts.succeeded)",
        "\(counts.failed)", "\(counts.expired)", "\(counts.killed)", "\(counts.refused)",
      ]
    }
    let columns = ["task", "kind", "submitted", "runs", "succeeded", "failed", "expired", "killed", "refused"]
    let widths = columns.indices.map { index in ([columns] + rows).map { $0[index].count }.max() ?? 0 }
    for row in [columns] + rows {
      let cells = zip(row, widths).enumerated().map { index, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return index < 2 ? cell.0 + space : space + cell.0
      }
      text += cells.joined(separator: "  ") + "\n"
    }
    if board.tasks.isEmpty { text += "no tasks\n" }
    for budget in board.budgets {
      text += "\nbudget \(budget.name): \(fixed(budget.value, decimals: 1)) of \(fixed(budget.capacity, decimals: 0))"
    }
    return text + (board.budgets.isEmpty ? "" : "\n") + expectations
  }

  /// A sentence for every expectation that failed or could not be judged yet, and a count of those that were met.
  private var expectations: String {
    guard !verdicts.isEmpty else { return "" }
    var text = "\n\(verdicts.count { $0.state == .met }) of \(verdicts.count) expectations were met\n"
    for verdict in verdicts where verdict.state != .met {
      let why =
        switch verdict.state {
        case .met, .failed: ""
        case .open: " (the run ended before that)"
        case .notChecked: " (no checks were run)"
        }
      text += "\(verdict.state.rawValue): \(verdict.sentence)\(why)\n"
    }
    return text
  }

  var json: JSONValue {
    func number(_ value: Int) -> JSONValue { JSONValue(.integer(Int64(value))) }
    let tasks = board.tasks.map { record in
      let counts = record.counts
      return JSONValue(
        .object([
          JSONMember("task", JSONValue(.string(record.task.rawValue))),
          JSONMember("kind", JSONValue(.string(record.kind.rawValue))),
          JSONMember("submitted", number(counts.submitted)),
          JSONMember("replaced", number(counts.replaced)), JSONMember("cancelled", number(counts.cancelled)),
          JSONMember("refused", number(counts.refused)), JSONMember("launched", number(counts.launched)),
          JSONMember("succeeded", number(counts.succeeded)), JSONMember("failed", number(counts.failed)),
          JSONMember("expired", number(counts.expired)), JSONMember("killed", number(counts.killed)),
        ]))
    }
    let expected = verdicts.map { verdict in
      JSONValue(
        .object([
          JSONMember("state", JSONValue(.string(verdict.state.rawValue))),
          JSONMember("sentence", JSONValue(.string(verdict.sentence))),
        ]))
    }
    return JSONValue(
      .object([
        JSONMember("scenario", JSONValue(.string(name))),
        JSONMember("source", header.json["source"] ?? JSONValue(.null)),
        JSONMember("until", JSONValue(.integer(until.microseconds))), JSONMember("events", number(board.eventCount)),
        JSONMember("tasks", JSONValue(.array(tasks))), JSONMember("expectations", JSONValue(.array(expected))),
      ]))
  }
}
