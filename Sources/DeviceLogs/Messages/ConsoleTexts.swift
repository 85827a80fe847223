internal import TaskTrace

/// What frameworks and the system print when an app makes a mistake or is ended for it. They become notes of errors, which
/// the checks know by their words, or ends of the app's process.
enum ConsoleTexts {
  static let table: [MessagePattern] =
    complaints.map { words in MessagePattern(words) { FrameworkMessages.complain(&$0, $1) } }
    + [
      MessagePattern("Warning: Application delegate received call to") { FrameworkMessages.complain(&$0, $1) },
      MessagePattern("Forcing crash report with description: ") { story, message in
        guard message.text.find("has active assertions beyond permitted time") != nil else { return false }
        return killed(&story, message, name(message.rest), .assertionsBeyondPermittedTime)
      },
      MessagePattern("RunningBoard terminated [") { story, message in
        guard message.text.find("file lock") != nil, let bundle = ProcessMessages.bundle(message.text) else {
          return false
        }
        return killed(&story, message, bundle, .suspendedWithLockedFile, code: 0xDEAD_10CC)
      },
      MessagePattern("Received (FATAL) CPU usage trigger: ") { killed(&$0, $1, name($1.rest), .cpuResourceLimit) },
      MessagePattern("Fatal RESOURCE_NOTIFY trigger for ") { killed(&$0, $1, name($1.rest), .cpuResourceLimit) },
      MessagePattern("EXC_RESOURCE -> ") { story, message in
        guard message.text.find("mem limit") != nil, message.text.find("(fatal)") != nil else { return false }
        return killed(&story, message, name(message.rest), .memoryLimit)
      },
    ]

  /// The beginnings of messages whose words say what is wrong.
  private static let complaints: [StaticString] = [
    "EXC_RESOURCE (RESOURCE_TYPE_MEMORY", "Message from debugger: Terminated due to memory issue",
    "Killing app because it never posted an incoming call", "Killing VoIP app because it failed to post",
    "Completion handler blocks are not supported in background sessions",
    "Upload tasks from NSData are not supported in background sessions",
    "Custom subclasses of NSURLRequest are not supported in background sessions",
    "Application delegate received call to", "You've implemented -[", "You\u{2019}ve implemented -[",
    "BUG IN CLIENT OF LIBDISPATCH: Assertion failed", "Main Thread Checker: UI API called on a background thread",
    "Foregrounded apps (", "Missing com.apple.developer.healthkit.background-delivery", "API MISUSE: <CB",
    "Invalid parameter not satisfying: !stayUp", "Execution of the command buffer was aborted",
    "Insufficient Permission (to submit GPU work", "libc++abi: terminating due to uncaught exception",
    "Live Activity failed to start: visibility", "Background procssing task was not registered",
    "Background Fetch has not been configured",
  ]

  /// The name of a process before its number: `App[1710]`, `com.acme.app:1710`.
  private static func name(_ text: Text) -> Text {
    let word = text.trimmed.word
    return word.before("[").before(":")
  }

  private static func killed(
    _ story: inout Story, _ message: Message, _ bundle: Text, _ cause: Cause, code: UInt64? = nil
  ) -> Bool {
    guard !bundle.isEmpty else { return false }
    story.add(.killed(nil, bundle: bundle.string, code: code, cause: cause), at: message.at)
    return true
  }
}
