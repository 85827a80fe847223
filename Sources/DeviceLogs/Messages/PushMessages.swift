internal import TaskTrace

/// What SpringBoard, apsd and dasd say of silent pushes.
enum PushMessages {
  static let table: [MessagePattern] = [
    MessagePattern("Received incoming message on topic ") { received(&$0, $1) },
    MessagePattern("Received message for enabled topic ") { received(&$0, $1) },
    MessagePattern("Remote Notification: ", isSelfExplanatory: false) { story, message in
      let denial: Cause? =
        message.text.hasSuffix("BAR Disabled")
        ? .backgroundRefreshOff : message.text.hasSuffix("Prewarm Assertion") ? .prewarm : nil
      let bundle = message.rest.before(" - ").string
      let state: Cause = denial == nil ? .delivered : .denied
      story.add(.push(nil, Push(bundle: bundle, state: state, cause: denial)), at: message.at)
      return true
    },
  ]

  /// `Received incoming message on topic TOPIC at priority 5`
  private static func received(_ story: inout Story, _ message: Message) -> Bool {
    var topic = message.rest.word
    if topic.first == 0x27 { topic = topic.from(topic.start + 1).before("'") }
    let name = story.names.string(topic)
    let priority = message.rest.after("at priority ")?.integer.map { Int($0) }
    let reporter = message.text.bytes[message.text.start + 9]
    if let last = story.lastPush, last.bundle == name, message.at - last.at <= .seconds(2), last.reporter != reporter {
      return true
    }
    story.lastPush = (name, message.at, reporter)
    story.add(.push(nil, Push(bundle: name, state: .received, priority: priority)), at: message.at)
    return true
  }

  /// `[BUNDLE] Request DUET delivers content-available push notification to application` and the messages around it.
  static func ofApp(_ story: inout Story, _ message: Message, bundle: Text, rest: Text) -> Bool {
    if rest.hasPrefix("Request DUET delivers content-available") {
      story.add(.push(nil, Push(bundle: bundle.string, state: .sent, cause: .duet)), at: message.at)
      return true
    }
    if rest.hasPrefix("Passing content-avail") {
      story.add(.push(nil, Push(bundle: bundle.string, state: .delivered)), at: message.at)
      return true
    }
    return quiet.contains { rest.hasPrefix($0) }
  }

  private static let quiet: [StaticString] = [
    "Received remote notification request", "Deliver push notification request",
    "Process delivery of push notification",
  ]
}
