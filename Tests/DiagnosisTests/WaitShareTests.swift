import Diagnosis
import SchedulerModel
import TaskTrace
import Testing

@Suite("Where a wait went")
struct WaitShareTests {
  /// What is open of a wait that the model made: the model knows at every instant what a request waits for.
  @Test("The model always knows what its requests wait for", arguments: Scenario.builtIn.map(\.name))
  func known(_ name: String) throws {
    let scenario = try #require(try Scenario.builtIn(named: name))
    var simulation = Simulation(scenario)
    var events: [TraceEvent] = []
    simulation.advance(to: .zero + scenario.length, into: &events)
    let trace = Trace(header: simulation.header, events: events)
    for part in 1...40 as ClosedRange<Int64> {
      let instant = Instant(microseconds: scenario.length.microseconds / 40 * part)
      for record in trace.board(at: instant).pending {
        guard record.running == nil, let wait = Waits(trace.lanes, until: instant).waiting(record) else { continue }
        #expect(wait.shares.reduce(.zero) { $0 + $1.span } == wait.total)
        #expect(
          !wait.shares.contains { $0.holder == .notScored || $0.holder == .unknown },
          "\(record.task) at \(instant): \(wait.shares)")
      }
    }
  }

  @Test("The time before a window opens is attributed to the window, even if the request was submitted in a run")
  func window() throws {
    let text = """
      { epoch: "2026-06-01T12:00Z", device: { battery: 90, charger: true }, parameters: { earlyExpiryShare: 0 }, apps: [{ bundle: "app",
        state: "suspended", tasks: [{ id: "app.t", kind: "refresh", earliest: "3h", pendingFor: "3h", steps: [{ name: "work", for: "9s" }] }] }] }
      """
    var simulation = Simulation(try Scenario.parse(Array(text.utf8), named: "test"))
    var events: [TraceEvent] = []
    simulation.advance(to: .zero + .hours(2), into: &events)
    let trace = Trace(header: simulation.header, events: events)
    let record = try #require(trace.board(at: simulation.now).task("app.t"))
    #expect(record.counts.succeeded == 1)
    let wait = try #require(Waits(trace.lanes, until: simulation.now).waiting(record))
    #expect(Set(wait.shares.map(\.holder)) == [.window, .earlierRun])
  }
}
