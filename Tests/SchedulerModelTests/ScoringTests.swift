import SchedulerModel
import TaskTrace
import Testing

@Suite("Scoring: policies, sums, thresholds")
struct ScoringTests {
  static func input(
    _ kind: TaskKind = .refresh, _ priority: ActivityPriority = .background, network: Bool = false, power: Bool = false
  ) -> PolicyInput {
    PolicyInput(activity: .init(kind: kind, priority: priority, requiresNetwork: network, requiresPower: power))
  }

  static func response(_ name: String, _ input: PolicyInput) -> PolicyResponse? {
    PolicyTable.all.first { $0.name == name }?.evaluate(input)
  }

  /// What the log omits: policies that score 1, with the weight that is missing from the denominator.
  static func quiet(_ weight: Double) -> PolicyResponse {
    PolicyResponse(name: "QuietPolicy", weight: weight, decision: .canProceed, score: 1)
  }

  @Test("Scheduler facts 3.8, rule C21: battery at 26 %, plugged in, of Utility work scores 0.601357")
  func batteryVector() throws {
    var input = Self.input(.activity, .utility)
    input.device.battery = 26
    input.device.plugged = true
    let response = try #require(Self.response("BatteryLevelPolicy", input))
    #expect(fixed(response.score ?? 0, decimals: 6) == "0.601357")
    #expect(response.rationale == "[{batteryLevel == 26 AND pluggedIn == 1}]")
    #expect(response.weight == 1)
  }

  @Test("Scheduler facts 3.8, rule C29: the block of a Mac sums to 43.121357 of 48.52, 0.888734")
  func scanVector() throws {
    var input = Self.input(.activity, .utility)
    input.activity.requiresInactivity = true
    input.device.battery = 26
    input.device.plugged = true
    input.device.predictedUse = 0.25
    let battery = try #require(Self.response("BatteryLevelPolicy", input))
    let use = try #require(Self.response("DeviceActivityPolicy", input))
    let score = Score(summing: [battery, use, Self.quiet(27.52)])
    #expect(fixed(score.sum ?? 0, decimals: 6) == "43.121357")
    #expect(fixed(score.denominator ?? 0, decimals: 6) == "48.520000")
    #expect(fixed(score.score ?? 0, decimals: 6) == "0.888734")
    #expect(score.policies.map(\.name) == ["BatteryLevelPolicy", "DeviceActivityPolicy"])
  }

  @Test("Scheduler facts 3.8, rule C29: a push while the device is used sums to 93.27 of 97.02, 0.961348")
  func pushVector() throws {
    var input = Self.input(.push)
    input.device.predictedUse = 0.75
    let use = try #require(Self.response("DeviceActivityPolicy", input))
    let score = Score(summing: [use, Self.quiet(92.02)])
    #expect(fixed(score.score ?? 0, decimals: 6) == "0.961348")
  }

  @Test("The quick score of the simulation is the score of the logs, over thousands of random devices")
  func quick() {
    var generator = SeededGenerator(seed: 11)
    let kinds: [TaskKind] = [.refresh, .processing, .healthResearch, .continued, .push, .activity]
    for _ in 0..<5_000 {
      var input = Self.input(
        kinds[Int(generator.draw(below: 6))], ActivityPriority.allCases[Int(generator.draw(below: 5))],
        network: generator.chance(1, in: 2), power: generator.chance(1, in: 3))
      input.activity.running = generator.chance(1, in: 4)
      input.app.foreground = generator.chance(1, in: 5)
      input.app.likelihood = generator.chance(1, in: 3) ? nil : generator.fraction()
      input.device.battery = Int(generator.draw(below: 101))
      input.device.plugged = generator.chance(1, in: 2)
      input.device.lowPower = generator.chance(1, in: 5)
      input.device.inUse = generator.chance(1, in: 3)
      input.device.cpu = Int(generator.draw(below: 101))
      input.device.predictedUse = generator.fraction()
      input.device.thermal = ThermalState.allCases[Int(generator.draw(below: 4))]
      input.system.energy = Double(generator.draw(below: 3)) - 1
      let (quick, full) = (QuickScore(input), PolicyTable.score(input))
      #expect(quick.decision == full.decision)
      #expect(quick.score == full.score)
      #expect(full.applied ?? 0 <= PolicyTable.all.count)
    }
  }

  @Test("Scheduler facts 3.3, rule C31: the threshold falls across the window of background work")
  func thresholds() {
    let profile = SchedulerProfile.ios26
    let (start, window) = (Instant.zero, TimeSpan.hours(24))
    func threshold(_ span: TimeSpan) -> Threshold {
      Threshold(
        at: start + span, optimalScore: 0.8, optimalAt: start + .hours(6), window: window, priority: .background,
        profile: profile)
    }
    #expect(threshold(.zero).slot == 0)
    #expect(fixed(threshold(.zero).value, decimals: 6) == "0.760000")
    #expect(threshold(.hours(6)).slot == 1)
    // 0.8 · 0.95 · (1 − (10/120)^1.5)
    #expect(fixed(threshold(.hours(6)).value, decimals: 6) == "0.741717")
    #expect(threshold(.hours(11)).slot == 3)
    #expect(threshold(.days(9)).slot == 10)
    // 0.8 · 0.95 · (1 − (100/120)^1.5)
    #expect(fixed(threshold(.days(9)).value, decimals: 6) == "0.181848")
    let falls = (0...10).map { Threshold.share(slot: $0, priority: .utility, profile: profile) }
    #expect(zip(falls, falls.dropFirst()).allSatisfy { $0 > $1 })
    #expect(falls.first == 0.925)
  }

  @Test("Parameters are in the order of their keys, with distinct names, units and sources")
  func parameters() {
    #expect(SchedulerProfile.all.map(\.key) == ParameterKey.allCases)
    #expect(SchedulerProfile.all.allSatisfy { $0.name == "\($0.key)" && !$0.meaning.isEmpty && !$0.source.isEmpty })
    #expect(SchedulerProfile.all.allSatisfy { $0.range.contains($0.value) })
    #expect(Set(SchedulerProfile.all.map(\.name)).count == SchedulerProfile.all.count)
    #expect(SchedulerProfile.ios26.parameters == SchedulerProfile.all)
    let changed = SchedulerProfile.documented.parameters.filter { $0.source.hasPrefix("changed") }
    #expect(changed.map(\.name) == ["startDelay", "earlyExpiryShare", "processingNeedsPower", "slowRule"])
  }

  @Test("Every policy of scheduler facts 3.4 is modeled or listed with a reason, once")
  func table() {
    let modeled = PolicyTable.all.map(\.name)
    let others = PolicyTable.unmodeled.map(\.name)
    #expect(modeled.count == 18)
    #expect(Set(modeled + others).count == modeled.count + others.count)
    #expect(modeled.allSatisfy { $0.hasSuffix("Policy") })
    #expect(PolicyTable.all.allSatisfy { !$0.summary.isEmpty })
  }
}
