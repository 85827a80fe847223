internal import TaskTrace

/// UIKit's messages about an app's `beginBackgroundTask` assertions.
enum AppMessages {
  static let table: [MessagePattern] = [
    // Background Task 3 ("NAME"), was created over 30 seconds ago.
    MessagePattern("Background Task ") { story, message in
      guard message.text.find("was created over") != nil else { return false }
      return assertion(
        &story, message, message.text.between("(\"", "\")") ?? message.text.between("(\u{201C}", "\u{201D})"), .overdue
      )
    },
    MessagePattern("Background task still not ended after") { story, message in
      assertion(&story, message, message.text.between("taskName = ", ","), .overdue)
    },
    MessagePattern("Can't end BackgroundTask: no background task exists with identifier ") { missing(&$0, $1) },
    MessagePattern("Can\u{2019}t end BackgroundTask: no background task exists with identifier ") { missing(&$0, $1) },
    MessagePattern("Created background task ") { story, message in
      assertion(&story, message, taskName(message.text), .acquired)
    },
    MessagePattern("Calling expiration handler for task: ") { story, message in
      assertion(&story, message, taskName(message.text) ?? message.rest.before(" (elapsed"), .expiring)
    },
    .quiet("Creating new background task"),
    .quiet("Incrementing reference count for background assertion"),
    .quiet("Decrementing reference count for assertion"),
    .quiet("Ending background task with UIBackgroundTaskIdentifier"),
    .quiet("Ending task with identifier"),
  ]

  private static func missing(_ story: inout Story, _ message: Message) -> Bool {
    assertion(&story, message, message.rest.word, .missing)
  }

  private static func taskName(_ text: Text) -> Text? {
    text.after("taskName = ").map { $0.before(",").before(">").trimmed }
  }

  private static func assertion(_ story: inout Story, _ message: Message, _ name: Text?, _ state: Cause) -> Bool {
    let bundle = message.process.isEmpty ? "" : story.names.string(message.process)
    let assertion = Assertion(bundle: bundle, name: name?.trimmed.string ?? "", state: state)
    story.add(.assertion(assertion), at: message.at)
    return true
  }
}
