import TaskTrace
import Testing

@Suite("The order of events")
struct EventOrderTests {
  static let task = TaskReference("app.t", ActivityID(rawValue: 1))
  static let other = TaskReference("app.t", ActivityID(rawValue: 2))

  static func submission(earliest: Int64? = nil, start: Int64 = 0, end: Int64 = 100) -> Submission {
    var submission = Submission(kind: .refresh)
    submission.bundle = "app"
    submission.earliest = earliest.map { .zero + .seconds($0) }
    (submission.windowStart, submission.windowEnd) = (.zero + .seconds(start), .zero + .seconds(end))
    return submission
  }

  /// The violations in events that are a second apart.
  static func sentences(_ events: [Event], reportsAll: Bool = true) -> [String] {
    var order = EventOrder(reportsAll: reportsAll)
    return events.enumerated().flatMap { index, event in
      order.check(TraceEvent(.zero + .seconds(Int64(index)), event)).map(\.sentence)
    }
  }

  static let request: [Event] = [.app(bundle: "app", .suspended, cause: nil), .submitted(task, submission())]
  static let running: [Event] =
    request + [.launching(task), .app(bundle: "app", .background, cause: nil), .started(task, RunStart())]
  static let complete: [Event] =
    running + [
      .handler(task, .set), .step(task, Step(index: 1, count: 1, name: "work")), .completed(task, success: true),
      .handler(task, .cleared), .ended(task, RunEnd(.succeeded)), .app(bundle: "app", .suspended, cause: nil),
    ]

  @Test("A run from its submission to its end is in order, and so is the next one")
  func inOrder() {
    let next: [Event] = [
      .submitted(Self.other, Self.submission()), .scored(Self.other, Samples.score), .launching(Self.other),
      .ended(Self.other, RunEnd(.killed)), .app(bundle: "app", .terminated, cause: nil),
    ]
    #expect(Self.sentences(Self.complete + next) == [])
  }

  static let wrong: [(events: [Event], sentence: String)] = [
    ([.cancelled(task, cause: nil)], "app.t is cancelled although no request of it waits"),
    (request + [.submitted(other, submission())], "app.t is submitted while its request waits"),
    (request + [.launching(other)], "app.t is launched under another activity than was submitted"),
    ([.submitted(task, submission(start: 9, end: 8))], "the window of app.t ends before it begins"),
    (
      [.submitted(task, submission(earliest: 7, start: 5))], "the window of app.t begins before its earliest begin date"
    ),
    ([.launching(task)], "app.t is launched although no request of it waits"),
    (
      [.submitted(task, submission(start: 50)), .launching(task), .started(task, RunStart())],
      "app.t starts before its window begins"
    ),
    (running + [.submitted(other, submission()), .launching(other)], "app.t is launched while it runs"),
    ([.submitted(task, submission()), .started(task, RunStart())], "app.t starts although it was not launched"),
    (running + [.started(task, RunStart())], "app.t starts twice"),
    (request + [.launching(task), .started(task, RunStart())], "app.t starts although app is suspended"),
    (request + [.launching(task), .completed(task, success: true)], "app.t is completed before it has started"),
    (complete + [.completed(task, success: true)], "app.t is completed although its run has ended"),
    (complete + [.ended(task, RunEnd(.killed))], "app.t ends although its run has ended"),
    (running + [.app(bundle: "app", .terminated, cause: nil)], "app.t runs on although app is terminated"),
    (running + [.app(bundle: "app", .suspended, cause: nil)], "app.t runs on although app is suspended"),
    (running + [.ended(task, RunEnd(.succeeded))], "app.t ends as succeeded, and nothing before says so"),
    (running + [.handler(task, .called)], "app.t has no handler to be called"),
    (
      running + [.warned(task, cause: nil, deadline: .zero + .seconds(9)), .warned(task, cause: nil, deadline: nil)],
      "app.t is warned twice"
    ),
    (running + [.warned(task, cause: nil, deadline: .zero)], "the grace of app.t is over as it begins"),
    (running + [.completed(task, success: true), .completed(task, success: true)], "app.t is completed twice"),
    (
      [
        .app(bundle: "app", .background, cause: nil), .killed(nil, bundle: "app", code: nil, cause: nil),
        .condition(.cpu(1)),
      ],
      "app was killed and has not ended"
    ),
    (
      [.app(bundle: "app", .terminated, cause: nil), .killed(nil, bundle: "app", code: nil, cause: nil)],
      "app is killed although it has no process"
    ),
    (
      [.app(bundle: "app", .background, cause: nil), .condition(.boot)], "app lives on although the device started anew"
    ),
    (
      [.assertion(Assertion(bundle: "app", name: "save", state: .ended))],
      "save of app is ended although it is not held"
    ),
    (
      [
        .app(bundle: "app", .background, cause: nil),
        .assertion(Assertion(bundle: "app", name: "save", state: .acquired)),
        .app(bundle: "app", .terminated, cause: nil),
      ], "app is gone and holds save"
    ),
    (
      [
        .app(bundle: "app", .terminated, cause: nil),
        .assertion(Assertion(bundle: "app", name: "save", state: .acquired)),
      ], "app acquires save although it has no process"
    ),
    (
      [.transfer(Transfer(bundle: "app", name: "file", state: .finished))],
      "file of app is finished, and nothing before says so"
    ),
    (
      [.submitted(task, submission()), .launching(task), .condition(.boot)],
      "app.t runs on although the device started anew"
    ),
    ([.group(name: "default", running: -1)], "default has fewer than no activities"),
  ]

  @Test("What cannot be is found", arguments: wrong)
  func violation(events: [Event], sentence: String) {
    #expect(Self.sentences(events) == [sentence])
  }

  @Test("A manual launch can precede the window")
  func byHand() {
    let events: [Event] = [
      .submitted(Self.task, Self.submission(start: 50)), .launching(Self.task),
      .started(Self.task, RunStart(forced: true)),
    ]
    #expect(Self.sentences(events) == [])
  }

  @Test("Time does not go back")
  func time() {
    var order = EventOrder()
    #expect(order.check(TraceEvent(.zero + .seconds(5), .condition(.cpu(1)))) == [])
    let back = order.check(TraceEvent(.zero + .seconds(3), .condition(.cpu(2))))
    #expect(back.map(\.description) == ["3 s: time goes back by 2 s"])
  }

  @Test("An assertion that is held once expires once")
  func expiringTwice() {
    var order = EventOrder()
    let states: [(second: Int64, state: Cause)] = [(0, .acquired), (5, .expiring), (5, .expiring), (9, .expiring)]
    let found = states.flatMap { second, state in
      order.check(
        TraceEvent(.zero + .seconds(second), .assertion(Assertion(bundle: "app", name: "save", state: state))))
    }
    #expect(found.map(\.sentence) == ["save of app expires twice at once"])
  }

  @Test("A trace that begins in the middle is only checked against its own contents")
  func partial() {
    let middle: [Event] = [
      .step(Self.task, Step(index: 2, count: 3, name: "work")), .completed(Self.task, success: true),
      .cancelled(Self.other, cause: nil), .transfer(Transfer(bundle: "app", name: "file", state: .finished)),
    ]
    #expect(Self.sentences(middle, reportsAll: false) == [])
    #expect(
      Self.sentences(Self.complete + [.step(Self.task, Step(index: 1, count: 1, name: "again"))], reportsAll: false)
        == ["app.t works although its run has ended"])
  }
}
