import DeviceLogs
import Diagnosis
import SchedulerModel
import TaskTrace
import Testing

/// A Mac's activity at 40 % on the charger, whose sums were computed by hand: (30/90)^0.4 × 1.2 = 0.773273, and 60 −
/// 0.226727 − 20 × 0.25 = 54.773273, which is 0.912888 of 60.
private let head = "2026-05-04 08:10:00.000200-0700 0x1f00     Default     0x0                  99     8    dasd: "
private let lines = [
  head + "[com.apple.duetactivityscheduler:scoring] 501:org.example.scan:00AA11:[",
  "\t{name: BatteryLevelPolicy, policyWeight: 1.000, response: {Decision: Can Proceed, Score: 0.77, Rationale: [{batteryLevel == 40 AND pluggedIn == 1}]}}",
  "\t{name: DeviceActivityPolicy, policyWeight: 20.000, response: {Decision: Can Proceed, Score: 0.75}}",
  " ] sumScores:54.773273, denominator:60.000000, FinalDecision: Can Proceed FinalScore: 0.912888}",
  head
    + "[com.apple.duetactivityscheduler:scoring] '501:org.example.scan:00AA11' CurrentScore: 0.912888, ThresholdScore: 0.694377 DecisionToRun:1",
  head
    + "[com.apple.duetactivityscheduler:default] Submitted Activity: 501:org.example.scan:6F2329 at priority 30 with interval 21600 <private>",
]

private func comparison(_ lines: [String]) -> ModelComparison {
  ModelComparison(DeviceLog.read(Array(lines.joined(separator: "\n").utf8), named: "log").events)
}

private func block(_ policies: String..., tail: String, name: String = "bgProcessing-a.b.c:0000AA") -> [String] {
  [head + name + ":["] + policies.map { "\t{name: \($0)}}" } + [" ]\(tail)}"]
}

@Suite("A log held against the model") struct ModelComparisonTests {
  @Test func `a complete block is built again to six digits`() {
    let rows = comparison(lines).rows
    #expect(
      rows.map(\.subject) == [
        .response("BatteryLevelPolicy"), .response("DeviceActivityPolicy"), .decision, .sum, .finalScore, .currentScore,
        .run,
      ])
    for (index, row) in rows.enumerated() where index != 1 { #expect(row.verdict == .agrees, "\(row)") }
    #expect(rows[1].verdict == .unknown("the log does not give the predicted device use"))
    #expect(rows[3].model == "54.773273")
    #expect(rows.map(\.line) == [1, 1, 1, 1, 1, 5, 5])
  }

  /// What becomes of a changed digit: a difference is found, a statement can no longer be confirmed, or nothing is seen.
  private enum Fate: String { case found, doubted, unseen }

  /// How many changes have which fate, for each number of the block; why some are not found:
  ///
  /// - A weight, a denominator or a printed score that could be larger than it is: responses of 0.9 and more are not
  ///   printed, and may be what makes the sum smaller.
  /// - The threshold comes from a forecast that the log does not have; only the decision to run is held against it.
  private static let expected: [(line: Int, label: String, found: Int, doubted: Int, unseen: Int)] = [
    (1, "policyWeight: ", 13, 23, 0), (1, "Score: ", 27, 0, 0), (1, "batteryLevel == ", 18, 0, 0),
    (1, "pluggedIn == ", 9, 0, 0), (2, "policyWeight: ", 21, 24, 0), (2, "Score: ", 21, 6, 0),
    (3, "sumScores:", 59, 13, 0), (3, "denominator:", 61, 11, 0), (3, "FinalScore: ", 63, 0, 0),
    (4, "CurrentScore: ", 63, 0, 0), (4, "ThresholdScore: ", 10, 0, 53), (4, "DecisionToRun:", 9, 0, 0),
  ]

  /// Every digit of every number of a complete block becomes every other digit, one at a time.
  @Test func `which changed digits are found`() throws {
    let whole = comparison(lines)
    var fates: [String: [Fate: Int]] = [:]
    for (line, label, _, _, _) in Self.expected {
      let text = Array(lines[line].utf8)
      let place = try #require(lines[line].firstRange(of: label)).upperBound
      var index = lines[line].utf8.distance(from: lines[line].startIndex, to: place)
      while index < text.count, text[index] == 0x2E || (0x30...0x39).contains(text[index]) {
        for digit in UInt8(0x30)...0x39 where text[index] != 0x2E && digit != text[index] {
          var other = text
          other[index] = digit
          var all = lines
          all[line] = String(decoding: other, as: UTF8.self)
          let result = comparison(all)
          let fate: Fate =
            !result.differences.isEmpty ? .found : result.agreements < whole.agreements ? .doubted : .unseen
          fates["\(line) \(label)", default: [:]][fate, default: 0] += 1
        }
        index += 1
      }
    }
    for (line, label, found, doubted, unseen) in Self.expected {
      let result = fates["\(line) \(label)"] ?? [:]
      #expect(
        [result[.found] ?? 0, result[.doubted] ?? 0, result[.unseen] ?? 0] == [found, doubted, unseen],
        "\(line) \(label)")
    }
  }

  @Test(arguments: [
    (
      "CPUUsagePolicy, policyWeight: 5.000, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{[Max allowed CPU Usage level]: Required:50.00, Observed:90.00},]",
      true
    ),
    (
      "CPUUsagePolicy, policyWeight: 5.000, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{[Max allowed CPU Usage level]: Required:50.00, Observed:40.00},]",
      false
    ),
    (
      "CPUUsagePolicy, policyWeight: 5.000, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{[Max allowed CPU Usage level]: Required:60.00, Observed:90.00},]",
      false
    ),
    (
      "ThermalPolicy, policyWeight: 5.000, response: {Decision: Absolutely Must Not Proceed, Score: 0.00, Rationale: [{thermalLevel >= 2}]",
      true
    ),
    (
      "ThermalPolicy, policyWeight: 5.000, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{thermalLevel >= 2}]",
      false
    ),
    (
      "DeviceActivityPolicy, policyWeight: 5.000, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{launchType == PROCESSING AND deviceActive == 1}]",
      true
    ),
    (
      "DeviceActivityPolicy, policyWeight: 5.000, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{launchType == PROCESSING AND deviceActive == 0}]",
      false
    ),
    (
      "ChargerPluggedInPolicy, policyWeight: 10.000, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{/device/system/isPluggedIn == 0}]",
      true
    ),
    (
      "MemoryPressurePolicy, policyWeight: 5.000, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{cameraIsActive == 1}]",
      true
    ),
    (
      "ActivityGroupPolicy, policyWeight: 0.500, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{\"com.apple.dasd.default\".currentAvailableLimit == 0}]",
      true
    ),
    (
      "ActivityGroupPolicy, policyWeight: 0.500, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{\"com.apple.dasd.default\".currentAvailableLimit == 1}]",
      false
    ),
  ]) func `a response is computed again from its rationale`(_ policy: String, _ agrees: Bool) {
    let decision = policy.contains("Absolutely") ? "Absolutely Must Not Proceed" : "Must Not Proceed"
    let rows = comparison(block(policy, tail: ", FinalDecision: \(decision)")).rows
    #expect(rows.count == 2)
    #expect(rows.first?.verdict == (agrees ? .agrees : .differs), "\(rows)")
    #expect(rows.last?.verdict == .agrees)
  }

  @Test func `what a log does not state is reported with the reason`() {
    let photos = "PhotosPolicy, policyWeight: 5.000, response: {Decision: Must Not Proceed, Score: 0.00"
    #expect(
      comparison(block(photos, tail: ", FinalDecision: Must Not Proceed")).rows.first?.verdict
        == .unknown("the model has no such policy: no rule is known"))
    let cut = comparison([head + "bgRefresh-a.b.c:0000AA:["]).rows
    #expect(cut.map(\.verdict) == [.unknown("the log has lost the end of the scoring")])
    let lost = comparison(block(tail: ", FinalDecision: Must Not Proceed")).rows
    #expect(lost.map(\.verdict) == [.unknown("no response in the log forbids it: lines were lost")])
  }

  @Test func `a decision that its responses contradict differs`() {
    let policy =
      "ThermalPolicy, policyWeight: 5.000, response: {Decision: Absolutely Must Not Proceed, Score: 0.00, Rationale: [{thermalLevel >= 2}]"
    let rows = comparison(
      block(policy, tail: " sumScores:1.000000, denominator:6.000000, FinalDecision: Can Proceed FinalScore: 0.166667")
    ).rows
    #expect(rows.first { $0.subject == .decision }?.verdict == .differs)
  }

  /// The comparison and the simulation share their code: they never contradict each other.
  @Test(arguments: ["day", "overnight", "factor-battery", "push-burst", "mac"]) func `the model agrees with itself`(
    _ name: String
  ) throws {
    let scenario = try #require(try Scenario.builtIn(named: name))
    var simulation = Simulation(scenario, seed: 3)
    var events: [TraceEvent] = []
    simulation.advance(to: .zero + .days(2), into: &events)
    let rows = ModelComparison(events).rows
    let responses = rows.filter { if case .response = $0.subject { true } else { false } }
    #expect(responses.contains { $0.verdict == .agrees })
    #expect(!responses.contains { $0.verdict == .differs }, "\(responses.first { $0.verdict == .differs } as Any)")
    #expect(!rows.contains { $0.subject == .decision && $0.verdict == .differs })
  }
}

@Suite("Two traces against each other") struct TraceDifferenceTests {
  private func trace(_ events: [TraceEvent]) -> Trace {
    Trace(
      header: TraceHeader(epoch: Epoch(microsecondsSince1970: 0, utcOffset: 0), source: .other("test")), events: events)
  }

  @Test func `equal events are not a difference, regardless of their position`() throws {
    let reading = DeviceLog.read(Array(lines.joined(separator: "\n").utf8), named: "log")
    let saved = try TraceFile.read(TraceFile.write(reading.header, reading.events))
    #expect(TraceDifference(trace(reading.events), trace(saved.events)).isNone)
    #expect(saved.events.map(\.source) == reading.events.map(\.source))
  }

  @Test func `the first difference is found, and what follows is counted`() {
    let task = TaskReference("a.b", kind: .refresh)
    let start = TraceEvent(.zero, .submitted(task, Submission(kind: .refresh)))
    let run = TraceEvent(.zero + .seconds(9), .started(task, RunStart()))
    let cancel = TraceEvent(.zero + .seconds(9), .cancelled(task, cause: nil))
    let difference = TraceDifference(trace([start, run]), trace([start, cancel]))
    #expect(difference.fork?.index == 1)
    #expect(difference.fork?.first == run)
    #expect(difference.fork?.second == cancel)
    #expect(difference.events.map(\.what) == ["cancelled", "started"])
    #expect(difference.tasks.contains { $0.what == "a.b launched" && $0.first == "1" && $0.second == "0" })
    let shorter = TraceDifference(trace([start, run]), trace([start]))
    #expect(shorter.fork?.first == run)
    #expect(shorter.fork?.second == nil)
  }
}
