import SchedulerModel
import TaskTrace

/// A simulation and everything that happened in it, for tests.
struct Story {
  var simulation: Simulation
  var events: [TraceEvent] = []

  init(_ scenario: Scenario, seed: UInt64? = nil) { simulation = Simulation(scenario, seed: seed) }

  /// A device on a desk at noon, charged, plugged in and idle, with the given parts.
  init(
    device: String = "battery: 90, charger: true", timeline: String = "", apps: String, more: String = "",
    seed: UInt64? = nil
  ) throws {
    let text = """
      { epoch: "2026-06-01T12:00Z", device: { up: "2d", gpu: true, \(device) },
        timeline: [\(timeline)], apps: [\(apps)], \(more) }
      """
    self.init(try Scenario.parse(Array(text.utf8), named: "test"), seed: seed)
  }

  mutating func advance(_ span: TimeSpan) { simulation.advance(to: simulation.now + span, into: &events) }

  mutating func perform(_ command: Command) throws(CommandRefusal) { try simulation.perform(command, into: &events) }

  /// Carries a command out and gives back why it was refused, if it was.
  mutating func refusal(_ command: Command) -> CommandRefusal? {
    do throws(CommandRefusal) {
      try perform(command)
      return nil
    } catch {
      return error
    }
  }

  func all(_ name: String, _ task: TaskIdentifier? = nil) -> [TraceEvent] {
    events.filter { $0.event.name == name && (task == nil || $0.event.reference?.task == task) }
  }

  func ends(_ task: TaskIdentifier? = nil) -> [RunEnd] {
    all("ended", task).compactMap { if case .ended(_, let end) = $0.event { end } else { nil } }
  }

  func holds(_ task: TaskIdentifier? = nil) -> [Hold] {
    all("held", task).compactMap { if case .held(_, let hold) = $0.event { hold } else { nil } }
  }

  func submissions(_ task: TaskIdentifier? = nil) -> [Submission] {
    all("submitted", task).compactMap { if case .submitted(_, let submission) = $0.event { submission } else { nil } }
  }

  func scores(_ task: TaskIdentifier? = nil) -> [Score] {
    all("scored", task).compactMap { if case .scored(_, let score) = $0.event { score } else { nil } }
  }

  func refusals(_ task: TaskIdentifier? = nil) -> [Int] {
    all("refused", task).compactMap { if case .refused(_, let code, _) = $0.event { code } else { nil } }
  }

  /// The violations of the event order. Debug builds stop at the first such event automatically.
  var violations: [EventOrder.Violation] { EventOrder.violations(in: Trace(header: simulation.header, events: events)) }

  var bytes: [UInt8] { TraceFile.write(simulation.header, events) }

  static let refresh = """
    { bundle: "app", state: "suspended", tasks: [
      { id: "app.refresh", kind: "refresh", submits: ["leave"], rearm: "never",
        steps: [{ name: "work", for: "3s" }] } ] }
    """
  static let processing = """
    { bundle: "app", state: "suspended", tasks: [
      { id: "app.work", kind: "processing", power: true, rearm: "never",
        steps: [{ name: "one", for: "20s" }, { name: "two", for: "20s" }] } ] }
    """
  static let export = """
    { bundle: "app", state: "suspended", gpu: true, permitted: ["app.export.*"], tasks: [
      { id: "app.export.a", kind: "continued", title: "A", total: 100, rate: 1 },
      { id: "app.export.b", kind: "continued", title: "B", total: 100, rate: 2 },
      { id: "app.export.c", kind: "continued", title: "C", total: 100, rate: 2 },
      { id: "app.export.now", kind: "continued", title: "Now", total: 100, rate: 1, strategy: "fail" },
      { id: "app.export.stuck", kind: "continued", title: "Stuck", total: 100, rate: 2, stallsAt: 20 } ] }
    """
}
