internal import Diagnosis
internal import SchedulerModel
internal import TaskTrace

extension ProgramCommand {
  /// `bgtop why`: why a task does or does not run at a time, in sentences.
  static let why = ProgramCommand(
    "why", operands: "INPUT [TASK]", count: 1...2, summary: "explain why a task does or does not run",
    details: """
      INPUT is what the dashboard takes. TASK is an identifier, or the end of one; without it, every task gets a
      one-sentence answer. With it: what holds it, what is in its favor, what it waited for, how its last run ended and
      what the app saw, when it will run if nothing is done, and what would let it run sooner.
      """
  ) { options in
    let (at, date, seed) = (options.add(.askedAt), options.add(.date), options.add(.seed))
    let json = options.add(Switch.json)
    return { call in
      let operand = call.operands[0]
      let input = try LoadedInput.load(operand, seed: call[seed], date: call[date])
      let story = try AskedInput(input, at: call[at], operand)
      let explainer = Why.Explainer(story.trace, at: story.at, scenario: story.scenario)
      let wanted = call.operands.dropFirst().first
      let tasks =
        try wanted.map { [try AskedInput.task($0, among: explainer.board.tasks.map(\.task))] }
        ?? explainer.board.tasks.map(\.task)
      let answers = tasks.map { task in
        let isAsked = wanted != nil && explainer.board.task(task)?.running == nil
        var why = explainer.why(task)
        let isModeled = !story.trace.header.isDeviceLog || Why.Explainer.isModeled(why.kind)
        if isAsked, isModeled, let found = story.help(task) { (why.help, why.assumptions) = found }
        return why
      }
      if call[json] {
        try Program.print(JSONValue(.array(answers.map(\.json))).text + "\n")
      } else if answers.isEmpty {
        try Program.print("No task is on record by then.\n")
      } else {
        let texts = answers.map {
          (wanted == nil ? Array($0.lines.prefix(2)) : $0.lines).joined(separator: "\n") + "\n"
        }
        try Program.print(texts.joined(separator: wanted == nil ? "" : "\n"))
      }
      return Program.ExitCode.fine
    }
  }
}

extension Why {
  var json: JSONValue {
    func time(_ instant: Instant) -> JSONValue { JSONValue(.integer(instant.microseconds)) }
    func span(_ span: TimeSpan) -> JSONValue { JSONValue(.integer(span.microseconds)) }
    var members = [
      JSONMember("task", .text(task.rawValue)), JSONMember("kind", .text(kind.rawValue)), JSONMember("t", time(at)),
      JSONMember("standing", .text("\(explanation.standing)")), JSONMember("answer", .text(headline)),
    ]
    if let app { members.append(JSONMember("app", .text(app))) }
    if let source { members.append(JSONMember("source", .text(source))) }
    let points = explanation.points.map { point -> JSONValue in
      var inner = [
        JSONMember("weight", .text("\(point.weight)")), JSONMember("subject", .text(point.subject)),
        JSONMember("detail", .text(point.detail)),
      ]
      if let decision = point.decision { inner.append(JSONMember("decision", .text(decision.code))) }
      return JSONValue(.object(inner))
    }
    members.append(JSONMember("points", JSONValue(.array(points))))
    if let wait {
      let shares = wait.shares.map { share in
        JSONValue(
          .object([
            JSONMember("cause", .text(share.holder.text)), JSONMember("span", span(share.span)),
            JSONMember("beside", span(share.alongside)),
          ]))
      }
      members.append(JSONMember("waited", span(wait.total)))
      members.append(JSONMember("wait", JSONValue(.array(shares))))
    }
    if let help {
      if let run = help.unchanged { members.append(JSONMember("runsAt", time(run.at))) }
      let changes = help.changes.map { change in
        JSONValue(
          .object([
            JSONMember("commands", JSONValue(.array(change.commands.map { .text($0.text) }))),
            JSONMember("words", .text(change.text)), JSONMember("runsAt", time(change.run.at)),
          ]))
      }
      members.append(JSONMember("help", JSONValue(.array(changes))))
      members.append(JSONMember("assumed", JSONValue(.array(assumptions.map(JSONValue.text)))))
    }
    members.append(JSONMember("unknown", JSONValue(.array(unknown.map(JSONValue.text)))))
    members.append(JSONMember("findings", JSONValue(.array(findings.map(\.json)))))
    return JSONValue(.object(members))
  }
}
