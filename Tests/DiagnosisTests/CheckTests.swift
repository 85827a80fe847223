import SchedulerModel
import TaskTrace
import Testing

@testable import Diagnosis

@Suite("Every check finds its mistake, and nothing else")
struct CheckTests {
  @Test("A check reports its mistake, and not a near miss", arguments: CheckRow.all)
  func row(_ row: CheckRow) throws {
    let fired = try row.fires.findings()
    #expect(fired.contains { $0.check == row.check }, "\(fired.map(\.check))")
    let isExempt = try row.spares.findings()
    #expect(
      !isExempt.contains { $0.check == row.check }, "\(isExempt.filter { $0.check == row.check }.map(\.evidence))")
  }

  @Test("Every check has a row, and its identifier is its own")
  func complete() {
    #expect(Set(CheckRow.all.map(\.check)) == Set(Check.all.map(\.id)))
    #expect(Set(Check.all.map(\.id)).count == Check.all.count)
  }

  @Test("Every check states its cost, its fix, and its source")
  func text() {
    for check in Check.all {
      #expect(check.consequence.hasSuffix(".") && check.remedy.hasSuffix("."), "\(check.id)")
      #expect(!check.what.hasSuffix(".") && check.source.contains("rule") || check.id == "key-type", "\(check.id)")
      #expect(check.id.allSatisfy { $0.isLowercase || $0 == "-" }, "\(check.id)")
    }
  }

  /// What each built-in scenario is known to do wrong; all others follow the rules.
  static let known: [String: Set<String>] = [
    "day": ["chain-broken photos.index", "stalled studio.export.clip"],
    "factor-refresh-switch": ["unavailable news.refresh"],
    "broken-chain": ["chain-broken last.refresh", "work-too-long first.refresh", "work-too-long last.refresh"],
    "error-codes": [
      "not-permitted plist.refresh", "identifier-case plist.refresh", "mode-missing modes.refresh",
      "continued-in-background good.export", "gpu good.gpu", "unavailable good.a", "unavailable keyboard.a",
      "too-many-pending good.b", "immediate-or-never good.third",
    ],
    "registration": [
      "not-permitted plist.a", "registered-late late.a", "registered-twice twice.a", "no-handler none.a",
      "wrong-queue actor.a", "never-registered none.a",
    ],
    "ends": [
      "completed-twice k.twice", "no-expiration-handler d.unwarned", "expiration-overrun e.overran",
      "work-too-long c.expired", "work-too-long d.unwarned", "work-too-long e.overran", "work-too-long h.lock",
      "cpu-limit f.busy", "memory-limit g.large", "locked-file h", "protected-data j.files", "crash i.crash",
      "crash l.body",
    ],
    "leaving": ["assertion-overdue never", "assertion-old never", "assertion-old radio"],
    "push-burst": ["push-flood chat"], "resume-limiter": ["transfer-chain tv"],
    "stall": ["expiration-overrun a.upload", "stalled a.upload", "progress-slow b.render"],
    "pressure-order": ["memory-limit big.work"], "shared-grace": ["expiration-overrun a.one"],
  ]

  @Test(
    "Built-in scenarios show the mistakes that they demonstrate, and no others", arguments: Scenario.builtIn.map(\.name)
  )
  func builtIn(_ name: String) throws {
    let scenario = try #require(try Scenario.builtIn(named: name))
    let found = CheckRow.findings(of: scenario).map { "\($0.check) \($0.subject)" }
    #expect(Set(found) == Self.known[name, default: []])
  }

  @Test("Findings count as expectations of scenarios want them, zeros too")
  func counts() throws {
    let scenario = try #require(try Scenario.builtIn(named: "broken-chain"))
    let counts = Findings.counts(CheckRow.findings(of: scenario))
    #expect(counts["work-too-long"] == 2)
    #expect(counts["crash"] == 0)
    #expect(counts.count == Check.all.count)
  }

  @Test("Looking check by check finds the same", arguments: ["broken-chain", "day"])
  func pieces(_ name: String) throws {
    let scenario = try #require(try Scenario.builtIn(named: name))
    var simulation = Simulation(scenario)
    var events: [TraceEvent] = []
    simulation.advance(to: .zero + .days(2), into: &events)
    let history = History(Trace(header: simulation.header, events: events))
    var search = Findings.Search(history, scenario)
    var steps = 0
    while !search.isOver {
      search.advance(checks: 7)
      steps += 1
    }
    #expect(steps == (Check.all.count + 6) / 7)
    #expect(search.found == Findings.of(history, scenario))
  }

  @Test("Evidence points at the event that shows it")
  func evidence() throws {
    let scenario = try #require(try Scenario.builtIn(named: "broken-chain"))
    var simulation = Simulation(scenario)
    var events: [TraceEvent] = []
    simulation.advance(to: .zero + scenario.length, into: &events)
    let trace = Trace(header: simulation.header, events: events)
    let finding = try #require(Findings.of(trace).first { $0.check == "chain-broken" })
    let mark = try #require(finding.evidence.first?.mark)
    #expect(trace.events[mark.event].at == mark.at)
    guard case .ended(let task, _) = trace.events[mark.event].event else {
      Issue.record("\(trace.events[mark.event])")
      return
    }
    #expect(task.task == finding.task)
  }
}
