internal import DeviceLogs
internal import Diagnosis
internal import PropertyLists
internal import SchedulerModel
internal import Screen
public import TaskTrace

/// All that the program makes of an input, as lines: two versions that say the same read and judge alike.
public enum Told {
  /// What is made of the input of an oracle; nil where the bytes ask for something else than an answer.
  public static func lines(_ name: String, _ bytes: [UInt8]) -> [String]? {
    switch name {
    case "log", "line", "ndjson":
      let reading = DeviceLog.read(bytes, named: "x")
      return reading.summary.text.split(separator: "\n").map(String.init) + of(reading.header, reading.events)
    case "events":
      guard let reading = EventFile.read(bytes, named: "x") else { return ["no events"] }
      return [reading.summary.json.text] + of(reading.header, reading.events)
    case "trace":
      do throws(TextProblem) {
        let reading = try TraceFile.read(bytes)
        return reading.warnings.map(\.description) + of(reading.header, reading.events)
      } catch {
        return ["\(error)"]
      }
    case "scenario": return scenario(bytes)
    case "plist": return propertyList(bytes)
    case "theme": return Theme.parse(name: "x", text: String(decoding: bytes, as: UTF8.self)).problems.map { "\($0)" }
    default: return nil
    }
  }

  /// A trace, and the answers of the whole diagnosis about its middle and its end.
  public static func of(_ header: TraceHeader, _ events: [TraceEvent], scenarioOf scenario: [UInt8]? = nil) -> [String]
  {
    let trace = Trace(header: header, events: events)
    let made = scenario.flatMap { try? Scenario.parse($0, named: "x") }
    var lines = [String(decoding: TraceFile.write(header, events), as: UTF8.self)]
    let middle = trace.events.isEmpty ? trace.end : trace.events[trace.events.count / 2].at
    for instant in [middle, trace.end] {
      let teller = Why.Explainer(trace, at: instant, scenario: made)
      for task in teller.board.tasks.prefix(6) { lines += teller.why(task.task).lines }
    }
    let history = History(trace)
    let findings = Findings.of(history, made)
    for finding in findings {
      lines.append("\(finding.check) \(finding.subject) \(finding.count)")
      lines += finding.evidence.map { $0.line(header.epoch) }
    }
    let facts = Facts(history, of: trace, made, findings: findings)
    for examination in facts.subjects.prefix(6).flatMap({ subject in Symptom.all.map { $0.examine(subject) } }) {
      lines += examination.lines()
    }
    for row in ModelComparison(trace.events).rows { lines.append("\(row)".filter { $0 != "\n" }) }
    let statistics = Statistics(history, use: trace.lanes.deviceUse, from: trace.start)
    for task in statistics.tasks {
      let middles = [task.waits, task.lateness, task.intervals, task.lengths].map { distribution in
        [0, 0.5, 0.9, 1].map { "\(distribution.percentile($0) ?? .zero)" }.joined(separator: " ")
      }
      lines.append("\(task.task.rawValue) \(task.requests) \(task.runs) \(task.forced) \(middles)")
    }
    return lines + EventOrder.violations(in: trace).map(\.description)
  }

  private static func scenario(_ bytes: [UInt8]) -> [String] {
    do throws(ScenarioError) {
      let scenario = try Scenario.parse(bytes, named: "x")
      guard scenario.apps.reduce(0, { $0 + $1.tasks.count + 1 }) <= 30 else { return ["many apps"] }
      var (simulation, events) = (Simulation(scenario), [TraceEvent]())
      for _ in 0..<400 {
        guard let next = simulation.nextEventAt, next <= .zero + .days(3) else { break }
        simulation.advance(to: next, into: &events)
      }
      return of(simulation.header, events, scenarioOf: bytes)
    } catch {
      return error.problems.map(\.description)
    }
  }

  private static func propertyList(_ bytes: [UInt8]) -> [String] {
    do throws(PropertyListProblem) {
      let plist = InfoPlist(try PropertyListFile(bytes))
      let entries = ([plist.bundle].compactMap(\.self) + (plist.permitted ?? []) + (plist.modes ?? []))
      return plist.problems.map(\.description) + entries.map { "\($0.offset) \($0.text)" }
    } catch {
      return ["\(error)"]
    }
  }
}
