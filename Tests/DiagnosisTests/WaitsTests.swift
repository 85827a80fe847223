import Diagnosis
import SchedulerModel
import TaskTrace
import Testing

@Suite("Requests' lives, divided")
struct WaitsTests {
  private func trace(_ scenario: Scenario) -> Trace {
    var simulation = Simulation(scenario)
    var events: [TraceEvent] = []
    simulation.advance(to: .zero + scenario.length, into: &events)
    var trace = Trace(header: simulation.header, events: events)
    trace.extend(to: simulation.now)
    return trace
  }

  @Test(
    "Shares add up to the wall time to the microsecond, on random scenarios", arguments: 1...60 as ClosedRange<UInt64>)
  func addUp(_ seed: UInt64) throws {
    let trace = trace(try RandomScenario.make(seed))
    for part in [1, 3, 7, 10] as [Int64] {
      let instant = Instant(microseconds: trace.end.microseconds / 10 * part + Int64(seed) * 977)
      let waits = Waits(trace, until: instant)
      #expect(!waits.requests.isEmpty)
      for request in waits.requests {
        #expect(request.shares.reduce(.zero) { $0 + $1.span } == request.total)
        #expect(request.shares.allSatisfy { $0.span + $0.beside <= request.total }, "\(request)")
        #expect(request.total >= .zero && request.until <= instant)
      }
      for task in Set(waits.requests.map(\.task)) {
        let lives = waits.requests.filter { $0.task == task }
        let sums = waits.shares(of: task)
        #expect(sums.reduce(.zero) { $0 + $1.span } == lives.reduce(.zero) { $0 + $1.total })
      }
      for app in Set(waits.requests.compactMap(\.app)) {
        let lives = waits.requests.filter { $0.app == app }
        #expect(waits.shares(ofApp: app).reduce(.zero) { $0 + $1.span } == lives.reduce(.zero) { $0 + $1.total })
      }
    }
  }

  @Test("They agree with what the timeline draws", arguments: 1...30 as ClosedRange<UInt64>)
  func agree(_ seed: UInt64) throws {
    let trace = trace(try RandomScenario.make(seed))
    let waits = Waits(trace, until: trace.end)
    for request in waits.requests where request.total > .zero {
      let lane = try #require(trace.lanes.task(request.task))
      let drawn = WaitShare.shares(of: lane, from: request.submitted, to: request.until)
      let told = request.shares.filter { $0.span > .zero }
      #expect(Set(drawn.map(\.cause)) == Set(told.map(\.cause)), "\(request)")
      for share in told { #expect(drawn.first { $0.cause == share.cause }?.span == share.span) }
    }
  }

  @Test("A cause that holds beside a stronger one is told, and not counted twice")
  func beside() throws {
    let trace = trace(try #require(try Scenario.builtIn(named: "overnight")))
    let request = try #require(Waits(trace, until: .zero + .hours(3)).waiting("photos.backup"))
    #expect(request.total == .hours(3))
    #expect(request.shares.first { $0.cause == "charger plugged in" }?.beside == .hours(3))
    #expect(request.shares.first { $0.cause == "battery level" }?.span == .hours(2) + .minutes(20))
    #expect(
      Waits.Share.words(request.shares)
        == "battery level 2 h 20 m (and 40 m beside others), device activity 40 m, charger plugged in 3 h beside others"
    )
  }

  @Test("A gap in a log is unknown")
  func gap() throws {
    let task = TaskReference("a.b", kind: .refresh)
    let events = [
      TraceEvent(.zero, .submitted(task, Submission(kind: .refresh))),
      TraceEvent(.zero + .minutes(10), .held(task, Hold("rateLimit"))),
      TraceEvent(.zero + .minutes(20), .gap(until: .zero + .minutes(50), cause: nil)),
      TraceEvent(.zero + .minutes(60), .started(task, RunStart())),
    ]
    let header = TraceHeader(epoch: Epoch(microsecondsSince1970: 0, utcOffset: 0), source: .deviceLog(files: ["x"]))
    let request = try #require(Waits(Trace(header: header, events: events), until: .zero + .hours(1)).requests.first)
    #expect(request.shares.first { $0.cause == "unknown" }?.span == .minutes(30))
    #expect(request.shares.first { $0.cause == "rate limit" }?.span == .minutes(20))
    #expect(request.end == .launched)
  }
}
