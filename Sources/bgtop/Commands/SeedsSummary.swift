internal import Diagnosis
internal import SchedulerModel
internal import TaskTrace

/// One scenario run with many seeds: which results come from the scenario, and which from chance.
struct SeedsSummary {
  private let name: String
  private let first: UInt64
  private let count: Int
  private let until: Instant
  private let epoch: Epoch
  private var tasks: [Row] = []
  /// How many seeds met all expectations, where there are any.
  private var met: Int?

  /// The maximum number of seeds in one run.
  static let limit: UInt64 = 100_000

  private struct Row {
    var task: TaskIdentifier
    var kind: TaskKind
    /// One entry for each seed.
    var runs: [Int] = []
    var succeeded: [Int] = []
    /// The first start of each seed that has one, after the beginning.
    var firstStarts: [TimeSpan] = []
    var waits: [TimeSpan] = []
  }

  /// Runs a scenario until an instant, with `count` seeds, starting with a given one.
  init(_ scenario: Scenario, name: String, from seed: UInt64, count: Int, until: Instant) {
    (self.name, first, self.count, self.until, epoch) = (name, seed, count, until, scenario.epoch)
    if !scenario.expectations.isEmpty { met = 0 }
    for index in 0..<count { live(scenario, seed &+ UInt64(index), order: index) }
  }

  private mutating func live(_ scenario: Scenario, _ seed: UInt64, order: Int) {
    var simulation = Simulation(scenario, seed: seed)
    var history = History(epoch: scenario.epoch)
    var expected = ExpectationCheck(scenario.expectations)
    var events: [TraceEvent] = []
    while simulation.now < until {
      simulation.advance(to: min(until, simulation.now + .hours(6)), into: &events)
      for event in events {
        history.apply(event)
        expected.observe(event)
      }
      events.removeAll(keepingCapacity: true)
    }
    history.extend(to: until)
    for task in history.tasks {
      let place = tasks.firstIndex { $0.task == task.task } ?? tasks.count
      if place == tasks.count {
        // The earlier seeds did not mention it: it did nothing in them.
        let none = Array(repeating: 0, count: order)
        tasks.append(Row(task: task.task, kind: task.kind, runs: none, succeeded: none))
      }
      tasks[place].runs.append(task.runs.count)
      tasks[place].succeeded.append(task.runs.count { $0.end?.outcome == .succeeded })
      if let start = task.runs.first?.started.at { tasks[place].firstStarts.append(start - .zero) }
      tasks[place].waits += task.requests.compactMap { request in request.launched.map { $0.at - request.submitted.at }
      }
    }
    for place in tasks.indices where tasks[place].runs.count <= order {
      tasks[place].runs.append(0)
      tasks[place].succeeded.append(0)
    }
    guard met != nil else { return }
    let findings = Findings.counts(Findings.of(history, scenario))
    if !expected.verdicts(until: until, findings: findings).contains(where: { $0.state == .failed }) { met? += 1 }
  }

  /// Whether no seed failed an expectation.
  var isAsExpected: Bool { met ?? count == count }

  private static func spread(_ values: [Int]) -> [Int] {
    let sorted = values.sorted()
    guard let lowest = sorted.first, let limit = sorted.last else { return [] }
    return [lowest, sorted[(sorted.count - 1) / 2], limit]
  }

  var text: String {
    var text = "\(name): \(grouped(count)) seeds from \(first), "
    text += "\(epoch.date(.zero)) \(epoch.shortClock(.zero)) to \(epoch.date(until)) \(epoch.shortClock(until))\n\n"
    let columns = ["task", "kind", "runs", "succeeded", "never", "first run, p50", "wait, p50", "wait, p90"]
    let rows = tasks.map { task -> [String] in
      func three(_ values: [Int]) -> String { Self.spread(values).map { "\($0)" }.joined(separator: "–") }
      let (starts, waits) = (Distribution(task.firstStarts), Distribution(task.waits))
      func span(_ value: TimeSpan?) -> String { value.map { "\($0)" } ?? "–" }
      return [
        task.task.rawValue, task.kind.word, three(task.runs), three(task.succeeded),
        "\(task.runs.count { $0 == 0 })", span(starts.median), span(waits.median), span(waits.percentile(0.9)),
      ]
    }
    let widths = columns.indices.map { index in ([columns] + rows).map { $0[index].count }.max() ?? 0 }
    for row in [columns] + rows {
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    text += "\nRuns: minimum–median–maximum per seed; never: seeds without a run.\n"
    if let met { text += "\(grouped(met)) of \(grouped(count)) seeds met every expectation\n" }
    return text
  }

  var json: JSONValue {
    func number(_ value: Int) -> JSONValue { JSONValue(.integer(Int64(value))) }
    func span(_ value: TimeSpan?) -> JSONValue { value.map { JSONValue(.number($0.seconds)) } ?? JSONValue(.null) }
    let rows = tasks.map { task -> JSONValue in
      let (starts, waits) = (Distribution(task.firstStarts), Distribution(task.waits))
      return JSONValue(
        .object([
          JSONMember("task", JSONValue(.string(task.task.rawValue))),
          JSONMember("kind", JSONValue(.string(task.kind.word))),
          JSONMember("runs", JSONValue(.array(Self.spread(task.runs).map(number)))),
          JSONMember("succeeded", JSONValue(.array(Self.spread(task.succeeded).map(number)))),
          JSONMember("never", number(task.runs.count { $0 == 0 })),
          JSONMember("firstRunSeconds", span(starts.median)), JSONMember("waitSeconds", span(waits.median)),
          JSONMember("wait90Seconds", span(waits.percentile(0.9))),
        ]))
    }
    var members = [
      JSONMember("scenario", JSONValue(.string(name))), JSONMember("firstSeed", JSONValue(.string(String(first)))),
      JSONMember("seeds", number(count)), JSONMember("tasks", JSONValue(.array(rows))),
    ]
    if let met { members.append(JSONMember("metExpectations", number(met))) }
    return JSONValue(.object(members))
  }
}
