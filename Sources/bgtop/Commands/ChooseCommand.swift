internal import Diagnosis
internal import TaskTrace

/// `bgtop choose`: a few questions that end in the API for a piece of background work.
enum ChooseCommand {
  static func run(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    var chooser = TaskChooser()
    if let list = arguments.value("answers") {
      for answer in list.split(separator: ",").map({ String($0) }) {
        guard let question = chooser.question else { throw arguments.fault("what is '\(answer)' for? All is answered") }
        guard chooser.answer(answer) else { throw arguments.fault(refusal(answer, to: question)) }
      }
      if let question = chooser.question {
        throw arguments.fault("one answer more is needed: \(question.ask) \(choices(question))")
      }
      tell(chooser, arguments)
      return Program.ExitCode.fine
    }
    return try Program.reporting {
      guard try ask(&chooser) else {
        Program.complain(["not every question was answered; --answers takes them all at once"])
        return Program.ExitCode.unusable
      }
      tell(chooser, arguments)
      return Program.ExitCode.fine
    }
  }

  private static func tell(_ chooser: TaskChooser, _ arguments: Arguments) {
    if arguments.has("json") {
      Program.say(chooser.json.text + "\n")
    } else {
      Program.say(chooser.lines.joined(separator: "\n") + "\n")
      if !arguments.has("answers") {
        FileAccess.writeError("\nAgain: bgtop choose --answers \(chooser.answers.joined(separator: ","))\n")
      }
    }
  }

  /// Asks on standard error and reads standard input, a line for each answer, so that what is chosen can be piped on.
  ///
  /// - Returns: Whether there is a recommendation; else the input is at its end.
  private static func ask(_ chooser: inout TaskChooser) throws(FileAccess.Failure) -> Bool {
    let input = try FileAccess.Stream("-")
    var unread: [UInt8] = []
    put(chooser.question)
    while let question = chooser.question {
      guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else {
        // Nobody answers with more than a word.
        guard unread.count < 1 << 12, case .bytes(let bytes) = try input.next(most: 1 << 12) else { return false }
        unread += bytes
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
    let options = question.options.enumerated().map { "  \($0 + 1)  \($1.words)\n" }.joined()
    FileAccess.writeError("\n\(question.ask)\n\(options)a number, or back: ")
  }

  private static func refusal(_ answer: String, to question: TaskChooser.Question) -> String {
    let hint = didYouMean(answer, among: question.options.map(\.id))
    return "'\(answer)' is no answer to: \(question.ask) \(choices(question))\(hint)"
  }

  private static func choices(_ question: TaskChooser.Question) -> String {
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
      JSONValue(.object([JSONMember("words", .text($0.words)), JSONMember("source", .text($0.source))]))
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
