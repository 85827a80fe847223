internal import Diagnosis
internal import TaskTrace

/// How two traces differ, in words and as JSON.
struct DifferenceReport {
  var first: NamedTrace
  var second: NamedTrace
  var difference: TraceDifference

  var text: String {
    var text = "A: \(first.name), \(grouped(first.trace.events.count)) events\n"
    text += "B: \(second.name), \(grouped(second.trace.events.count)) events\n"
    text += section("they come from", difference.origins)
    guard let fork = difference.fork else { return text + "\nevery event is the same\n" }
    let shared = fork.index == 0 ? "no event is shared" : "the first \(grouped(fork.index)) events are the same"
    text += "\n\(shared); then\n"
    text += "  A: \(line(fork.first, first, fork.index))\n  B: \(line(fork.second, second, fork.index))\n"
    text += section("events", difference.events)
    text += section("tasks", difference.tasks)
    return text + section("conditions at the end", difference.conditions)
  }

  /// An event in the words of the log, as of just before it.
  private func line(_ event: TraceEvent?, _ recording: NamedTrace, _ index: Int) -> String {
    guard let event else { return "nothing more" }
    let epoch = recording.trace.header.epoch
    let line = LogLine(event, board: recording.trace.board(afterEvents: index), epoch: epoch)
    let place = event.source.map { " (line \($0.line))" } ?? ""
    return "\(epoch.stamp(event.at))  \(line.process)  \(line.text)\(place)"
  }

  private func section(_ title: String, _ lines: [TraceDifference.Line]) -> String {
    guard !lines.isEmpty else { return "" }
    let width = lines.map(\.what.count).max() ?? 0
    let rows = lines.map { line in
      let space = String(repeating: " ", count: width - line.what.count)
      return "  \(line.what)\(space)  A \(line.first)  B \(line.second)\n"
    }
    return "\n\(title):\n" + rows.joined()
  }

  var json: JSONValue {
    func lines(_ lines: [TraceDifference.Line]) -> JSONValue {
      JSONValue(
        .array(
          lines.map { line in
            JSONValue(
              .object([
                JSONMember("what", JSONValue(.string(line.what))), JSONMember("a", JSONValue(.string(line.first))),
                JSONMember("b", JSONValue(.string(line.second))),
              ]))
          }))
    }
    var members = [
      JSONMember("same", JSONValue(.bool(difference.isNone))),
      JSONMember("shared", JSONValue(.integer(Int64(difference.fork?.index ?? first.trace.events.count)))),
    ]
    if let fork = difference.fork {
      members.append(JSONMember("a", fork.first?.json ?? JSONValue(.null)))
      members.append(JSONMember("b", fork.second?.json ?? JSONValue(.null)))
    }
    members.append(JSONMember("origins", lines(difference.origins)))
    members.append(JSONMember("events", lines(difference.events)))
    members.append(JSONMember("tasks", lines(difference.tasks)))
    members.append(JSONMember("conditions", lines(difference.conditions)))
    return JSONValue(.object(members))
  }
}
