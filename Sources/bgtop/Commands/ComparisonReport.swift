internal import Diagnosis
internal import TaskTrace

/// What a log and the model have to say to each other, in words and as JSON.
struct ComparisonReport {
  var name: String
  var header: TraceHeader
  var comparison: ModelComparison
  /// Whether what agrees is listed too.
  var all: Bool

  var text: String {
    let rows = comparison.rows
    var text = "\(name): \(grouped(rows.count)) \(rows.count == 1 ? "statement" : "statements") of the scheduler\n"
    let differences = comparison.differences
    text += "\(grouped(comparison.agreements)) agree with the model, \(grouped(differences.count)) differ, "
    text += "\(grouped(comparison.unknowns)) cannot be known from this log\n"
    if all, comparison.agreements > 0 {
      text += "\nagree:\n" + rows.filter { $0.verdict == .agrees }.map(line).joined()
    }
    if !differences.isEmpty { text += "\ndiffer:\n" + differences.map(line).joined() }
    return text + notStated
  }

  private func line(_ row: ModelComparison.Row) -> String {
    let place = row.line.map { "line \($0)" } ?? ""
    let model = row.model.map { "; the model: \($0)" } ?? ""
    return "  \(place)  \(header.epoch.clock(row.at))  \(row.task.rawValue)\(row.activity.map { ":\($0)" } ?? "")\n"
      + "    \(row.subject.text): the log: \(row.logged)\(model)\n"
  }

  /// What cannot be known, counted by subject and reason, with the first line of each.
  private var notStated: String {
    var order: [String] = []
    var groups: [String: (count: Int, line: Int?)] = [:]
    for row in comparison.rows {
      guard case .unknown(let reason) = row.verdict else { continue }
      let key = "\(row.subject.text): \(reason)"
      if groups[key] == nil {
        order.append(key)
        groups[key] = (0, row.line)
      }
      groups[key]?.count += 1
    }
    guard !order.isEmpty else { return "" }
    let lines = order.map { key -> String in
      let group = groups[key] ?? (0, nil)
      return "  \(grouped(group.count)) × \(key)\(group.line.map { " (first in line \($0))" } ?? "")\n"
    }
    return "\ncannot be known from this log:\n" + lines.joined()
  }

  var json: JSONValue {
    let rows = comparison.rows.map { row -> JSONValue in
      var members = [
        JSONMember("t", JSONValue(.integer(row.at.microseconds))),
        JSONMember("task", JSONValue(.string(row.task.rawValue))),
      ]
      if let activity = row.activity {
        members.append(JSONMember("activity", JSONValue(.string(activity.description))))
      }
      if let line = row.line { members.append(JSONMember("line", JSONValue(.integer(Int64(line))))) }
      members.append(JSONMember("what", JSONValue(.string(row.subject.text))))
      members.append(JSONMember("logged", JSONValue(.string(row.logged))))
      if let model = row.model { members.append(JSONMember("model", JSONValue(.string(model)))) }
      members.append(JSONMember("verdict", JSONValue(.string(row.verdict.word))))
      if case .unknown(let reason) = row.verdict { members.append(JSONMember("reason", JSONValue(.string(reason)))) }
      return JSONValue(.object(members))
    }
    func number(_ value: Int) -> JSONValue { JSONValue(.integer(Int64(value))) }
    return JSONValue(
      .object([
        JSONMember("log", JSONValue(.string(name))), JSONMember("agree", number(comparison.agreements)),
        JSONMember("differ", number(comparison.differences.count)), JSONMember("unknown", number(comparison.unknowns)),
        JSONMember("rows", JSONValue(.array(rows))),
      ]))
  }
}
