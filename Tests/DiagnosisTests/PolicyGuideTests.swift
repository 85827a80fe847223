import SchedulerModel
import TaskTrace
import Testing

@testable import Diagnosis

@Suite("One row for each policy and hold")
struct PolicyGuideTests {
  @Test(
    "Every policy of the model has a row, and every part of the row is filled", arguments: PolicyTable.all.map(\.name))
  func policy(_ name: String) {
    let policy = PolicyName(name)
    let file = "Sources/Diagnosis/Policies/PolicyGuide+\(policy.rawValue).swift"
    guard let guide = PolicyGuide.of(policy) else {
      Issue.record("\(name) has no row: write \(file), and name it in PolicyGuide.all")
      return
    }
    #expect(!guide.brief.isEmpty && guide.brief.count <= 13, "\(file): brief must fit a column")
    for reason in [guide.reason] + guide.special.map(\.reason) {
      #expect(!reason.text.isEmpty && !reason.text.hasSuffix("."), "\(file): words end a sentence of others")
      #expect(reason.remedy.hasSuffix("."), "\(file): the remedy is a sentence")
      #expect(!reason.source.isEmpty, "\(file): who says so?")
    }
    // What the model prints for the policy must be read back: a reader that understands nothing is missing.
    let answers = Self.answers(of: name)
    #expect(!answers.isEmpty, "\(file): nothing makes the policy object: name its trouble in this test")
    for (response, asked) in answers {
      switch LoggedPolicyInput.of(response, activities: [PolicyInput(activity: asked.activity, profile: asked.profile)])
      {
      case .inputs(let inputs):
        #expect(!inputs.isEmpty, "\(file): the witness finds nothing for \(response.rationale ?? "nil")")
      case .notStated(let why):
        Issue.record("\(file): the witness does not read \(response.rationale ?? "nil"): \(why)")
      }
      #expect(
        RationaleDescription.text(response.rationale ?? "") != response.rationale,
        "\(file): terms give no words for \(response.rationale ?? "nil")")
    }
  }

  @Test(
    "The reason of a denial is what its rationale states: the model's own have one, a denial without any has none",
    arguments: PolicyTable.all.map(\.name))
  func reason(_ name: String) throws {
    let guide = try #require(PolicyGuide.of(PolicyName(name)))
    for (response, _) in Self.answers(of: name) where response.decision.denies {
      let reason = Reason.of(response)
      #expect(([guide.reason] + guide.special.map(\.reason)).contains(reason), "\(response.rationale ?? "nil")")
    }
    for silent in [nil, "", "(null)", "[]"] as [String?] {
      let response = PolicyResponse(name: name, weight: 1, decision: .mustNotProceed, score: 0, rationale: silent)
      let text = Reason.of(response).text
      #expect(
        text == "the policy \"\(response.plainName)\" forbids it, for a reason that the log does not tell", "\(text)")
    }
  }

  @Test("A rationale that no guide knows is quoted")
  func quoted() {
    let rationale =
      "[{classALocked == 0 AND activityFileProtection == <File Protection: ClassB> AND timeUntilDeadline == 4290}]"
    let response = PolicyResponse(
      name: "FileProtectionPolicy", weight: 1, decision: .absolutelyMustNotProceed, score: 0, rationale: rationale)
    #expect(
      Reason.of(response).text
        == "the policy \"File protection\" forbids it: classALocked == 0, activityFileProtection == <File Protection: ClassB>, timeUntilDeadline == 4290"
    )
  }

  @Test("Every row is for a policy that the model knows, and occurs once")
  func rows() {
    #expect(Set(PolicyGuide.all.map(\.policy)) == Set(PolicyTable.all.map { PolicyName($0.name) }))
    #expect(PolicyGuide.all.count == PolicyTable.all.count)
  }

  @Test(
    "Every hold of the model or of a log has a row",
    arguments: [
      Cause.forceQuit, .backgroundRefresh, .running, .unused, .rateLimit, .contention, .concurrency, .compatibility,
      .fault,
    ])
  func hold(_ what: Cause) {
    #expect(HoldGuide.of(what) != nil, "Sources/Diagnosis/Holds/HoldGuide.swift: no row for \(what.rawValue)")
  }

  private static func input(_ kind: TaskKind) -> PolicyInput {
    let priority: ActivityPriority = kind == .continued ? .userInitiated : .background
    let profile: SchedulerProfile = kind == .activity ? .macos : .ios26
    return PolicyInput(
      activity: PolicyInput.Activity(kind: kind, priority: priority, requiresNetwork: true, requiresPower: false),
      profile: profile)
  }

  /// What makes a device, an app or a run as bad as can be, one at a time.
  private static let troubles: [@Sendable (inout PolicyInput) -> Void] = [
    { ($0.device.battery, $0.device.plugged) = (1, false) }, { $0.activity.requiresPower = true },
    { $0.device.lowPower = true }, { $0.device.thermal = .critical }, { $0.device.cpu = 100 },
    { $0.device.memoryPressure = .critical }, { $0.device.camera = true }, { $0.device.inUse = true },
    { $0.device.network = NetworkPath(.none, quality: 0) }, { $0.device.sinceBoot = .zero },
    { ($0.device.sinceHerd, $0.device.herdHold) = (.zero, .minutes(1)) }, { $0.device.unlockedSinceBoot = false },
    { ($0.device.network, $0.system.cellular) = (NetworkPath(.cellular, quality: 100), 0) },
    { ($0.system.energy, $0.device.plugged) = (0, false) }, { $0.system.runningInGroup = 100 },
    { $0.app.launches = 1_000 }, { $0.app.foreground = true }, { $0.app.pushDisallowed = true },
    { ($0.device.darkWake, $0.device.plugged) = (true, false) },
    { ($0.activity.running, $0.activity.stalled) = (true, true) },
  ]

  /// What the model prints for a policy in all of these troubles, for each kind of task.
  private static func answers(of name: String) -> [(PolicyResponse, PolicyInput)] {
    guard let policy = PolicyTable.all.first(where: { $0.name == name }) else { return [] }
    return TaskKind.allCases.flatMap { kind in
      troubles.compactMap { problem in
        var input = input(kind)
        problem(&input)
        return policy.evaluate(input).flatMap { $0.decision.denies ? ($0, input) : nil }
      }
    }
  }
}
