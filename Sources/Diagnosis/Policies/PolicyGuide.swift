internal import SchedulerModel
internal import TaskTrace

/// Everything that bgtop says about one of dasd's policies, in one place: one row for each policy that the model knows.
///
/// To add a policy, write a file next to the others and add it to ``all``; a test reports what is missing.
struct PolicyGuide: Sendable {
  /// A part of a rationale as dasd prints it, and what it means.
  enum Term: Sendable {
    /// A whole expression.
    case whole(String, String)
    /// An expression that ends in a number, which is kept.
    case beginning(String, String)
    /// The key of a comparison whose value is yes or no.
    case flag(String, String)
    /// The key of a clause such as `batteryLevel == 26`.
    case name(String, String)
  }

  var policy: PolicyName
  /// What the policy is about in a word or two, for a column of a table.
  var brief: String
  /// Why the policy prevents a run.
  var reason: Reason
  /// Parts of rationales, one of which must be there for ``reason`` to be what dasd says.
  var evidence: [String]
  /// More specific than ``reason``, for rationales that contain a text.
  var special: [(text: String, reason: Reason)]
  var terms: [Term]
  /// Finds the inputs that are consistent with a rationale, starting from what is known about the activity.
  var loggedInput: @Sendable (LoggedPolicyInput.Facts, PolicyInput) -> LoggedPolicyInput

  init(
    _ policy: PolicyName, brief: String, reason: Reason, evidence: [String],
    when special: [(text: String, reason: Reason)] = [], terms: [Term] = [],
    loggedInput: @escaping @Sendable (LoggedPolicyInput.Facts, PolicyInput) -> LoggedPolicyInput
  ) {
    (self.policy, self.brief, self.reason) = (policy, brief, reason)
    (self.evidence, self.special, self.terms, self.loggedInput) = (evidence, special, terms, loggedInput)
  }

  static let all: [PolicyGuide] = [
    .activityGroup, .activityProgress, .activityRateLimit, .application, .batteryLevel, .bootTime, .chargerPluggedIn,
    .cpuUsage, .dataBudget, .deviceActivity, .energyBudget, .fileProtection, .lowPowerMode, .memoryPressure,
    .networkQuality, .powerNap, .thermal, .thunderingHerd,
  ]

  /// The row of a policy; nil for one that the model does not know.
  static func of(_ policy: PolicyName) -> PolicyGuide? { all.first { $0.policy == policy } }
}
