import SchedulerModel
import TaskTrace
import Testing

@testable import Diagnosis

/// What one part of a condition decides alone.
@Suite("Boundaries of findings") struct BoundaryTests {
  private static let task = TaskReference("app.t", ActivityID(rawValue: 1))

  private func trace(_ events: [Event]) -> Trace {
    CheckRow.Subject.trace(events.enumerated().map { TraceEvent(.zero + .seconds(Int64($0.offset)), $0.element) })
  }

  @Test func `a code tells of a locked file without a cause, and no other code does`() {
    for (code, isLocked) in [(0xDEAD_10CC, true), (0xDEAD_10CD, false), (0xDEAD_10CB, false)] as [(UInt64, Bool)] {
      let events: [Event] = [
        .app(bundle: "app", .background, cause: nil), .killed(nil, bundle: "app", code: code, cause: nil),
      ]
      #expect(Findings.of(trace(events)).contains { $0.check == "locked-file" } == isLocked)
    }
  }

  @Test func `of two warnings of a run the first counts`() {
    let events: [Event] = [
      .submitted(Self.task, Submission(kind: .refresh)), .started(Self.task, RunStart(limit: .seconds(30))),
      .warned(Self.task, cause: .thermal, deadline: nil), .warned(Self.task, cause: .time, deadline: nil),
      .ended(Self.task, RunEnd(.expired)),
    ]
    let run = History(trace(events)).task(Self.task.task)?.runs.last
    #expect(run?.warnedCause == .thermal && run?.warned?.event == 2)
  }

  @Test func `an Info.plist with a mode for tasks gets an identifier, and one without does not`() {
    func mended(_ modes: [String]) -> String? {
      Declaration(bundle: nil, permitted: nil, modes: modes.map { Declaration.Entry($0) }).correctedInfoPlist
    }
    for mode in ["processing", "fetch"] {
      #expect(mended([mode])?.contains("$(PRODUCT_BUNDLE_IDENTIFIER).refresh") == true)
    }
    #expect(mended(["audio"])?.contains("PRODUCT_BUNDLE_IDENTIFIER") != true)
  }

  @Test func `traces that differ from their first event on differ in it`() {
    let (a, b) = (trace([.condition(.cpu(1)), .condition(.boot)]), trace([.condition(.cpu(2)), .condition(.boot)]))
    #expect(TraceDifference.first(a, b) == 0)
    #expect(TraceDifference.first(a, b, from: 1) == nil)
    #expect(TraceDifference.first(a, a) == nil)
  }

  // MARK: What a rationale leaves open

  private static func response(_ policy: String, _ rationale: String) -> PolicyResponse {
    PolicyResponse(name: policy, weight: 5, decision: .mustNotProceed, score: 0, rationale: rationale)
  }

  private static func inputs(_ policy: String, _ rationale: String) -> [PolicyInput]? {
    let activity = PolicyInput.Activity(
      kind: .refresh, priority: .background, requiresNetwork: true, requiresPower: false)
    let input = PolicyInput(activity: activity, profile: .ios26)
    guard case .inputs(let inputs) = LoggedPolicyInput.of(response(policy, rationale), activities: [input]) else {
      return nil
    }
    return inputs
  }

  @Test func `a rationale that does not state the time since boot leaves the policy unasked`() {
    #expect(Self.inputs("BootTimePolicy", "[{timeSinceBoot < 600}]")?.isEmpty == false)
    #expect(Self.inputs("BootTimePolicy", "[{thermalLevel == 2}]") == nil)
    #expect(Self.inputs("BootTimePolicy", "") == nil)
  }

  @Test func `a battery level leaves open whether an iPhone or an iPad spoke, and what the charger did`() {
    func cases(_ rationale: String) -> Set<[Bool]> {
      Set((Self.inputs("BatteryLevelPolicy", rationale) ?? []).map { [$0.device.plugged, $0.device.isPad] })
    }
    #expect(cases("[{batteryLevel == 41 AND pluggedIn == 0}]") == [[false, false], [false, true]])
    #expect(cases("[{batteryLevel == 41 AND pluggedIn == 1}]") == [[true, false], [true, true]])
    #expect(cases("[{batteryLevel == 41}]").count == 4)
  }

  @Test func `Low Data Mode is a Wi-Fi of full quality that is constrained`() {
    let inputs = Self.inputs("NetworkQualityPolicy", "[{networkPathConstrained == 1}]")
    #expect(inputs?.map(\.device.network) == [NetworkPath(.wifi, quality: 100, constrained: true)])
  }

  @Test func `a switch is off or on, and any other number is neither`() {
    for (number, flag) in [(0, false), (1, true), (2, nil), (-1, nil)] as [(Int, Bool?)] {
      let facts = LoggedPolicyInput.Facts(Self.response("X", "[{networkPathConstrained == \(number)}]"))
      #expect(facts.flag("networkPathConstrained") == flag)
    }
  }

  @Test func `only a manual launch that crashes before its handler is one that does not reach it`() {
    func isFault(forced: Bool, _ outcome: RunEnd.Outcome, handler: Bool) -> Bool {
      var events: [Event] = [
        .submitted(Self.task, Submission(kind: .refresh)),
        .started(Self.task, RunStart(limit: .seconds(30), forced: forced)),
      ]
      if handler { events.append(.handler(Self.task, .set)) }
      events.append(.ended(Self.task, RunEnd(outcome)))
      let trace = trace(events)
      let subject = Facts(History(trace), of: trace, nil).subject(Self.task.task)
      return Question.manual.answer(subject).fault != nil
    }
    #expect(isFault(forced: true, .crashed, handler: false))
    #expect(!isFault(forced: true, .crashed, handler: true))
    #expect(!isFault(forced: false, .crashed, handler: false))
    #expect(!isFault(forced: true, .succeeded, handler: false))
  }
}
