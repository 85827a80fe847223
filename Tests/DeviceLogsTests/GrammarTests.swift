import DeviceLogs
import TaskTrace
import Testing

/// Reads messages as dasd prints them, one a second.
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

  @Test func shortTailsContainScores() {
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

  @Test func emptyRationalesAreDistinguishedFromNone() {
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
    #expect(all.last == .cancelled(TaskReference("a.b", ActivityID("0000AA"), kind: .refresh), cause: .replaced))
  }

  @Test func aRefusedSubmissionIsNoSubmission() {
    let all = events(
      "submitTaskRequest: <BGProcessingTaskRequest: a.b, earliestBeginDate: (null), requiresExternalPower=1, requiresNetworkConnectivity=0>",
      #"Error submitting task request: <BGProcessingTaskRequest: a.b>, error: Error Domain=BGTaskSchedulerErrorDomain Code=3 "(null)""#,
      process: "App")
    #expect(all == [.refused(TaskReference("a.b", kind: .processing), code: 3, cause: .notPermitted)])
  }

  @Test func continuedRequestsIncludeTheirTitles() {
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
    #expect(submission.strategy == .queue)
  }

  @Test func killsReportTheirCodes() {
    let all = events(
      "[application<org.example.mail>:432] Terminating with context: <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:too slow>",
      process: "runningboardd")
    #expect(all == [.killed(nil, bundle: "org.example.mail", code: 0x8BAD_F00D, cause: .watchdog)])
  }

  @Test func maskedTextIsKept() {
    let all = events("No task request with identifier <decode: missing data> has been scheduled", process: "App")
    #expect(
      all == [
        .note(
          Note(
            "No task request with identifier <decode: missing data> has been scheduled", process: "App", level: .error))
      ])
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

  @Test func `members of a set may have commas of their own`() {
    let all = events(
      "Daemon Canceling Activities: {(\n    <_DASActivity: \"bgRefresh-a.b:0000AA\", Utility, 60s, [5/4/26, 12:00 - 5/5/26, 12:00]>,\n    \"bgRefresh-c.d:0000AB\"\n)}"
    )
    #expect(all.compactMap(\.reference?.task) == [TaskIdentifier("a.b"), TaskIdentifier("c.d")])
  }

  @Test func `a code without 0x is decimal`() {
    let all = events(
      "Terminating [app<a.b(501)>:7] with context: <RBSTerminateContext| code:2343432205 explanation:too slow>",
      process: "runningboardd")
    #expect(all == [.killed(nil, bundle: "a.b", code: 0x8BAD_F00D, cause: .watchdog)])
  }

  @Test func `the words before an optimal score are not part of its task`() {
    let all = events("DAS Activity 0:a.b:0000AA: Optimal Score 0.5 at <private> (Valid Until: <private>)")
    #expect(all.first?.reference?.task == TaskIdentifier("a.b"))
  }

  @Test func `text after the decision of a block belongs to another one`() {
    let policy = { (name: String, decision: String) in
      "\t{name: \(name), policyWeight: 5.000, response: {Decision: \(decision), Score: 0.00, Rationale: }}"
    }
    let block = [
      "bgRefresh-a.b:0000AA:[", policy("ThermalPolicy", "Must Not Proceed"), " ], FinalDecision: Must Not Proceed}",
      policy("CPUUsagePolicy", "Absolutely Must Not Proceed"),
      " ] sumScores:1.000000, denominator:2.000000, FinalDecision: Can Proceed FinalScore: 0.500000}",
    ]
    for lines in [block, [block[0], block[1], block[2], block[4]]] {
      let response = PolicyResponse(
        name: "ThermalPolicy", weight: 5, decision: .mustNotProceed, score: 0, rationale: "")
      #expect(
        scores(lines.joined(separator: "\n")) == [Score(policies: [response], decision: .mustNotProceed)])
    }
  }

  @Test func `messages about an app are recognized without a head`() {
    let lines = [
      "[application<a.b>:432] Suspending task.",
      "[application<a.b>:432] Terminating with context: <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:x>",
      "[a.b] Request DUET delivers content-available push notification to application",
    ]
    let all = DeviceLog.read(Array(lines.joined(separator: "\n").utf8), named: "x").events.map(\.event)
    #expect(all.map(\.name) == ["app", "killed", "push"])
  }

  @Test func `bent quotes of web pages are quotes`() {
    let lines = [
      "\u{2018}bgRefresh-a.b:0000AA\u{2019} CurrentScore: 0.5, ThresholdScore: 0.4 DecisionToRun:1",
      "\u{2019}bgRefresh-a.b:0000AA\u{2019} has compatibility score of -1.000000 with c.d:0000AB. Bailing out.",
      "Can\u{2019}t end BackgroundTask: no background task exists with identifier 10 (0xa)",
      "a.b is not advertised in the application\u{2019}s Info.plist",
    ]
    let names = ["compared", "held", "assertion", "registrationRefused"]
    let records = lines.enumerated().map {
      FixtureRecord(at: $0.offset, process: "dasd", category: "x", message: $0.element)
    }
    for text in [FixtureStyle.default.text(records), lines.prefix(2).joined(separator: "\n")] {
      let all = DeviceLog.read(Array(text.utf8), named: "x").events.map(\.event.name)
      #expect(!all.isEmpty && all == Array(names.prefix(all.count)))
    }
  }

  @Test func `quotation marks that a paste left in a set are not members`() {
    let all = events("Daemon Canceling Activities: {(`\n    bgRefresh-a.b:0000AA\n--\n)}")
    #expect(all.compactMap(\.reference?.task) == [TaskIdentifier("a.b")])
  }

  @Test(arguments: [
    "2026-05-04 08:00:00.000000+0000 0x1f00     Activity    0x5                  99     0    dasd: [com.apple.duetactivityscheduler:x] scoring",
    "2026-05-04 08:00:00.000 A  dasd[99:1f00] [com.apple.duetactivityscheduler:x] scoring",
    #"{"eventType":"activityCreateEvent","eventMessage":"scoring","timestamp":"2026-05-04 08:00:00.000000+0000","processImagePath":"/usr/libexec/dasd"}"#,
    #"{"eventType":"signpostEvent","eventMessage":"","timestamp":"2026-05-04 08:00:00.000000+0000","processImagePath":"/usr/libexec/dasd"}"#,
  ]) func `spans of work are not messages`(_ line: String) {
    let summary = DeviceLog.read(Array(line.utf8), named: "x").summary
    #expect((summary.records, summary.others, summary.notUnderstood) == (1, 1, 0))
  }
}
