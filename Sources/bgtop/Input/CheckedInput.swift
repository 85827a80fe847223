internal import Diagnosis
internal import PropertyLists
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

  static func load(_ path: String, seed: UInt64?, date: CivilTime?) throws(LoadedInput.Failure) -> CheckedInput {
    if Scenario.builtIn.contains(where: { $0.name == path }) {
      return checked(try LoadedInput.load(path, seed: seed), path)
    }
    if path != "-", FileAccess.exists(path), !(try isPropertyList(path)) {
      return checked(try LoadedInput.load(path, seed: seed, date: date), path)
    }
    let bytes = try LoadedInput.contents(of: path)
    guard PropertyListFile.looksLikePropertyList(bytes) else {
      return checked(try LoadedInput.load(bytes, path: path, seed: seed, date: date), path)
    }
    do throws(PropertyListProblem) {
      let declaration = Declaration(InfoPlist(try PropertyListFile(bytes)))
      let findings = Findings.of(declaration)
      return CheckedInput(
        path: path, kind: "Info.plist", findings: findings,
        snippet: findings.isEmpty ? nil : declaration.mendedInfoPlist)
    } catch {
      throw LoadedInput.Failure("\(path):\(error)")
    }
  }

  /// Whether a file begins as a property list does; large logs are read piece by piece elsewhere.
  private static func isPropertyList(_ path: String) throws(LoadedInput.Failure) -> Bool {
    do throws(FileAccess.Failure) {
      guard case .bytes(let first) = try FileAccess.Stream(path).next(most: 1 << 11) else { return false }
      return PropertyListFile.looksLikePropertyList(first)
    } catch {
      throw LoadedInput.Failure(error)
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
        for event in events { history.take(event) }
      }
      history.extend(to: end)
      return checked(path, "scenario", history, scenario)
    case .recording(let trace, _, _):
      let scenario = LoadedInput.scenario(of: trace.header)
      let isLog = if case .deviceLog = trace.header.source { true } else { false }
      return checked(path, isLog ? "log" : "trace", History(trace), scenario)
    }
  }

  private static func checked(
    _ path: String, _ kind: String, _ history: History, _ scenario: Scenario?
  ) -> CheckedInput {
    CheckedInput(path: path, kind: kind, findings: Findings.of(history, scenario), epoch: history.epoch)
  }

  /// The findings in words, each with where it shows, what it costs, and what mends it.
  var text: String {
    guard !findings.isEmpty else { return "\(path): no findings\n" }
    var text = "\(path): \(findings.count) \(findings.count == 1 ? "finding" : "findings")\n"
    for finding in findings {
      text += "\n\(finding.severity.rawValue)  \(finding.check)  \(finding.subject)\n"
      for evidence in finding.evidence.prefix(2) { text += "  \(place(evidence))\(evidence.words)\n" }
      if finding.count > 2 { text += "  and \(finding.count - 2) more\n" }
      text += "  It costs: \(finding.consequence)\n  To mend it: \(finding.remedy)\n  [\(finding.source)]\n"
    }
    if let snippet { text += "\nThe keys as they should be, between <dict> and </dict>:\n\n\(snippet)" }
    return Program.visibleLines(text)
  }

  /// When and where it shows: `Tue 2 Jun 09:00:10: `.
  private func place(_ evidence: Finding.Evidence) -> String {
    if let place = evidence.place { return "\(path):\(place): " }
    guard let mark = evidence.mark, let epoch else { return "" }
    let line = mark.line.map { ", line \($0)" } ?? ""
    return "\(epoch.date(mark.at)) \(epoch.clock(mark.at))\(line): "
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

extension LoadedInput {
  /// The scenario that a trace was made from, where the trace names it.
  static func scenario(of header: TraceHeader) -> Scenario? {
    guard case .simulation(let name, _, _, let text) = header.source else { return nil }
    guard let bytes = text.map({ Array($0.utf8) }) ?? Scenario.builtIn.first(where: { $0.name == name })?.text else {
      return nil
    }
    return try? Scenario.parse(bytes, named: name)
  }
}

extension Declaration {
  /// What an Info.plist declares, each entry with its place.
  init(_ plist: InfoPlist) {
    func place(_ offset: Int) -> String {
      switch plist.file.problem("", at: offset).place {
      case .text(let line, let column): "\(line):\(column)"
      case .byte(let byte): "byte \(byte)"
      }
    }
    func entry(_ entry: InfoPlist.Entry) -> Entry { Entry(entry.text, place: place(entry.offset)) }
    self.init(
      bundle: plist.bundle.map(entry), permitted: plist.permitted?.map(entry), modes: plist.modes?.map(entry),
      problems: plist.problems.map { problem in
        switch problem.place {
        case .text(let line, let column): Entry(problem.message, place: "\(line):\(column)")
        case .byte(let byte): Entry(problem.message, place: "byte \(byte)")
        }
      })
    // A build setting stands for an identifier that is not known here.
    if bundle?.text.hasPrefix("$") == true { bundle = nil }
  }
}

extension Finding {
  var json: JSONValue {
    func text(_ text: String) -> JSONValue { JSONValue(.string(text)) }
    let evidence = evidence.map { evidence -> JSONValue in
      var members: [JSONMember] = []
      if let mark = evidence.mark {
        members.append(JSONMember("event", JSONValue(.integer(Int64(mark.event)))))
        members.append(JSONMember("t", JSONValue(.integer(mark.at.microseconds))))
        if let line = mark.line { members.append(JSONMember("line", JSONValue(.integer(Int64(line))))) }
      }
      if let place = evidence.place { members.append(JSONMember("place", text(place))) }
      return JSONValue(.object(members + [JSONMember("words", text(evidence.words))]))
    }
    var members = [
      JSONMember("check", text(check)), JSONMember("severity", text(severity.rawValue)),
      JSONMember("title", text(title)),
    ]
    if let task { members.append(JSONMember("task", text(task.rawValue))) }
    if let app { members.append(JSONMember("app", text(app))) }
    members += [
      JSONMember("count", JSONValue(.integer(Int64(count)))), JSONMember("evidence", JSONValue(.array(evidence))),
      JSONMember("consequence", text(consequence)), JSONMember("remedy", text(remedy)),
      JSONMember("source", text(source)),
    ]
    return JSONValue(.object(members))
  }
}
