internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let application = PolicyGuide(
    .application, brief: "app",
    reason: Reason(
      text: "its app is in the foreground and refreshes itself",
      remedy: "Do the work in the app itself while it is in the foreground.",
      source: "device logs; rules C22, C39"),
    evidence: ["appIsForeground"],
    when: [
      (
        "pushDisallowed",
        Reason(
          text: "its app cannot receive pushes: it was swiped away, or not opened since the device booted",
          remedy: "Nothing to fix in the app: someone has to open it.",
          source: "a device's log; rules C22, G6")
      )
    ],
    terms: [
      .flag("pushDisallowed", "pushes are disallowed"),
      .flag("appIsForeground", "app in foreground"),
    ],
    loggedInput: { facts, input in
      var input = input
      if let disallowed = facts.number("pushDisallowed") {
        input.app.pushDisallowed = disallowed != 0
      } else if let foreground = facts.number("appIsForeground") {
        input.app.foreground = foreground != 0
      } else if let unlocked = facts.flag("unlockedSinceBoot") {
        input.device.unlockedSinceBoot = unlocked
      } else if let root = facts.number("usageLikelihood") {
        input.app.likelihood = root * root
        return .inputs(
          LoggedPolicyInput.each([false, true], input) { $0.app.recent = $1 }.flatMap {
            LoggedPolicyInput.each(Array(0...9), $0) { $0.app.furtherRequests = $1 }
          })
      } else {
        return .notStated(facts.isEmpty ? "the log does not give the likelihood of app use" : LoggedPolicyInput.silent)
      }
      return .inputs([input])
    })
}
