import CPlatform
import Dashboard
import DeviceLogs
import Diagnosis
import SchedulerModel
import Screen
import TaskTrace
import Terminal

/// What one process can measure of itself: best of several runs, so that a busy machine disturbs little.
@main enum Micro {
  static func main() {
    let wanted = CommandLine.arguments.dropFirst()
    let parts: [(name: String, run: () -> Void)] = [
      ("engine", engine), ("heap", heap), ("week", week), ("idle", idle), ("drawing", drawing),
      ("presenting", presenting),
      ("traces", traces), ("reader", reader), ("diagnosis", diagnosis),
    ]
    for part in parts where wanted.isEmpty || wanted.contains(part.name) { part.run() }
  }

  private static func best(_ runs: Int, _ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    var best = Duration.seconds(1_000)
    for _ in 0..<runs { best = min(best, clock.measure(body)) }
    let (seconds, attoseconds) = best.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  private static func report(_ name: String, _ value: Double, _ unit: String) {
    print("\(name): \(fixed(value, decimals: value < 10 ? 3 : 0)) \(unit)")
  }

  /// The reader of logs alone: a scoring block, and a line of another process, each many times.
  private static func reader() {
    let head = "2026-03-15 02:00:00.088641-0500 0x22b827   Default     0x0                  120    8    "
    let block = """
      \(head)dasd: [com.apple.duetactivityscheduler:scoring] bgProcessing-com.example.task:0000AA:[
      \t{name: ChargerPluggedInPolicy, policyWeight: 10.000, response: {Decision: Can Proceed, Score: 0.50, Rationale: }}
       ] sumScores:43.121357, denominator:48.520000, FinalDecision: Can Proceed FinalScore: 0.888734}

      """
    let noise = "\(head)wifid: [com.apple.WiFiManager:] link quality -52 in the usual range\n"
    for (name, text) in [("scoring blocks", block), ("other processes", noise)] {
      let bytes = Array(String(repeating: text, count: 20_000).utf8)
      let time = best(3) { _ = DeviceLog.read(bytes, named: "log") }
      report("reader, \(name)", Double(bytes.count) / time / 1e6, "MB/s")
    }
  }

  /// The bare engine: clocks of periods 10 + i mod 7, as the peer's benchmark has them.
  private static func engine() {
    for clocks in [10, 100, 1_000] {
      var count = 0
      let time = best(3) {
        count = 0
        var queue = EventQueue<Int32>()
        for clock in 0..<clocks { queue.insert(Int32(clock), at: .zero) }
        let horizon = Instant(microseconds: Int64(12_000_000 / clocks))
        while let (at, clock) = queue.next, at < horizon {
          count += 1
          queue.replaceNext(with: clock, at: at + TimeSpan(microseconds: 10 + Int64(clock) % 7))
        }
      }
      report("engine, \(clocks) clocks, events per second", Double(count) / time, "")
    }
  }

  /// The same clocks on a heap alone.
  private static func heap() {
    for clocks in [10, 100, 1_000] {
      var count = 0
      let time = best(3) {
        count = 0
        var heap = BareHeap()
        for clock in 0..<clocks { heap.insert(Int32(clock), at: 0) }
        let horizon = Int64(12_000_000 / clocks)
        while let (at, clock) = heap.first, at < horizon {
          count += 1
          heap.replaceFirst(clock, at: at + 10 + Int64(clock) % 7)
        }
      }
      report("bare heap, \(clocks) clocks, events per second", Double(count) / time, "")
    }
  }

  private static func week() {
    guard let scenario = try? Scenario.builtIn(named: "day") else { return }
    var events: [TraceEvent] = []
    let time = best(3) {
      events.removeAll(keepingCapacity: true)
      var simulation = Simulation(scenario)
      simulation.advance(to: .zero + .days(7), into: &events)
    }
    report("a week of 'day', \(events.count) events", time * 1e3, "ms")
    twenty()
    year()
  }

  private static func twenty() {
    guard let scenario = twentyTasks else { return }
    var events: [TraceEvent] = []
    let time = best(3) {
      events.removeAll(keepingCapacity: true)
      var simulation = Simulation(scenario)
      simulation.advance(to: .zero + .days(7), into: &events)
    }
    report("a week of 20 tasks, \(events.count) events", time * 1e3, "ms")
  }

  /// Why 20 tasks of a week do not run, what is wrong with them, and what would help each.
  private static func diagnosis() {
    guard let scenario = twentyTasks else { return }
    var simulation = Simulation(scenario)
    var events: [TraceEvent] = []
    simulation.advance(to: .zero + .days(7), into: &events)
    let trace = Trace(header: simulation.header, events: events)
    let tasks = trace.latest.tasks.map(\.task)
    let why = best(5) {
      let explainer = Why.Explainer(trace, at: trace.end, scenario: scenario)
      for task in tasks { _ = explainer.why(task).lines }
    }
    report("why, \(tasks.count) tasks of a week, \(events.count) events", why * 1e3, "ms")
    let checks = best(5) { _ = Findings.of(trace) }
    report("findings, events per second", Double(events.count) / checks, "")
    let history = History(trace)
    report("findings of what is gathered already", best(5) { _ = Findings.of(history, scenario) } * 1e3, "ms")
    let statistics = best(5) { _ = Statistics(history, use: trace.lanes.deviceUse, from: trace.start) }
    report("statistics of what is gathered already", statistics * 1e3, "ms")
    let facts = Facts(history, of: trace, scenario)
    report("every symptom of every task and app", best(5) { _ = Symptom.examine(facts) } * 1e3, "ms")
    let help = best(2) { for task in tasks { _ = WhatWouldHelp(simulation, task: task) } }
    report("what would help, for each task", help / Double(tasks.count) * 1e3, "ms")
  }

  private static func year() {
    guard let scenario = try? Scenario.builtIn(named: "day") else { return }
    var events: [TraceEvent] = []
    let time = best(1) {
      var simulation = Simulation(scenario)
      simulation.advance(to: .zero + .days(365), into: &events)
    }
    report("a year of 'day', \(events.count) events", time, "s")
    report("memory with all of its events, at most", peakMebibytes, "MiB")
  }

  /// The most memory that this process has had.
  private static var peakMebibytes: Double { Double(bgp_peak_memory()) / 1_048_576 }

  /// Time that passes without events costs nothing: the same events, a thousand times further apart.
  private static func idle() {
    for factor in [1, 1_000] as [Int64] {
      let text = """
        { device: { battery: 100, chargeLimit: 100, idleDrain: 0, network: "none" },
          parameters: { budgetSlot: \(1_800 * factor) } }
        """
      guard let scenario = try? Scenario.parse(Array(text.utf8), named: "idle") else { return }
      var events: [TraceEvent] = []
      let time = best(5) {
        events.removeAll(keepingCapacity: true)
        var simulation = Simulation(scenario)
        simulation.advance(to: .zero + .days(1) * factor, into: &events)
      }
      report("\(events.count) events in \(TimeSpan.days(factor))", time * 1e3, "ms")
    }
  }

  private static func drawing() {
    guard let scenario = try? Scenario.builtIn(named: "day") else { return }
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
      var state = DashboardState(
        simulation: Simulation(scenario), name: "day", size: Size(columns: columns, rows: rows))
      state.go(to: .zero + .hours(14))
      var canvas = state.draw()
      let time = best(20) { for _ in 0..<10 { canvas = state.draw() } }
      report("drawing \(canvas.size.columns)×\(canvas.size.rows)", time * 1e5, "µs")
    }
  }

  /// Selecting the next task, from the key to the bytes on the terminal: what a key costs inside the program.
  private static func presenting() {
    guard let scenario = try? Scenario.builtIn(named: "day") else { return }
    var options = TerminalOptions()
    options.needsTerminalOutput = false
    guard var session = try? TerminalSession(options) else {
      print("presenting: needs a terminal")
      return
    }
    var state = DashboardState(simulation: Simulation(scenario), name: "day", size: session.size)
    state.go(to: .zero + .hours(14))
    let theme = Theme.fallback
    var frames = Drawing()
    frames.draw(state)
    session.present(&frames.canvas, theme: theme)
    var bytes = 0
    var (reducing, drawing, presenting) = (Duration.zero, Duration.zero, Duration.zero)
    let clock = ContinuousClock()
    for round in 0..<200 {
      reducing += clock.measure { _ = state.reduce(.key(round % 2 == 0 ? .down : .up)) }
      drawing += clock.measure { frames.draw(state) }
      presenting += clock.measure { bytes += session.present(&frames.canvas, theme: theme) }
    }
    let idle = clock.measure { for _ in 0..<200 { session.present(&frames.canvas, theme: theme) } }
    session.restore()
    print("presenting the same again: \(idle / 200)")
    print(
      "presenting: reduce \(reducing / 200), draw \(drawing / 200), present \(presenting / 200), \(bytes / 200) bytes")
  }

  private static func traces() {
    guard let scenario = try? Scenario.builtIn(named: "day") else { return }
    var simulation = Simulation(scenario)
    var events: [TraceEvent] = []
    simulation.advance(to: .zero + .days(60), into: &events)
    var bytes: [UInt8] = []
    let writing = best(3) { bytes = TraceFile.write(simulation.header, events) }
    report("writing a trace, events per second", Double(events.count) / writing, "")
    let reading = best(3) { _ = try? TraceFile.read(bytes) }
    report("reading a trace, events per second", Double(events.count) / reading, "")
    var trace = Trace(header: simulation.header)
    let folding = best(3) { trace = Trace(header: simulation.header, events: events) }
    report("folding a trace, events per second", Double(events.count) / folding, "")
    let seeking = best(10) { for day in 0..<60 { _ = trace.board(at: .zero + .days(Int64(day))) } }
    report("seeking in a trace of \(events.count) events", seeking / 60 * 1e6, "µs")
  }
}
