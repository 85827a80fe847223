import DeviceLogs
import TaskTrace
import Testing

/// Reads messages as dasd says them, one a second.
private func events(_ messages: String..., process: String = "dasd") -> [Event] {
  let records = messages.enumerated().map {
    FixtureRecord(at: $0.offset * 1_000_000, process: process, category: "x", message: $0.element)
  }
  return DeviceLog.read(Array(FixtureStyle.default.text(records).utf8), named: "x").events.map(\.event)
}

private func scores(_ message: String) -> [Score] {
  events(message).compactMap { if case .scored(_, let score) = $0 { score } else { nil } }
}

@Suite struct GrammarTests {
  @Test(arguments: [
    "bgRefresh-a.b:0000AA:[\n\t{name: Thermal Policy, policyWeight: 5.000, response: {33, 0.00, [{thermalLevel > 20}]}}\n], Decision: MNP}",
    "bgRefresh-a.b:0000AA:[\n{name: ThermalPolicy, policyWeight: 5.000, response: {Decision: MNP, Score: 0.00, Rationale: [{thermalLevel > 20}]}}\n ], FinalDecision: Must Not Proceed}",
    "bgRefresh-a.b:0000AA:[ {name: ThermalPolicy, policyWeight: 5.000, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{thermalLevel > 20}]}} ], FinalDecision: Must Not Proceed}",
  ]) func bothGrammarsReadAlike(_ message: String) {
    let response = PolicyResponse(
      name: "ThermalPolicy", weight: 5, decision: .mustNotProceed, score: 0, rationale: "[{thermalLevel > 20}]")
    #expect(scores(message) == [Score(policies: [response], decision: .mustNotProceed)])
  }

  @Test func shortTailsTellScores() {
    let text = "bgRefresh-a.b:0000AA:[\n], sumScores:43.250000 denominator:45.000000 Decision: CP Score: 0.961111}"
    let score = scores(text).first
    #expect(score?.decision == .canProceed)
    #expect(score?.score == 0.961111)
    #expect(score?.sum == 43.25)
    #expect(score?.denominator == 45)
    #expect(scores("bgRefresh-a.b:0000AA:[, Decision: CP Score: 0.5}").first?.score == 0.5)
  }

  @Test func policiesThatDoNotAnswerAreLeftOut() {
    let text = "bgRefresh-a.b:0000AA:[\n{name: Boot Time Policy, policyWeight: 5.000, response: N/A}\n], Decision: MNP}"
    #expect(scores(text) == [Score(policies: [], decision: .mustNotProceed)])
  }

  @Test func emptyRationalesAreKeptApartFromNone() {
    let text =
      "bgRefresh-a.b:0000AA:[\n{name: ChargerPluggedInPolicy, policyWeight: 10.000, response: {Decision: Can Proceed, Score: 0.50, Rationale: }}\n{name: DeviceActivityPolicy, policyWeight: 5.000, response: {Decision: Can Proceed, Score: 0.75}}\n ] sumScores:1.0, denominator:2.0, FinalDecision: Can Proceed FinalScore: 0.500000}"
    #expect(scores(text).first?.policies.map(\.rationale) == ["", nil])
  }

  @Test func aReplacedRequestIsMarked() {
    let all = events(
      "Submitted Activity: bgRefresh-a.b:0000AA at priority 10 <private>",
      "Submitted Activity: bgRefresh-a.b:0000AB at priority 10 <private>",
      "Daemon Canceling Activities: {(\n    bgRefresh-a.b:0000AA\n)}",
      "CANCELED: bgRefresh-a.b:0000AA at priority 10 <private>!")
    #expect(all.map(\.name) == ["submitted", "submitted", "cancelled"])
    #expect(all.last == .cancelled(TaskReference("a.b", ActivityID("0000AA"), kind: .refresh), cause: "replaced"))
  }

  @Test func aRefusedSubmissionIsNoSubmission() {
    let all = events(
      "submitTaskRequest: <BGProcessingTaskRequest: a.b, earliestBeginDate: (null), requiresExternalPower=1, requiresNetworkConnectivity=0>",
      #"Error submitting task request: <BGProcessingTaskRequest: a.b>, error: Error Domain=BGTaskSchedulerErrorDomain Code=3 "(null)""#,
      process: "App")
    #expect(all == [.refused(TaskReference("a.b", kind: .processing), code: 3, cause: "notPermitted")])
  }

  @Test func continuedRequestsTellTheirTitles() {
    let all = events(
      "submitTaskRequest: <BGContinuedProcessingTaskRequest: a.b.export, (title: Film, subtitle: 3 of 9, resources: GPU, submissionStrategy: Queue)>",
      process: "App")
    guard case .submitted(let reference, let submission)? = all.first else {
      Issue.record("no submission")
      return
    }
    #expect(reference.kind == .continued)
    #expect(submission.title == "Film")
    #expect(submission.subtitle == "3 of 9")
    #expect(submission.requiresGPU == true)
    #expect(submission.strategy == "queue")
  }

  @Test func killsTellTheirCodes() {
    let all = events(
      "[application<org.example.mail>:432] Terminating with context: <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:too slow>",
      process: "runningboardd")
    #expect(all == [.killed(nil, bundle: "org.example.mail", code: 0x8BAD_F00D, cause: "watchdog")])
  }

  @Test func maskedTextIsKept() {
    let all = events("No task request with identifier <decode: missing data> has been scheduled", process: "App")
    #expect(
      all == [.note(Note("No task request with identifier <decode: missing data> has been scheduled", process: "App"))])
  }

  @Test func whatIsNotUnderstoodIsCounted() {
    let records = [FixtureRecord(at: 0, process: "dasd", category: "x", message: "Something new about bgRefresh")]
    let summary = DeviceLog.read(Array(FixtureStyle.default.text(records).utf8), named: "log").summary
    #expect(summary.notUnderstood == 1)
    #expect(
      summary.firstNotUnderstood == [
        LogSummary.Line(log: "log", number: 1, text: "Something new about bgRefresh")
      ])
  }
}
