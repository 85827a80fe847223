import Diagnosis
import SchedulerModel
import TaskTrace
import Testing

@Suite("Suggested changes really help")
struct WhatWouldHelpTests {
  private func simulation(_ scenario: Scenario, at span: TimeSpan) -> Simulation {
    var simulation = Simulation(scenario)
    var events: [TraceEvent] = []
    simulation.advance(to: .zero + span, into: &events)
    return simulation
  }

  /// When a task begins to run next, if commands are given now.
  private func run(
    _ simulation: Simulation, _ task: TaskIdentifier, after commands: [Command], within span: TimeSpan
  ) throws -> Instant? {
    var fork = simulation
    var events: [TraceEvent] = []
    for command in commands { try fork.perform(command, into: &events) }
    fork.advance(to: fork.now + span, into: &events)
    return events.first { event in
      if case .started(let reference, let start) = event.event {
        reference.task == task && !start.forced
      } else {
        false
      }
    }?.at
  }

  @Test("Each suggested change lets the task run at the predicted time")
  func verified() throws {
    var (helped, unchanged) = (0, 0)
    for seed in 1...14 as ClosedRange<UInt64> {
      let scenario = try RandomScenario.make(seed)
      let simulation = simulation(scenario, at: .hours(Int64(3 + seed % 30)))
      for task in scenario.apps.flatMap(\.tasks).map(\.id) {
        let help = WhatWouldHelp(simulation, task: task, lookAhead: .days(3))
        #expect(try run(simulation, task, after: [], within: help.horizon) == help.unchanged?.at)
        unchanged += help.unchanged == nil ? 0 : 1
        for change in help.changes {
          #expect(try run(simulation, task, after: change.commands, within: WhatWouldHelp.reach) == change.run.at)
          if let unchanged = help.unchanged { #expect(change.run.at < unchanged.at) }
          helped += 1
        }
      }
    }
    #expect(helped > 20 && unchanged > 10, "\(helped) \(unchanged)")
  }

  @Test("A single change is found before a pair, and both changes if neither is enough")
  func smallest() throws {
    let text = """
      { epoch: "2026-06-01T12:00Z", parameters: { processingJitter: 0 }, device: { battery: 60, up: "2d", inUse: true },
        apps: [{ bundle: "app", state: "suspended", tasks: [
          { id: "app.work", kind: "processing", power: true, pendingFor: "1h", rearm: "never" },
          { id: "app.fetch", kind: "refresh", pendingFor: "1h", rearm: "never" } ] }] }
      """
    let simulation = simulation(try Scenario.parse(Array(text.utf8), named: "x"), at: .minutes(20))
    let help = WhatWouldHelp(simulation, task: "app.work")
    #expect(help.unchanged == nil && help.horizon == .days(7))
    #expect(help.changes.first?.commands == [.charger(true), .inUse(false)])
    #expect(help.changes.first?.text == "plugging in the charger and leaving the device idle")
    #expect(help.changes.allSatisfy { $0.commands.count == 2 })
  }

  @Test("Where two are not enough, the fewest are found")
  func fewest() throws {
    let text = """
      { epoch: "2026-06-01T12:00Z", device: { battery: 60, up: "2d", inUse: true, thermal: "critical" },
        apps: [{ bundle: "app", state: "suspended", tasks: [
          { id: "app.work", kind: "processing", power: true, pendingFor: "1h", rearm: "never" } ] }] }
      """
    let simulation = simulation(try Scenario.parse(Array(text.utf8), named: "x"), at: .minutes(20))
    let help = WhatWouldHelp(simulation, task: "app.work")
    #expect(help.changes.count == 1)
    #expect(Set(help.changes.first?.commands ?? []) == [.charger(true), .inUse(false), .thermal(.nominal)])
  }

  @Test("Conditions that change without a command are named")
  func trigger() throws {
    let scenario = try #require(try Scenario.builtIn(named: "overnight"))
    let help = WhatWouldHelp(simulation(scenario, at: .hours(3)), task: "photos.backup")
    #expect(help.unchanged?.trigger == .charger(plugged: true, charging: true))
    #expect(help.changes.first?.commands == [.charger(true)])
  }

  @Test("Searched in small pieces it is the same")
  func pieces() throws {
    var pieces = 0
    for seed in 1...4 as ClosedRange<UInt64> {
      let scenario = try RandomScenario.make(seed)
      let simulation = simulation(scenario, at: .hours(7))
      for task in scenario.apps.flatMap(\.tasks).map(\.id) {
        var search = HelpSearch(simulation, task: task, lookAhead: .days(1))
        while !search.isOver {
          search.advance(steps: 7)
          pieces += 1
        }
        #expect(search.found == WhatWouldHelp(simulation, task: task, lookAhead: .days(1)))
        #expect(search.found.isComplete)
      }
    }
    #expect(pieces > 100)
  }

  @Test("On another clock all of it moves")
  func shifted() throws {
    let scenario = try #require(try Scenario.builtIn(named: "overnight"))
    let help = WhatWouldHelp(simulation(scenario, at: .hours(3)), task: "photos.backup")
    let shifted = help.shifted(by: .hours(10))
    #expect(shifted.now == help.now + .hours(10))
    #expect(shifted.unchanged?.at == help.unchanged.map { $0.at + .hours(10) })
    #expect(shifted.changes.map(\.run.at) == help.changes.map { $0.run.at + .hours(10) })
  }
}
