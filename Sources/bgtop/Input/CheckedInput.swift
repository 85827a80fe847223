internal import Diagnosis
internal import SchedulerModel
internal import TaskTrace

/// An input of `bgtop check`, with what was found in it.
struct CheckedInput {
  var path: String
  /// `Info.plist`, `scenario`, `trace` or `log`.
  var kind: String
  var findings: [Finding]
  /// For the times of evidence; nil for an Info.plist.
  var epoch: Epoch?
  /// The keys of the Info.plist as they should be, where something is wrong with them.
  var snippet: String?

  static func load(_ path: String, seed: UInt64?, date: CivilTime?) throws -> CheckedInput {
    switch try DeclaredInput.load(path, seed: seed, date: date) {
    case .run(let input): return checked(input, path)
    case .infoPlist(let declaration):
      let findings = Findings.of(declaration)
      return CheckedInput(
        path: path, kind: "Info.plist", findings: findings,
        snippet: findings.isEmpty ? nil : declaration.correctedInfoPlist)
    }
  }

  private static func checked(_ input: LoadedInput, _ path: String) -> CheckedInput {
    switch input {
    case .simulation(var simulation, _, _):
      let scenario = simulation.scenario
      var history = History(epoch: scenario.epoch)
      let end = simulation.now + scenario.length
      while simulation.now < end {
        var events: [TraceEvent] = []
        simulation.advance(to: min(end, simulation.now + .hours(6)), into: &events)
        for event in events { history.apply(event) }
      }
      history.extend(to: end)
      return checked(path, "scenario", history, scenario)
    case .recording(let trace, _, let warnings):
      Program.complain(warnings)
      let scenario = LoadedInput.scenario(of: trace.header)
      return checked(path, trace.header.isDeviceLog ? "log" : "trace", History(trace), scenario)
    }
  }

  private static func checked(
    _ path: String, _ kind: String, _ history: History, _ scenario: Scenario?
  ) -> CheckedInput {
    CheckedInput(path: path, kind: kind, findings: Findings.of(history, scenario), epoch: history.epoch)
  }

  /// The findings as text, each with its place, its cost, and its fix.
  var text: String {
    guard !findings.isEmpty else { return "\(path): no findings\n" }
    var text = "\(path): \(findings.count) \(findings.count == 1 ? "finding" : "findings")\n"
    for finding in findings {
      text += "\n\(finding.severity.rawValue)  \(finding.check)  \(finding.subject)\n"
      for evidence in finding.evidence.prefix(2) { text += "  \(evidence.line(epoch, file: path))\n" }
      if finding.count > 2 { text += "  and \(finding.count - 2) more\n" }
      text += "  Impact: \(finding.consequence)\n  To fix it: \(finding.remedy)\n  [\(finding.source)]\n"
    }
    if let snippet { text += "\nThe corrected keys, between <dict> and </dict>:\n\n\(snippet)" }
    return text
  }

  var json: JSONValue {
    var members = [
      JSONMember("input", JSONValue(.string(path))), JSONMember("kind", JSONValue(.string(kind))),
      JSONMember("findings", JSONValue(.array(findings.map(\.json)))),
    ]
    if let snippet { members.append(JSONMember("infoPlist", JSONValue(.string(snippet)))) }
    return JSONValue(.object(members))
  }
}

extension Finding {
  var json: JSONValue {
    var members = [
      JSONMember("check", .text(check)), JSONMember("severity", .text(severity.rawValue)),
      JSONMember("title", .text(title)),
    ]
    if let task { members.append(JSONMember("task", .text(task.rawValue))) }
    if let app { members.append(JSONMember("app", .text(app))) }
    members += [
      JSONMember("count", JSONValue(.integer(Int64(count)))),
      JSONMember("evidence", JSONValue(.array(evidence.map(\.json)))),
      JSONMember("consequence", .text(consequence)), JSONMember("remedy", .text(remedy)),
      JSONMember("source", .text(source)),
    ]
    return JSONValue(.object(members))
  }
}

extension Finding.Evidence {
  var json: JSONValue {
    var members: [JSONMember] = []
    if let mark {
      members.append(JSONMember("event", JSONValue(.integer(Int64(mark.event)))))
      members.append(JSONMember("t", JSONValue(.integer(mark.at.microseconds))))
      if let line = mark.line { members.append(JSONMember("line", JSONValue(.integer(Int64(line))))) }
    }
    if let place { members.append(JSONMember("place", JSONValue(.string(place)))) }
    return JSONValue(.object(members + [JSONMember("words", JSONValue(.string(text)))]))
  }
}
