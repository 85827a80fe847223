internal import Diagnosis
internal import TaskTrace

/// `bgtop error`: what a code means, and which of its causes hold in an input.
enum ErrorCommand {
  static func run(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    let seed = try arguments.integer(CommandTable.seed, in: 0...UInt64.max)
    let (time, date) = (try arguments.time("at"), try arguments.date())
    let text = arguments.operands[0]
    let entries = ErrorCode.matching(text)
    guard !entries.isEmpty else {
      let hint = didYouMean(text, among: ErrorCode.all.map(\.name))
      throw arguments.fault("'\(text)' is no code that is known\(hint) ('bgtop list errors' names them)")
    }
    return try Program.reporting {
      guard let path = arguments.operands.dropFirst().first else {
        Program.say(
          arguments.has("json")
            ? JSONValue(.array(entries.map { $0.json([]) })).text + "\n"
            : Program.visibleLines(entries.map { $0.lines.joined(separator: "\n") + "\n" }.joined(separator: "\n")))
        return Program.ExitCode.fine
      }
      let facts = try DeclaredInput.load(path, seed: seed, date: date).facts(at: time, path)
      let found = entries.map { entry in
        (entry, facts.subjects.map { entry.symptom.examine($0) }.filter { isMeant($0, facts) })
      }
      if arguments.has("json") {
        Program.say(JSONValue(.array(found.map { $0.0.json($0.1) })).text + "\n")
      } else {
        let texts = found.map { entry, examinations in
          guard !examinations.isEmpty else {
            return entry.lines.joined(separator: "\n") + "\n  It does not show in \(path).\n"
          }
          return "\(entry.lines[0])\n  \(entry.meaning)\n\n"
            + examinations.map { $0.lines(file: path).joined(separator: "\n") + "\n" }.joined(separator: "\n")
        }
        Program.say(Program.visibleLines(texts.joined(separator: "\n")))
      }
      return found.contains { !$0.1.isEmpty } ? Program.ExitCode.findings : Program.ExitCode.fine
    }
  }

  /// What shows it; an Info.plist shows no error, and yet a cause of one.
  private static func isMeant(_ examination: Examination, _ facts: Facts) -> Bool {
    examination.shows == .yes || facts.history == nil && examination.isFault
  }
}

extension ErrorCode {
  func json(_ examinations: [Examination]) -> JSONValue {
    var members = [JSONMember("family", .text(family.rawValue)), JSONMember("name", .text(name))]
    if let codeText { members.append(JSONMember("code", .text(codeText))) }
    members += [
      JSONMember("meaning", .text(meaning)), JSONMember("remedy", .text(remedy)), JSONMember("source", .text(source)),
      JSONMember("ask", JSONValue(.array(symptom.questions.map { .text($0.ask) }))),
      JSONMember("here", JSONValue(.array(examinations.map(\.json)))),
    ]
    return JSONValue(.object(members))
  }
}
