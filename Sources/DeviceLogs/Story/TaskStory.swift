internal import TaskTrace

/// Something that several processes report, each in its own line, and that becomes one event.
struct ObservedEvent {
  /// The place of its event.
  var event: Int
  var activity: ActivityID?
  /// The kinds of lines that reported it, one bit each.
  var seen: UInt8
  var at: Instant

  /// Adds one more line, if it reports the same event.
  ///
  /// It does not if it names another activity, if its kind was already seen, or if it is too late.
  mutating func join(_ bit: UInt8, _ activity: ActivityID?, at instant: Instant, within limit: TimeSpan) -> Bool {
    guard seen & bit == 0, instant - at <= limit, at - instant <= limit else { return false }
    guard activity == nil || self.activity == nil || activity == self.activity else { return false }
    seen |= bit
    self.activity = self.activity ?? activity
    return true
  }
}

/// The state of one task while its log is read.
struct TaskStory {
  var submission: ObservedEvent?
  var cancellation: ObservedEvent?
  var launch: ObservedEvent?
  var start: ObservedEvent?
  var warning: ObservedEvent?
  var completion: ObservedEvent?
  /// When its expiration handler was called last.
  var handler: Instant?
  /// The activity whose push was denied last.
  var deniedPush: ActivityID?
  var bundle: String?

  /// When something happened to an activity that a line reports behind the line of an earlier stage of its life: no
  /// earlier than that stage. Only a clock that was set back in between shows an earlier time.
  func instant(
    _ instant: Instant, of activity: ActivityID?, behind stage: KeyPath<TaskStory, ObservedEvent?>
  ) -> Instant {
    guard let earlier = self[keyPath: stage], let activity, earlier.activity == activity else { return instant }
    return max(instant, earlier.at)
  }
}

/// The kinds of lines that report the same event.
enum Reporter {
  static let request: UInt8 = 1
  static let requestActivity: UInt8 = 2
  static let client: UInt8 = 4
  static let daemon: UInt8 = 8

  static let handling: UInt8 = 1
  static let applicationLaunched: UInt8 = 2
  static let callingHandlers: UInt8 = 4
  static let runningTask: UInt8 = 8
  static let startingTask: UInt8 = 16
  static let startingActivity: UInt8 = 32
  static let runningXPC: UInt8 = 64

  static let marking: UInt8 = 1
  static let completed: UInt8 = 2
  static let noLongerRunning: UInt8 = 4
  static let completedXPC: UInt8 = 8
}
