internal import TaskTrace

/// Everything that bgtop says about one of the holds other than the policies: one row for each value of
/// ``TaskTrace/Hold``.
struct HoldGuide: Sendable {
  var what: Cause
  /// Why it prevents a run.
  var reason: Reason

  /// The row of a hold; nil for a word that is not known.
  static func of(_ what: Cause) -> HoldGuide? { all.first { $0.what == what } }

  static let all: [HoldGuide] = [
    HoldGuide(
      what: .forceQuit,
      reason: Reason(
        text: "its app was swiped away in the App Switcher: nothing in it runs until someone opens it",
        remedy:
          "Nothing to fix in the app: tell people that swiping it away stops its background work; submit a request at every launch.",
        source: "Apple engineers, Developer Forums 719222; rule C4")),
    HoldGuide(
      what: .backgroundRefresh,
      reason: Reason(
        text: "Background App Refresh is off",
        remedy:
          "Check UIApplication.backgroundRefreshStatus, and explain in the app what is missing and where the switch is.",
        source: "Apple, backgroundRefreshStatus; rule C5")),
    HoldGuide(
      what: .running,
      reason: Reason(
        text: "its last run is still in progress",
        remedy: "Complete each run as soon as its work is done.",
        source: "a library's documentation; rule C40")),
    HoldGuide(
      what: .unused,
      reason: Reason(
        text: "its app has not been opened for two weeks",
        remedy: "Nothing to fix in the app: someone has to open it.",
        source: "reverse engineering of iOS 26.1; rule C17")),
    HoldGuide(
      what: .rateLimit,
      reason: Reason(
        text: "launches of an app are spaced apart",
        remedy: "Set earliestBeginDate 15 minutes or more ahead, and combine related work into one run.",
        source: "WWDC20 10063; rule C7")),
    HoldGuide(
      what: .contention,
      reason: Reason(
        text: "other apps go first",
        remedy: Reason.patience,
        source: "a library's documentation; rule C35")),
    HoldGuide(
      what: .concurrency,
      reason: Reason(
        text: "the maximum number of continued tasks is running",
        remedy: "Use strategy queue, which waits for its turn, or offer the action again later.",
        source: "Apple, BGContinuedProcessingTaskRequest; rule F3")),
    HoldGuide(
      what: .compatibility,
      reason: Reason(
        text: "another launch is in progress, and the two are incompatible",
        remedy: "Wait: it ends with that launch.",
        source: "a Mac's log; rule C32")),
    HoldGuide(
      what: .fault,
      reason: Reason(
        text: "the device accepted the request but launches nothing",
        remedy: "Tell the user if nothing has started after 10 s, and offer the action again; restart the device.",
        source: "Developer Forums 805088; rule F14")),
  ]
}
