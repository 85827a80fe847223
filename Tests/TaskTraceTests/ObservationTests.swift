import TaskTrace
import Testing

/// Rule O6: a log contains what was observed when, never what held until the next line.
@Suite("Conditions that were only observed") struct ObservationTests {
  private func trace(_ source: TraceHeader.Source, _ events: [TraceEvent]) -> Trace {
    Trace(header: TraceHeader(epoch: Epoch(microsecondsSince1970: 0, utcOffset: 0), source: source), events: events)
  }

  private let events = [
    TraceEvent(.zero, .condition(.battery(level: 50))),
    TraceEvent(.zero + .minutes(10), .condition(.battery(level: 50))),
    TraceEvent(.zero + .minutes(12), .condition(.thermal(.fair))),
    TraceEvent(.zero + .hours(3), .condition(.battery(level: 44))),
  ]

  @Test func `they are unknown when their time is over`() {
    let log = trace(.deviceLog(files: ["x"]), events)
    let battery = log.lanes.battery
    #expect(battery.value(at: .zero + .minutes(24)) == 50)
    #expect(battery.value(at: .zero + .minutes(25)) == nil)
    #expect(battery.value(at: .zero + .hours(3)) == 44)
    #expect(battery.changes.map(\.value) == [50, nil, 44, nil])
    #expect(log.board(at: .zero + .minutes(20)).conditions.battery == 50)
    #expect(log.board(at: .zero + .minutes(26)).conditions.battery == nil)
    #expect(log.board(at: .zero + .minutes(26)).conditions.thermal == .fair)
    #expect(log.board(at: .zero + .hours(3)).conditions.thermal == nil)
  }

  @Test func `a simulation reports every change`() {
    let simulated = trace(.simulation(scenario: "x", seed: 1, profile: "ios26", text: nil), events)
    #expect(simulated.lanes.battery.changes.map(\.value) == [50, 44])
    #expect(simulated.board(at: .zero + .hours(2)).conditions.battery == 50)
  }

  @Test func `an app that was seen in the foreground may have left it since`() {
    let log = trace(
      .deviceLog(files: ["x"]),
      [
        TraceEvent(.zero, .app(bundle: "a", .foreground, cause: .observed)),
        TraceEvent(.zero + .hours(1), .app(bundle: "a", .suspended, cause: nil)),
      ])
    #expect(log.lanes.apps.first?.states.changes.map(\.value) == [.foreground, nil, .suspended])
  }
}
