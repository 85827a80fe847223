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
      let waits = Waits(trace.lanes, until: instant)
      let tasks = History(trace).tasks
      #expect(!tasks.flatMap { waits.requests(of: $0) }.isEmpty)
      for task in tasks {
        let requests = waits.requests(of: task)
        for request in requests {
          #expect(request.shares.reduce(.zero) { $0 + $1.span } == request.total)
          #expect(request.shares.allSatisfy { $0.span + $0.alongside <= request.total }, "\(request)")
          #expect(request.total >= .zero && request.until <= instant)
        }
        #expect(
          waits.shares(of: task).reduce(.zero) { $0 + $1.span } == requests.reduce(.zero) { $0 + $1.total })
      }
    }
  }

  @Test("Board, history and waits agree on the request that waits", arguments: 1...30 as ClosedRange<UInt64>)
  func agree(_ seed: UInt64) throws {
    let trace = trace(try RandomScenario.make(seed))
    for part in 1...8 as ClosedRange<Int64> {
      let instant = Instant(microseconds: trace.end.microseconds / 8 * part)
      let board = trace.board(at: instant)
      let waits = Waits(trace.lanes, until: instant)
      for task in History(trace).tasks {
        let open = waits.requests(of: task).last { $0.end == .waiting }
        #expect(open == waits.waiting(board.task(task.task)))
      }
    }
  }

  @Test("A cause alongside a stronger one is reported, and not counted twice")
  func alongside() throws {
    let trace = trace(try #require(try Scenario.builtIn(named: "overnight")))
    let instant = Instant.zero + .hours(3)
    let waits = Waits(trace.lanes, until: instant)
    let request = try #require(waits.waiting(trace.board(at: instant).task("photos.backup")))
    #expect(request.total == .hours(3))
    #expect(request.shares.first { $0.holder == .policy(.chargerPluggedIn) }?.alongside == .hours(3))
    #expect(request.shares.first { $0.holder == .policy(.batteryLevel) }?.span == .hours(2) + .minutes(20))
    #expect(
      WaitShare.text(request.shares)
        == "battery level 2 h 20 m (and 40 m alongside others), device activity 40 m, charger plugged in 3 h alongside others"
    )
  }

  @Test("A gap in a log is unknown")
  func gap() throws {
    let task = TaskReference("a.b", kind: .refresh)
    let events = [
      TraceEvent(.zero, .submitted(task, Submission(kind: .refresh))),
      TraceEvent(.zero + .minutes(10), .held(task, Hold(.rateLimit))),
      TraceEvent(.zero + .minutes(20), .gap(until: .zero + .minutes(50), cause: nil)),
      TraceEvent(.zero + .minutes(60), .started(task, RunStart())),
    ]
    let header = TraceHeader(epoch: Epoch(microsecondsSince1970: 0, utcOffset: 0), source: .deviceLog(files: ["x"]))
    let trace = Trace(header: header, events: events)
    let waits = Waits(trace.lanes, until: .zero + .hours(1))
    let request = try #require(History(trace).task("a.b").flatMap { waits.requests(of: $0).first })
    #expect(request.shares.first { $0.holder == .unknown }?.span == .minutes(30))
    #expect(request.shares.first { $0.holder == .hold(.rateLimit) }?.span == .minutes(20))
    #expect(request.end == .launched)
  }
}
