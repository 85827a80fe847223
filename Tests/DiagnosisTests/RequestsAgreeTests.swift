import SchedulerModel
import TaskTrace
import Testing

@testable import Diagnosis

@Suite("Board, lanes, history, waits, and statistics agree")
struct RequestsAgreeTests {
  private let aa = TaskReference("a.b", ActivityID(rawValue: 0xAA), kind: .refresh)
  private let ab = TaskReference("a.b", ActivityID(rawValue: 0xAB), kind: .refresh)
  private func at(_ minutes: Int64) -> Instant { .zero + .minutes(minutes) }

  private func trace(_ events: [(Int64, Event)]) -> Trace {
    Trace(
      header: TraceHeader(epoch: Epoch(microsecondsSince1970: 0, utcOffset: 0), source: .other("test")),
      events: events.map { TraceEvent(at($0.0), $0.1) })
  }

  /// A log that reports the new request first, and then the removal of the old one.
  private var replaced: Trace {
    let thermal = PolicyResponse(name: "ThermalPolicy", weight: 1, decision: .mustNotProceed, score: 0)
    return trace([
      (0, .submitted(aa, Submission(kind: .refresh))), (30, .submitted(ab, Submission(kind: .refresh))),
      (31, .cancelled(aa, cause: .replaced)),
      (40, .scored(ab, Score(policies: [thermal], decision: .mustNotProceed))),
      // The old request is mentioned once more.
      (50, .held(aa, Hold(.rateLimit))), (120, .started(ab, RunStart())), (121, .ended(ab, RunEnd(.succeeded))),
    ])
  }

  @Test("The wait of a request is reported although the cancellation of the previous one comes late")
  func lateCancellation() throws {
    let trace = replaced
    let history = try #require(History(trace).task("a.b"))
    let statistics = try #require(
      Statistics(History(trace), use: trace.lanes.deviceUse, from: .zero).tasks.first { $0.task == "a.b" })
    #expect(statistics.waits.median == .minutes(90))
    let requests = Waits(trace.lanes, until: trace.end).requests(of: history)
    #expect(requests.map(\.end) == [.cancelled, .launched])
    #expect(requests.map(\.total) == [.minutes(30), .minutes(90)])
    #expect(history.requests.map(\.cancelCause) == [.replaced, nil])
    // A moment before the launch, the board and `why` refer to the same request.
    let before = at(119)
    let pending = try #require(trace.board(at: before).task("a.b")?.pending)
    #expect(pending.submittedAt == at(30) && pending.activity == ab.activity)
    let why = Why.Explainer(trace, at: before).why("a.b")
    #expect(why.wait?.total == .minutes(89))
    #expect(why.wait?.shares.map(\.holder) == [.policy(.thermal), .notScored])
  }

  @Test("Reports about an activity that is over do not hold the waiting one")
  func otherActivity() throws {
    let trace = replaced
    let lane = try #require(trace.lanes.task("a.b"))
    #expect(lane.phases.value(at: at(60)) == .waiting([.policy(.thermal)]))
    let brief = Explanation.brief(
      try #require(trace.board(at: at(60)).task("a.b")), on: trace.board(at: at(60)), at: at(60))
    #expect(brief.holder == .policy(.thermal) && brief.text == "thermal")
  }

  @Test("A run that a log kills without reporting its end is over everywhere")
  func killed() throws {
    let trace = trace([
      (0, .started(aa, RunStart())), (5, .killed(aa, bundle: nil, code: 0x8BAD_F00D, cause: nil)),
    ])
    let run = try #require(History(trace).task("a.b")?.runs.first)
    #expect(run.length == .minutes(5) && run.end?.outcome == .killed && run.killCode == 0x8BAD_F00D)
    #expect(trace.latest.task("a.b")?.lastRun?.end.outcome == .killed)
    #expect(trace.lanes.task("a.b")?.phases.value(at: at(6)) == .absent)
  }

  @Test("A hold that is over no longer holds a request")
  func overHold() throws {
    let trace = trace([
      (0, .submitted(aa, Submission(kind: .refresh))), (1, .held(aa, Hold(.rateLimit, until: at(10)))),
    ])
    let record = try #require(trace.latest.task("a.b"))
    #expect(Explanation.brief(record, on: trace.latest, at: at(9)).holder == .hold(.rateLimit))
    #expect(Explanation.brief(record, on: trace.latest, at: at(10)).holder == .unknown)
  }
}
