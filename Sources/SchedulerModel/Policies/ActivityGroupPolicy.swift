internal import TaskTrace

/// The slots of a group (scheduler facts 3.4, 3.9; rule C26).
enum ActivityGroupPolicy {
  static let name = "ActivityGroupPolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    guard !input.activity.running, input.activity.kind != .continued else { return nil }
    let (group, weight) = (input.system.group, input.profile[.groupWeight])
    guard input.system.runningInGroup >= group.limit(input.profile) else {
      return Policy.proceed(name, weight, 1, nil, input)
    }
    return Policy.decide(
      name, weight, .mustNotProceed, "[{\"\(group.name)\".currentAvailableLimit == 0}]", input)
  }
}
