public import TaskTrace

extension LogSummary {
  /// The summary in words, several lines without a line end at the last.
  public var text: String {
    var lines: [String] = []
    let styles = recordsByStyle.map { "\(grouped($0.count)) \($0.style.rawValue)" }.joined(separator: ", ")
    lines.append("\(grouped(records)) records in \(grouped(self.lines)) lines" + (styles.isEmpty ? "" : " (\(styles))"))
    let counts = [
      (submissions, "submitted"), (starts, "started"), (completions, "completed"), (cancels, "cancelled"),
      (refusals, "refused"), (warnings, "warnings"),
    ]
    let nonzero = counts.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    if !nonzero.isEmpty { lines.append("tasks: " + nonzero.joined(separator: ", ")) }
    if !decisions.isEmpty {
      let list = decisions.map {
        "\(grouped($0.count)) \($0.decision == .unknownProceed ? "cut before their decision" : $0.decision.text)"
      }
      lines.append("scorings: " + list.joined(separator: ", "))
    }
    if !eventsByKind.isEmpty {
      lines.append("events: " + eventsByKind.map { "\(grouped($0.count)) \($0.name)" }.joined(separator: ", "))
    }
    if others > 0 { lines.append("\(grouped(others)) records of other processes passed over") }
    if notUnderstood > 0 {
      lines.append("\(grouped(notUnderstood)) records of the scheduler not understood, kept as notes:")
      lines += firstNotUnderstood.prefix(5).map { "  \($0.log):\($0.number): \($0.text)" }
    }
    return lines.joined(separator: "\n")
  }

  /// The summary for programs.
  public var json: JSONValue {
    func object(_ counts: [(String, Int)]) -> JSONValue {
      JSONValue(.object(counts.map { JSONMember($0.0, JSONValue(.integer(Int64($0.1)))) }))
    }
    let first = firstNotUnderstood.map { line in
      JSONValue(
        .object([
          JSONMember("log", JSONValue(.string(line.log))), JSONMember("line", JSONValue(.integer(Int64(line.number)))),
          JSONMember("text", JSONValue(.string(line.text))),
        ]))
    }
    var members = object([("lines", lines), ("records", records)]).object ?? []
    members.append(JSONMember("recordsByStyle", object(recordsByStyle.map { ($0.style.rawValue, $0.count) })))
    members.append(JSONMember("eventsByKind", object(eventsByKind.map { ($0.name, $0.count) })))
    members.append(JSONMember("decisions", object(decisions.map { ($0.decision.code, $0.count) })))
    members +=
      object([
        ("denials", denials), ("submissions", submissions), ("starts", starts), ("completions", completions),
        ("cancels", cancels), ("refusals", refusals), ("warnings", warnings), ("others", others),
        ("notUnderstood", notUnderstood),
      ]).object ?? []
    members.append(JSONMember("firstNotUnderstood", JSONValue(.array(first))))
    return JSONValue(.object(members))
  }
}
