import TaskTrace
import Testing

@Suite("dasd's words") struct VocabularyTests {
  @Test(
    "names are parsed and reassembled (rule O1)",
    arguments: [
      ("bgRefresh-com.arthurzhang.otto.refresh:041399", TaskKind.refresh, "com.arthurzhang.otto.refresh", "041399"),
      (
        "bgProcessing-jp.go.mhlw.covid19radar.eventlog-submission:B5B340", .processing,
        "jp.go.mhlw.covid19radar.eventlog-submission", "B5B340"
      ),
      ("com.apple.pushLaunch.com.kodefy.sander:DA4CB9", .push, "com.apple.pushLaunch.com.kodefy.sander", "DA4CB9"),
      (
        "501:com.apple.XProtect.PluginService.agent.fast.scan:BB0E3B", .activity,
        "com.apple.XProtect.PluginService.agent.fast.scan", "BB0E3B"
      ),
      ("bgContinuedProcessing-a.b", .continued, "a.b", nil),
    ] as [(String, TaskKind, String, String?)])
  func names(_ text: String, _ kind: TaskKind, _ task: String, _ activity: String?) {
    let name = ActivityName(text)
    #expect(name.kind == kind)
    #expect(name.task.rawValue == task)
    #expect(name.activity?.description == activity)
    #expect(name.description == text)
  }

  @Test func `an activity is exactly six upper-case digits`() {
    for bad in ["", "04139", "0413999", "04139g", "04139a"] { #expect(ActivityID(bad) == nil) }
    #expect(ActivityID("00000A")?.description == "00000A")
  }

  @Test func `decisions are found by every form, and the largest wins (scheduler facts 3.2)`() {
    for decision in Decision.allCases {
      #expect(Decision(decision.code) == decision)
      #expect(Decision(decision.text) == decision)
    }
    #expect(Decision("33") == .mustNotProceed)
    #expect(Decision("Maybe") == nil)
    #expect(Decision.allCases.filter(\.denies) == [.mustNotProceed, .absolutelyMustNotProceed])
    #expect(Decision.absolutelyMustProceed > .absolutelyMustNotProceed)
  }

  @Test func `sums follow real logs (scheduler facts 3.8)`() throws {
    // L01: 48.52 in all, of which the battery (1) scored 0.601357 and the activity of the device (20) 0.75.
    let quiet = PolicyResponse(name: "QuietPolicy", weight: 27.52, decision: .canProceed, score: 1)
    let score = Score(summing: [quiet] + Samples.score.policies)
    #expect(fixed(try #require(score.score), decimals: 6) == "0.888734")
    #expect(score.applied == 3)
    #expect(score.quiet == 1)
    // L04: a push.
    let push = Score(summing: [
      PolicyResponse(name: "DeviceActivityPolicy", weight: 5, decision: .canProceed, score: 0.25),
      PolicyResponse(name: "QuietPolicy", weight: 92.02, decision: .canProceed, score: 1),
    ])
    #expect(fixed(try #require(push.score), decimals: 6) == "0.961348")
  }

  @Test func `denials score nothing, force scores one, no weight scores one, a zero score denies`() {
    func response(_ decision: Decision, _ score: Double, weight: Double = 1) -> PolicyResponse {
      PolicyResponse(name: "P", weight: weight, decision: decision, score: score)
    }
    #expect(Score(summing: [response(.canProceed, 1), response(.mustNotProceed, 0)]).score == 0)
    #expect(Score(summing: [response(.mustNotProceed, 0), response(.absolutelyMustProceed, 1)]).score == 1)
    #expect(Score(summing: []).score == 1)
    #expect(Score(summing: [response(.canProceed, 0)]).decision == .mustNotProceed)
  }

  @Test func `a block prints in dasd's grammar`() {
    let name = ActivityName("501:com.apple.XProtect.PluginService.agent.fast.scan:BB0E3B")
    let score = Score(
      policies: Samples.score.policies, applied: nil, decision: .canProceed, score: 0.8887336, sum: 43.121357,
      denominator: 48.52)
    #expect(
      score.block(named: name) == """
        501:com.apple.XProtect.PluginService.agent.fast.scan:BB0E3B:[
        \t{name: BatteryLevelPolicy, policyWeight: 1.000, response: {Decision: Can Proceed, Score: 0.60, Rationale: [{batteryLevel == 26 AND pluggedIn == 1}]}}
        \t{name: DeviceActivityPolicy, policyWeight: 20.000, response: {Decision: Can Proceed, Score: 0.75}}
         ] sumScores:43.121357, denominator:48.520000, FinalDecision: Can Proceed FinalScore: 0.888734}
        """)
    let denied = Score(policies: [], decision: .mustNotProceed, score: 0)
    #expect(denied.block(named: name).hasSuffix(":[\n ], FinalDecision: Must Not Proceed}"))
  }

  @Test func `rationales are parsed`() {
    #expect(
      RationaleTerm.terms(of: "[{[Max allowed CPU Usage level]: Required:50.00, Observed:90.00},]")
        == [.comparison(key: "Max allowed CPU Usage level", required: 50, observed: 90)])
    #expect(
      RationaleTerm.terms(
        of: "[{[wiredQuality]: Required:20.00, Observed:0.00},{[wifiQuality]: Required:50.00, Observed:0.00},]"
      ).count == 2)
    #expect(
      RationaleTerm.terms(of: #"[{"com.apple.dasd.default".currentAvailableLimit == 0}]"#)
        == [.expression(#""com.apple.dasd.default".currentAvailableLimit == 0"#)])
    #expect(RationaleTerm.terms(of: "").isEmpty)
    #expect(RationaleTerm.terms(of: "[{[x]: Required:, Observed:9") == [.expression("[{[x]: Required:, Observed:9")])
  }

  @Test func `every event has a line in the log`() {
    var board = Board()
    for event in Samples.events {
      let line = LogLine(event.event, board: board, epoch: Samples.header.epoch)
      #expect(!line.text.isEmpty)
      board.apply(event)
    }
    // It is not known whether the app reported it.
    let completed = LogLine(.completed(Samples.task, success: nil), board: Board(), epoch: Samples.header.epoch)
    #expect(completed.process == "dasd" && completed.text.hasPrefix("COMPLETED "))
    let submitted = LogLine(.submitted(Samples.task, Samples.submission), board: board, epoch: Samples.header.epoch)
    #expect(
      submitted.text.contains(
        "com.example.news.refresh:041399 at priority 10 with interval 21600 (Mon Jun  1 07:15:00 2026 - "))
  }
}
