internal import Diagnosis
internal import SchedulerModel
internal import TaskTrace

extension ProgramCommand {
  /// `bgtop diagnose`: the questions behind a symptom, answered one by one.
  static let diagnose = ProgramCommand(
    "diagnose", operands: "INPUT [SYMPTOM] [TASK]", count: 1...3,
    summary: "find the cause of a symptom, question by question",
    details: """
      INPUT is what the dashboard takes, or an Info.plist. SYMPTOM is never-runs, ends-early, delegate-silent,
      development-only, irregular, crashes or several-times; without it, every symptom that is found is examined, for every
      task and app. Each question is answered yes, no or unknown, with the event, time, and line that show it; the first
      wrong answer is the verdict, with the fix and the source. Unknown answers say how to
      find out. Exit codes: 0 no symptom found, 1 symptoms found, 2 unreadable input.
      """,
    words: { Scenario.builtIn.map(\.name) + Symptom.all.map(\.id) }
  ) { options in
    let (at, date, seed) = (options.add(.askedAt), options.add(.date), options.add(.seed))
    let json = options.add(Switch.json)
    return { call in
      let path = call.operands[0]
      let (symptom, name) = try DiagnosisRequest.asked(call)
      let facts = try DeclaredInput.load(path, seed: call[seed], date: call[date]).facts(at: call[at], path)
      let subjects = try name.map { [try DiagnosisRequest.subject($0, facts)] } ?? facts.subjects
      var found = subjects.flatMap { subject in
        (symptom.map { [$0] } ?? Symptom.all).map { $0.examine(subject) }
      }
      // If a symptom and a task are named, the result is printed whether the symptom shows or not; otherwise the
      // symptoms that show are printed.
      let isAsked = symptom != nil && (name != nil || facts.history == nil)
      if !isAsked { found.removeAll { $0.shows != .yes } }
      if call[json] {
        try Program.print(JSONValue(.array(found.map(\.json))).text + "\n")
      } else if found.isEmpty {
        let what = symptom.map { "no task or app shows \"\($0.title)\"" } ?? "no symptoms found"
        try Program.print("\(path): \(what).\n" + DiagnosisRequest.unseen(facts))
      } else {
        let isBrief = name == nil && found.count > DiagnosisRequest.maxFullReports
        let texts = found.map { $0.lines(file: path, isBrief: isBrief).joined(separator: "\n") + "\n" }
        let more = isBrief ? "\nName a task to see every question answered.\n" : ""
        try Program.print(texts.joined(separator: "\n") + more)
      }
      return found.contains { $0.shows == .yes || $0.isFault } ? Program.ExitCode.findings : Program.ExitCode.fine
    }
  }
}

/// The subject of the question: a symptom, a task, both, or neither.
private enum DiagnosisRequest {
  /// Beyond this number, examinations are printed without their questions.
  static let maxFullReports = 12

  /// The symptom and the task that are named, in any order.
  static func asked(_ call: Invocation) throws(UsageError) -> (Symptom?, String?) {
    let words = call.operands.dropFirst()
    let symptom = words.lazy.compactMap(Symptom.named).first
    let names = words.filter { Symptom.named($0) == nil }
    guard names.count <= 1 else {
      let hint = names.lazy.compactMap { nearestName(to: $0, among: Symptom.all.map(\.id)) }.first
      throw call.fault(
        "there is no symptom '\(names.first ?? "")'\(hint.map { "; did you mean '\($0)'?" } ?? "") ('bgtop list symptoms' lists them)"
      )
    }
    return (symptom, names.first)
  }

  /// What the absence of symptoms does not mean: findings of other kinds, and what a log does not show.
  static func unseen(_ facts: Facts) -> String {
    var text = ""
    if !facts.findings.isEmpty {
      text += "'bgtop check' lists \(facts.findings.count == 1 ? "a mistake" : "\(facts.findings.count) mistakes").\n"
    }
    guard let history = facts.history, !facts.isComplete else { return text }
    let open = Symptom.openQuestions(facts)
    if history.tasks.isEmpty {
      text += "It names no task, so it does not show whether a task was submitted, is held, or ran.\n"
    } else if !open.isEmpty {
      text += "It does not answer:\n" + open.map { "  \($0)\n" }.joined()
    }
    return text
  }

  static func subject(_ name: String, _ facts: Facts) throws(LoadedInput.Failure) -> Subject {
    // For an Info.plist, any identifier can be named: the answer may be that it is not listed.
    guard facts.history != nil else { return facts.subject(TaskIdentifier(name)) }
    let subjects = facts.subjects
    if let app = subjects.first(where: { $0.task == nil && $0.bundle == name }) { return app }
    let known = subjects.compactMap(\.task)
    do throws(LoadedInput.Failure) {
      return facts.subject(try AskedInput.task(name, among: known))
    } catch {
      guard let near = nearestName(to: name, among: Symptom.all.map(\.id)) else { throw error }
      throw LoadedInput.Failure("no task or symptom is named '\(name)'; did you mean '\(near)'?")
    }
  }
}

extension Examination {
  var json: JSONValue {
    var members = [JSONMember("symptom", .text(symptom)), JSONMember("subject", .text(subject))]
    if let kind { members.append(JSONMember("kind", .text(kind.rawValue))) }
    if let app { members.append(JSONMember("app", .text(app))) }
    members.append(JSONMember("shows", .text(shows.rawValue)))
    if let seen { members.append(JSONMember("seen", seen.json)) }
    members += [
      JSONMember("answers", JSONValue(.array(answers.map(\.json)))), JSONMember("wrong", JSONValue(.bool(isFault))),
      JSONMember("verdict", verdict.json), JSONMember("others", JSONValue(.array(others.map(\.json)))),
    ]
    return JSONValue(.object(members))
  }
}

extension Answer {
  var json: JSONValue {
    var members = [
      JSONMember("question", .text(question)), JSONMember("ask", .text(ask)),
      JSONMember("reply", .text(reply.rawValue)),
      JSONMember("wrong", JSONValue(.bool(fault != nil))),
      JSONMember("evidence", JSONValue(.array(evidence.map(\.json)))),
    ]
    if reply == .unknown { members.append(JSONMember("find", .text(find))) }
    return JSONValue(.object(members))
  }
}

extension Verdict {
  var json: JSONValue {
    JSONValue(
      .object(
        [("id", id), ("words", text), ("remedy", remedy), ("source", source)].map {
          JSONMember($0.0, JSONValue(.string($0.1)))
        }))
  }
}
