internal import SchedulerModel
internal import TaskTrace

/// Everything that bgtop says of one of dasd's policies, in one place: one row for each policy that the model knows.
///
/// To add a policy, write its file beside the others and name it in ``all``; a test names what is missing.
struct PolicyGuide: Sendable {
  /// A part of a rationale as dasd prints it, and what it means.
  enum Term: Sendable {
    /// A whole expression.
    case whole(String, String)
    /// An expression that ends in a number, which stays.
    case beginning(String, String)
    /// The key of a comparison whose value is yes or no.
    case flag(String, String)
    /// The key of a clause such as `batteryLevel == 26`.
    case name(String, String)
  }

  var policy: PolicyName
  /// What the policy is about in a word or two, for a column of a table.
  var brief: String
  /// Why the policy stands against a run.
  var reason: Reason
  /// What says more than ``reason`` where a rationale holds a text.
  var special: [(text: String, reason: Reason)]
  var terms: [Term]
  /// Finds the inputs that a rationale leaves possible, starting from what is known of the activity.
  var witness: @Sendable (PolicyWitness.Facts, PolicyInput) -> PolicyWitness

  init(
    _ policy: PolicyName, brief: String, reason: Reason, when special: [(text: String, reason: Reason)] = [],
    terms: [Term] = [], witness: @escaping @Sendable (PolicyWitness.Facts, PolicyInput) -> PolicyWitness
  ) {
    (self.policy, self.brief, self.reason) = (policy, brief, reason)
    (self.special, self.terms, self.witness) = (special, terms, witness)
  }

  static let all: [PolicyGuide] = [
    .activityGroup, .activityProgress, .activityRateLimit, .application, .batteryLevel, .bootTime, .chargerPluggedIn,
    .cpuUsage, .dataBudget, .deviceActivity, .energyBudget, .fileProtection, .lowPowerMode, .memoryPressure,
    .networkQuality, .powerNap, .thermal, .thunderingHerd,
  ]

  /// The row of a policy; nil for one that the model does not know.
  static func of(_ policy: PolicyName) -> PolicyGuide? { all.first { $0.policy == policy } }
}
