import TaskTrace
import Testing

@Suite("Which request an event means")
struct RequestLifeTests {
  private let aa = TaskReference("a.b", ActivityID(rawValue: 0xAA))
  private let ab = TaskReference("a.b", ActivityID(rawValue: 0xAB))
  private let unnamed = TaskReference("a.b")
  private func at(_ minutes: Int64) -> Instant { .zero + .minutes(minutes) }

  private func submitted(_ task: TaskReference) -> Event { .submitted(task, Submission(kind: .refresh)) }

  private func held(_ task: TaskReference, by policy: String) -> Event {
    let response = PolicyResponse(name: policy, weight: 1, decision: .mustNotProceed, score: 0)
    return .scored(task, Score(policies: [response], decision: .mustNotProceed))
  }

  /// Applies events that are a minute apart.
  private func live(_ events: [Event]) -> (RequestLife, [RequestLife.Change]) {
    var life = RequestLife(kind: .refresh)
    let changes = events.enumerated().map { life.apply($1, at: at(Int64($0))) }
    return (life, changes)
  }

  @Test("A late report of a replaced request's end leaves the new one waiting")
  func lateCancel() {
    let (life, changes) = live([submitted(aa), submitted(ab), .cancelled(aa, cause: nil), .started(ab, RunStart())])
    #expect(
      changes == [
        .submitted(request: 0, replaced: []), .submitted(request: 1, replaced: [0]), .past,
        .started(run: 0, request: 1, unended: nil),
      ])
    #expect(life.waiting == nil && life.run?.number == 0)
  }

  @Test("Reports about a replaced request do not affect the new one")
  func lateScore() {
    let (life, changes) = live([submitted(aa), submitted(ab), held(aa, by: "ThermalPolicy")])
    #expect(changes.last == .past)
    #expect(life.waiting?.holding.holders == [.notScored])
  }

  @Test("A request that is only mentioned waits from then on, and has no number")
  func assumed() {
    let (life, changes) = live([held(aa, by: "ThermalPolicy"), .started(aa, RunStart())])
    #expect(changes == [.held, .started(run: 0, request: nil, unended: nil)])
    #expect(life.waiting == nil)
    let (second, _) = live([.started(aa, RunStart()), held(ab, by: "ThermalPolicy")])
    #expect(second.waiting?.activity == ab.activity && second.waiting?.submittedAt == at(1))
  }

  @Test("An event without an activity refers to the waiting request, or else to the run")
  func unnamedEvents() {
    let (life, _) = live([.started(aa, RunStart()), held(unnamed, by: "ThermalPolicy")])
    #expect(life.waiting == nil && life.run != nil)
    let (second, _) = live([.started(aa, RunStart()), submitted(ab), held(unnamed, by: "ThermalPolicy")])
    #expect(second.waiting?.holding == Holding([.policy(.thermal)], since: at(2)))
    let (third, changes) = live([submitted(unnamed), held(aa, by: "ThermalPolicy"), .cancelled(ab, cause: nil)])
    #expect(third.waiting?.activity == aa.activity, "the activity is known from the second line on")
    #expect(changes.last == .past)
  }

  @Test("A manual launch of an unknown task leaves nothing waiting")
  func launchByHand() {
    let (life, changes) = live([.launching(unnamed)])
    #expect(changes == [.none] && life.waiting == nil)
  }

  @Test("A run ends once, and for its own activity alone")
  func ends() {
    let end = RunEnd(.succeeded)
    let (_, changes) = live([
      .started(aa, RunStart()), .ended(ab, end), .completed(aa, success: true), .ended(aa, end), .ended(aa, end),
      .completed(aa, success: nil),
    ])
    #expect(changes == [.started(run: 0, request: nil, unended: nil), .past, .none, .ended(run: 0), .past, .past])
  }

  @Test("An end that is reported after the kill of a run belongs to that run")
  func killed() {
    let (life, changes) = live([
      .started(aa, RunStart()), .killed(aa, bundle: nil, code: 1, cause: nil), .ended(aa, RunEnd(.killed)),
      .ended(aa, RunEnd(.killed)),
    ])
    #expect(changes == [.started(run: 0, request: nil, unended: nil), .ended(run: 0), .endReported(run: 0), .past])
    #expect(life.run == nil)
  }

  @Test("A start that is reported twice is one run; one of another activity ends the run before")
  func startedTwice() {
    let (_, changes) = live([.started(aa, RunStart()), .started(aa, RunStart()), .started(ab, RunStart())])
    #expect(
      changes == [.started(run: 0, request: nil, unended: nil), .none, .started(run: 1, request: nil, unended: 0)])
  }

  @Test("A completion whose start was not reported uses up its request, and is counted once")
  func unseen() {
    let (life, changes) = live([submitted(aa), .completed(aa, success: nil), .completed(aa, success: nil)])
    #expect(changes == [.submitted(request: 0, replaced: []), .ranUnseen, .past])
    #expect(life.waiting == nil)
  }

  @Test("dasd reports the next activity before it reports that the one it launched is complete")
  func overlapping() {
    let (life, changes) = live([
      .compared(aa, score: 0.8, threshold: 0.4, run: true), submitted(ab), .completed(aa, success: nil),
    ])
    #expect(changes.last == .ranUnseen)
    #expect(life.waiting?.activity == ab.activity)
  }

  @Test("A request's hold is the last one reported, from its first report")
  func holding() {
    let (life, _) = live([
      submitted(aa), held(aa, by: "ThermalPolicy"), held(aa, by: "ThermalPolicy"),
    ])
    #expect(life.waiting?.holding == Holding([.policy(.thermal)], since: at(1)))
    let limit = Hold(.rateLimit, until: at(9))
    let (second, _) = live([submitted(aa), held(aa, by: "ThermalPolicy"), .held(aa, limit)])
    #expect(second.waiting?.holding == Holding([.hold(.rateLimit)], since: at(2), until: at(9)))
    #expect(second.waiting?.holding.strongest(at: at(8)) == .hold(.rateLimit))
    #expect(second.waiting?.holding.strongest(at: at(9)) == .unknown, "a hold that is over holds nothing")
    let (third, _) = live([submitted(aa), .held(aa, limit), .compared(aa, score: 0.9, threshold: 0.1, run: true)])
    #expect(third.waiting?.holding.holders == [.launch])
  }

  @Test("A log that makes up activities is remembered to a bound")
  func bounded() {
    var life = RequestLife(kind: .refresh)
    for number in 0..<10_000 {
      let task = TaskReference("a.b", ActivityID(rawValue: UInt32(number)))
      _ = life.apply(held(task, by: "ThermalPolicy"), at: at(Int64(number)))
    }
    #expect(life.open.count == 8)
  }
}
