internal import Diagnosis
internal import TaskTrace

/// `bgtop diagnose`: the questions behind a symptom, answered one by one.
enum DiagnoseCommand {
  static func run(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    let seed = try arguments.integer(CommandTable.seed, in: 0...UInt64.max)
    let (time, date) = (try arguments.time("at"), try arguments.date())
    let path = arguments.operands[0]
    let (symptom, name) = try asked(arguments)
    return try Program.reporting {
      let facts = try DeclaredInput.load(path, seed: seed, date: date).facts(at: time, path)
      let subjects = try name.map { [try subject($0, facts)] } ?? facts.subjects
      var found = subjects.flatMap { subject in
        (symptom.map { [$0] } ?? Symptom.all).map { $0.examine(subject) }
      }
      // Who names a symptom and a task is answered, whether it shows or not; else what shows is told.
      let isAsked = symptom != nil && (name != nil || facts.history == nil)
      if !isAsked { found.removeAll { $0.shows != .yes } }
      if arguments.has("json") {
        Program.say(JSONValue(.array(found.map(\.json))).text + "\n")
      } else if found.isEmpty {
        let what = symptom.map { "no task or app shows \"\($0.title)\"" } ?? "none of the symptoms shows"
        Program.say(Program.visibleLines("\(path): \(what).\n"))
      } else {
        let isBrief = name == nil && found.count > mostInFull
        let texts = found.map { $0.lines(file: path, isBrief: isBrief).joined(separator: "\n") + "\n" }
        let more = isBrief ? "\nWith a task's name every question is answered.\n" : ""
        Program.say(Program.visibleLines(texts.joined(separator: "\n") + more))
      }
      return found.contains { $0.shows == .yes || $0.isFault } ? Program.ExitCode.findings : Program.ExitCode.fine
    }
  }

  /// More examinations than these are told without their questions.
  private static let mostInFull = 12

  /// The symptom and the task that are named, in any order.
  private static func asked(_ arguments: Arguments) throws(Arguments.UsageError) -> (Symptom?, String?) {
    let words = arguments.operands.dropFirst()
    let symptom = words.lazy.compactMap(Symptom.named).first
    let names = words.filter { Symptom.named($0) == nil }
    guard names.count <= 1 else {
      let hint = names.lazy.compactMap { nearestName(to: $0, among: Symptom.all.map(\.id)) }.first
      throw arguments.fault(
        "there is no symptom '\(names.first ?? "")'\(hint.map { "; did you mean '\($0)'?" } ?? "") ('bgtop list symptoms' names them)"
      )
    }
    return (symptom, names.first)
  }

  private static func subject(_ name: String, _ facts: Facts) throws(LoadedInput.Failure) -> Subject {
    // Of an Info.plist any identifier may be asked about: that it is not listed is the answer.
    guard facts.history != nil else { return facts.subject(TaskIdentifier(name)) }
    let subjects = facts.subjects
    if let app = subjects.first(where: { $0.task == nil && $0.bundle == name }) { return app }
    let known = subjects.compactMap(\.task)
    do throws(LoadedInput.Failure) {
      return facts.subject(try AskedInput.task(name, among: known))
    } catch {
      guard let near = nearestName(to: name, among: Symptom.all.map(\.id)) else { throw error }
      throw LoadedInput.Failure("no task, and no symptom, is called '\(name)'; did you mean '\(near)'?")
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
        [("id", id), ("words", words), ("remedy", remedy), ("source", source)].map {
          JSONMember($0.0, JSONValue(.string($0.1)))
        }))
  }
}
