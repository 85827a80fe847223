import TaskTrace
import Testing

@Suite("The board and the trace") struct BoardTests {
  private let task: TaskIdentifier = "com.example.a"
  private func reference(_ activity: UInt32) -> TaskReference { TaskReference(task, ActivityID(rawValue: activity)) }

  private func board(_ events: Event...) -> Board {
    var board = Board()
    for (index, event) in events.enumerated() { board.apply(TraceEvent(.zero + .seconds(Int64(index)), event)) }
    return board
  }

  @Test func `a request waits until its run starts (rule B14)`() throws {
    let submitted = Event.submitted(reference(1), Submission(kind: .refresh))
    let waiting = try #require(board(submitted).task(task))
    #expect(waiting.pending != nil && waiting.running == nil)
    let running = try #require(board(submitted, .started(reference(1), RunStart(limit: .seconds(30)))).task(task))
    #expect(running.pending == nil)
    #expect(running.running?.deadline == .zero + .seconds(31))
  }

  @Test func `a replaced request leaves the new one waiting, in either order of the log (rule B3)`() throws {
    let (old, new) = (
      Event.submitted(reference(1), Submission(kind: .refresh)),
      Event.submitted(reference(2), Submission(kind: .refresh))
    )
    let cancelled = Event.cancelled(reference(1), cause: .replaced)
    for board in [board(old, cancelled, new), board(old, new, cancelled)] {
      let record = try #require(board.task(task))
      #expect(record.pending?.activity == ActivityID(rawValue: 2))
      #expect(record.counts.replaced == 1)
    }
  }

  @Test func `a request submitted during the run is a re-armed chain (rule B15)`() throws {
    let record = try #require(
      board(
        .submitted(reference(1), Submission(kind: .refresh)), .started(reference(1), RunStart()),
        .submitted(reference(2), Submission(kind: .refresh))
      ).task(task))
    #expect(record.running?.rearmed == true)
    #expect(record.pending?.activity == ActivityID(rawValue: 2))
  }

  @Test func `a log that begins in the middle shows what it implies`() throws {
    let denied = Score(policies: [], decision: .mustNotProceed)
    let record = try #require(
      board(.scored(TaskReference(task, ActivityID(rawValue: 7), kind: .processing), denied)).task(task))
    #expect(record.kind == .processing)
    #expect(record.pending?.activity == ActivityID(rawValue: 7))
    let ended = try #require(board(.completed(reference(7), success: nil)).task(task))
    #expect(ended.lastRun?.end.outcome == .unknown)
    #expect(ended.pending == nil && ended.running == nil)
  }

  @Test func `outcomes are counted by what ended the run`() throws {
    for outcome in RunEnd.Outcome.allCases {
      let counts = try #require(
        board(.started(reference(1), RunStart()), .ended(reference(1), RunEnd(outcome))).task(task)
      ).counts
      #expect(counts.launched == 1)
      #expect(counts.succeeded + counts.failed + counts.expired + counts.killed == (outcome == .unknown ? 0 : 1))
    }
  }

  @Test func `a killed process ends the runs of its app only`() {
    var submission = Submission(kind: .refresh)
    submission.bundle = "com.example"
    let other = TaskReference("other.task")
    let board = board(
      .submitted(reference(1), submission), .started(reference(1), RunStart()), .started(other, RunStart()),
      .killed(nil, bundle: "com.example", code: nil, cause: .memory))
    #expect(board.task(task)?.running == nil)
    #expect(board.task(other.task)?.running != nil)
  }

  @Test func `seeking to any event gives the board folded from the start`() {
    var events: [TraceEvent] = []
    for index in 0..<5_000 {
      let samples = Samples.events
      var event = samples[index % samples.count]
      event.at = .zero + .seconds(Int64(index / 3))
      events.append(event)
    }
    let trace = Trace(header: Samples.header, events: events)
    var board = Board()
    for (index, event) in events.enumerated() {
      if index % 97 == 0 || index > 4_990 { #expect(trace.board(afterEvents: index) == board) }
      board.apply(event)
    }
    #expect(trace.board(afterEvents: .max) == board)
    #expect(trace.count(through: .zero) == 3)
    #expect(trace.count(through: .distantPast) == 0)
    #expect(trace.board(at: .distantFuture) == board)
  }

  @Test func `appending in pieces is the same as appending everything`() {
    var pieces = Trace(header: Samples.header)
    for event in Samples.events { pieces.append([event]) }
    let whole = Trace(header: Samples.header, events: Samples.events)
    #expect(pieces.latest == whole.latest)
    #expect(pieces.lanes.tasks == whole.lanes.tasks)
  }

  @Test func `lanes show what a task was doing`() throws {
    let denial = Score(
      policies: [PolicyResponse(name: "ThermalPolicy", weight: 5, decision: .absolutelyMustNotProceed, score: 0)],
      decision: .absolutelyMustNotProceed)
    let events: [Event] = [
      .submitted(reference(1), Submission(kind: .refresh)), .scored(reference(1), denial),
      .compared(reference(1), score: 0.5, threshold: 0.6, run: false), .started(reference(1), RunStart()),
      .ended(reference(1), RunEnd(.expired)),
    ]
    let trace = Trace(
      header: Samples.header,
      events: events.enumerated().map { TraceEvent(.zero + .hours(Int64($0.offset)), $0.element) })
    let lane = try #require(trace.lanes.task(task))
    let thermal = TaskLane.Phase.waiting([.policy(.thermal)])
    #expect(
      lane.phases.changes.map(\.value) == [
        .waiting([.notScored]), thermal, .waiting([.belowThreshold]), .running, .absent,
      ])
    #expect(lane.marks.map(\.what) == [.submitted, .scored, .started, .expired])
    #expect(lane.phases.value(at: .zero + .minutes(90)) == thermal)
    #expect(lane.phases.changes(from: .zero + .minutes(150), to: .zero + .hours(3)).count == 2)
    #expect(lane.phases.value(at: .zero - .seconds(1)) == nil)
  }
}
