internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let activityGroup = PolicyGuide(
    .activityGroup, brief: "group full",
    reason: Reason(
      text: "all slots of its group are taken",
      remedy: "Wait: it ends with the run ahead of it.",
      source: "Apple's technote on dasd; rule C26"),
    evidence: ["currentAvailableLimit"],
    loggedInput: { facts, input in
      let suffix = ".currentAvailableLimit"
      guard let fact = facts.all.first(where: { $0.key.hasSuffix(suffix) }), let free = fact.number else {
        return .notStated(LoggedPolicyInput.silent)
      }
      let name = fact.key.dropLast(suffix.count).filter { $0 != "\"" }
      guard let group = ActivityGroup.allCases.first(where: { $0.name == name }) else {
        return .notStated("the model has no group \(name)")
      }
      var input = input
      input.system.group = group
      input.system.runningInGroup = max(0, group.limit(input.profile) - Int(free))
      return .inputs([input])
    })
}
