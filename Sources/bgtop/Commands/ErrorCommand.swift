internal import Diagnosis
internal import SchedulerModel
internal import TaskTrace

extension ProgramCommand {
  /// `bgtop error`: what a code means, and which of its causes hold in an input.
  static let error = ProgramCommand(
    "error", operands: "CODE [INPUT]", count: 1...2, summary: "decode an error and find its cause in the input",
    details: """
      CODE is an error as printed, "Domain=BGTaskSchedulerErrorDomain Code=3", or a part of it: Code=3, 3,
      notPermitted; a termination code such as 0x8badf00d; a code of a background URLSession; a counter of MetricKit.
      With an INPUT, which can also be an Info.plist, each cause is checked against it. 'bgtop list errors'
      lists all codes. Exit codes: 0 decoded, 1 found in the INPUT, 2 unknown or unreadable.
      """,
    words: { ErrorCode.all.map(\.name) + Scenario.builtIn.map(\.name) }
  ) { options in
    let (at, date, seed) = (options.add(.askedAt), options.add(.date), options.add(.seed))
    let json = options.add(Switch.json)
    return { call in
      let text = call.operands[0]
      let entries = ErrorCode.matching(text)
      guard !entries.isEmpty else {
        let hint = didYouMean(text, among: ErrorCode.all.map(\.name))
        throw call.fault("unknown code '\(text)'\(hint) ('bgtop list errors' lists them)")
      }
      guard let path = call.operands.dropFirst().first else {
        try Program.print(
          call[json]
            ? JSONValue(.array(entries.map { $0.json([]) })).text + "\n"
            : entries.map { $0.lines.joined(separator: "\n") + "\n" }.joined(separator: "\n"))
        return Program.ExitCode.fine
      }
      let facts = try DeclaredInput.load(path, seed: call[seed], date: call[date]).facts(at: call[at], path)
      let found = entries.map { entry in
        (entry, facts.subjects.map { entry.symptom.examine($0) }.filter { $0.isMeant(by: facts) })
      }
      if call[json] {
        try Program.print(JSONValue(.array(found.map { $0.0.json($0.1) })).text + "\n")
      } else {
        let texts = found.map { entry, examinations in
          guard !examinations.isEmpty else {
            return entry.lines.joined(separator: "\n") + "\n  It does not occur in \(path).\n"
          }
          return "\(entry.lines[0])\n  \(entry.meaning)\n\n"
            + examinations.map { $0.lines(file: path).joined(separator: "\n") + "\n" }.joined(separator: "\n")
        }
        try Program.print(texts.joined(separator: "\n"))
      }
      return found.contains { !$0.1.isEmpty } ? Program.ExitCode.findings : Program.ExitCode.fine
    }
  }
}

extension Examination {
  /// The evidence; an Info.plist does not show an error, but can show a cause of one.
  fileprivate func isMeant(by facts: Facts) -> Bool { shows == .yes || facts.history == nil && isFault }
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
