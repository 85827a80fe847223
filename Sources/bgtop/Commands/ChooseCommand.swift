internal import Diagnosis
internal import TaskTrace

extension ProgramCommand {
  /// `bgtop choose`: a few questions that end in the API for a piece of background work.
  static let choose = ProgramCommand(
    "choose", summary: "find the API for a piece of background work",
    details: """
      Asks a few questions, each answered with a number, and recommends an API, with the Info.plist keys it needs, a
      Swift example, and what it does and does not promise. Questions go to standard error, answers are read from standard
      input, the recommendation goes to standard output.
      """,
    words: { [] }
  ) { options in
    let given = options.add(
      .text("answers", "LIST", "all answers at once, such as 'time,maintenance,heavy,offline'"))
    let json = options.add(Switch.json)
    return { call in
      var chooser = TaskChooser()
      if let list = call[given] {
        try ChooserDialog.apply(list, &chooser, call)
      } else if !(try ChooserDialog.ask(&chooser)) {
        Program.complain(["not every question was answered; --answers takes them all at once"])
        return Program.ExitCode.unusable
      }
      if call[json] {
        try Program.print(chooser.json.text + "\n")
      } else {
        try Program.print(chooser.lines.joined(separator: "\n") + "\n")
        if call[given] == nil {
          FileAccess.writeError("\nTo repeat: bgtop choose --answers \(chooser.answers.joined(separator: ","))\n")
        }
      }
      return Program.ExitCode.fine
    }
  }
}

/// The questions of a chooser and the user's answers.
private enum ChooserDialog {
  /// Reads all answers from one argument, separated by commas.
  static func apply(_ list: String, _ chooser: inout TaskChooser, _ call: Invocation) throws(UsageError) {
    for answer in list.split(separator: ",").map({ String($0) }) {
      guard let question = chooser.question else {
        throw call.fault("unexpected answer '\(answer)': all questions are answered")
      }
      guard chooser.answer(answer) else { throw call.fault(refusal(answer, to: question)) }
    }
    if let question = chooser.question {
      throw call.fault("one more answer is needed: \(question.ask) \(choices(question))")
    }
  }

  /// Asks on standard error and reads standard input, one line per answer, so that the result can be piped.
  ///
  /// - Returns: Whether there is a recommendation; else the input is at its end.
  static func ask(_ chooser: inout TaskChooser) throws(FileAccess.Failure) -> Bool {
    let input = try FileReader("-")
    var unread: [UInt8] = []
    put(chooser.question)
    while let question = chooser.question {
      guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else {
        // An answer is at most a word.
        let count = unread.count
        guard count < 1 << 12 else { return false }
        unread = try input.read(after: unread, limit: 1 << 12)
        guard unread.count > count else { return false }
        continue
      }
      let answer = String(decoding: unread[..<end], as: UTF8.self).filter { !$0.isWhitespace }
      unread.removeFirst(end + 1)
      if answer == "back" {
        chooser.back()
      } else if !chooser.answer(answer) {
        Program.complain([refusal(answer, to: question)])
      }
      put(chooser.question)
    }
    return true
  }

  private static func put(_ question: TaskChooser.Question?) {
    guard let question else { return FileAccess.writeError("\n") }
    let options = question.options.enumerated().map { "  \($0 + 1)  \($1.text)\n" }.joined()
    FileAccess.writeError("\n\(question.ask)\n\(options)a number, or back: ")
  }

  static func refusal(_ answer: String, to question: TaskChooser.Question) -> String {
    let hint = didYouMean(answer, among: question.options.map(\.id))
    return "'\(answer)' is not an answer to: \(question.ask) \(choices(question))\(hint)"
  }

  static func choices(_ question: TaskChooser.Question) -> String {
    "(" + question.options.map(\.id).joined(separator: ", ") + ")"
  }
}

extension TaskChooser {
  var json: JSONValue {
    guard let outcome else { return JSONValue(.null) }
    var members = [
      JSONMember("answers", JSONValue(.array(answers.map(JSONValue.text)))), JSONMember("id", .text(outcome.id)),
      JSONMember("api", .text(outcome.title)), JSONMember("since", .text(outcome.since)),
      JSONMember("why", .text(outcome.why)),
    ]
    let expect = outcome.expect.map {
      JSONValue(.object([JSONMember("words", .text($0.text)), JSONMember("source", .text($0.source))]))
    }
    members += [
      JSONMember("expect", JSONValue(.array(expect))),
      JSONMember("needs", JSONValue(.array(outcome.needs.map(JSONValue.text)))),
      JSONMember("infoPlist", .text(infoPlist)), JSONMember("swift", .text(code)),
    ]
    if let scenario = outcome.scenario { members.append(JSONMember("scenario", .text(scenario))) }
    return JSONValue(.object(members))
  }
}
