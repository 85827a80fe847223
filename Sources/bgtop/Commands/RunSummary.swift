internal import TaskTrace

/// What a run came to, in words and as JSON.
struct RunSummary {
  var name: String
  var header: TraceHeader
  var board: Board
  var until: Instant

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
    if board.tasks.isEmpty { text += "no task was spoken of\n" }
    for budget in board.budgets {
      text += "\nbudget \(budget.name): \(fixed(budget.value, decimals: 1)) of \(fixed(budget.capacity, decimals: 0))"
    }
    return text + (board.budgets.isEmpty ? "" : "\n")
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
    return JSONValue(
      .object([
        JSONMember("scenario", JSONValue(.string(name))),
        JSONMember("source", header.json["source"] ?? JSONValue(.null)),
        JSONMember("until", JSONValue(.integer(until.microseconds))), JSONMember("events", number(board.eventCount)),
        JSONMember("tasks", JSONValue(.array(tasks))),
      ]))
  }
}
