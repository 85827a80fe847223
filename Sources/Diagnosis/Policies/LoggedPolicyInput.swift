internal import SchedulerModel
internal import TaskTrace

/// What a rationale reveals about the inputs of its policy.
enum LoggedPolicyInput {
  /// Every input of the model that is consistent with the log.
  case inputs([PolicyInput])
  /// Why the policy cannot be asked.
  case notStated(String)

  /// Finds the inputs that a response's rationale leaves possible, for any of the activities that it may be about.
  static func of(_ response: PolicyResponse, activities: [PolicyInput]) -> LoggedPolicyInput {
    guard let guide = PolicyGuide.of(response.policy) else {
      let reason = PolicyTable.unmodeled.first { $0.name == response.name }?.reason
      return .notStated(
        reason.map { "the model has no such policy: \($0)" } ?? "the model has no policy with this name")
    }
    let facts = Facts(response.rationale ?? "")
    // No device can be so.
    guard !facts.hasImpossibleSwitch else { return .inputs([]) }
    var all: [PolicyInput] = []
    for activity in activities {
      switch guide.loggedInput(facts, activity) {
      case .inputs(let inputs): all += inputs
      case .notStated(let reason): return .notStated(reason)
      }
    }
    return .inputs(all)
  }

  /// The statements of a rationale by their keys.
  struct Facts {
    var all: [RationaleFact]

    init(_ rationale: String) { all = RationaleFact.all(in: rationale) }

    var isEmpty: Bool { all.isEmpty }
    subscript(key: String) -> RationaleFact? { all.first { $0.key == key } }

    /// Whether a switch is reported as neither off nor on.
    var hasImpossibleSwitch: Bool {
      all.contains { fact in
        Self.switches.contains(fact.key) && fact.relation == .equal && fact.number.map { $0 != 0 && $0 != 1 } ?? false
      }
    }

    private static let switches: Set<String> = [
      "pluggedIn", "isPluggedIn", "deviceActive", "deviceInUse", "cameraIsActive", "appIsForeground",
    ]

    /// A switch with a reported value, under any of its names.
    func flag(_ keys: String...) -> Bool? {
      for key in keys {
        if let fact = self[key], fact.relation == .equal, let number = fact.number, number == 0 || number == 1 {
          return number == 1
        }
      }
      return nil
    }

    func number(_ key: String) -> Double? { self[key].flatMap { $0.relation == .equal ? $0.number : nil } }
  }

  static let silent = "its rationale gives no input"

  /// The inputs that result from setting each of several values in one input.
  static func each<Value>(
    _ values: [Value], _ input: PolicyInput, _ set: (inout PolicyInput, Value) -> Void
  ) -> [PolicyInput] {
    values.map { value in
      var copy = input
      set(&copy, value)
      return copy
    }
  }
}
