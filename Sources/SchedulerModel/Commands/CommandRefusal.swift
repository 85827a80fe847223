public import TaskTrace

/// Why a command cannot be carried out.
public enum CommandRefusal: Error, Hashable, Sendable {
  /// The simulation has no such task; `nearest` is a known task with a similar name.
  case unknownTask(TaskIdentifier, nearest: String?)
  case unknownApp(String, nearest: String?)
  case nothingPending(TaskIdentifier)
  case alreadyRunning(TaskIdentifier)
  case notRunning(TaskIdentifier)
  case alreadyExpiring(TaskIdentifier)
  case notContinued(TaskIdentifier)
  case forceQuit(String)
  case notInForeground(String)
  /// The scheduler refused the submission.
  case refused(TaskIdentifier, SubmissionError, Cause)
  case crashed(TaskIdentifier)
  /// Nothing would change.
  case noChange(String)

  /// One plain sentence.
  public var text: String {
    switch self {
    case .unknownTask(let task, let nearest):
      "There is no task \(task.rawValue)\(nearest.map { "; did you mean \($0)?" } ?? ".")"
    case .unknownApp(let bundle, let nearest):
      "There is no app \(bundle)\(nearest.map { "; did you mean \($0)?" } ?? ".")"
    case .nothingPending(let task): "No task request with identifier \(task.rawValue) has been scheduled."
    case .alreadyRunning(let task): "Task with identifier \(task.rawValue) is already running."
    case .notRunning(let task): "\(task.rawValue) is not running."
    case .alreadyExpiring(let task): "\(task.rawValue) is already expiring."
    case .notContinued(let task): "\(task.rawValue) is not a continued-processing task: it has no card to stop it from."
    case .forceQuit(let bundle): "\(bundle) was force-quit: nothing in it runs until it is opened."
    case .notInForeground(let bundle): "\(bundle) is not in the foreground."
    case .refused(let task, let error, let cause):
      "\(task.rawValue) was refused with code \(error.rawValue), \(error.name): \(Self.text(cause))."
    case .crashed(let task): "Submitting \(task.rawValue) crashed the app."
    case .noChange(let what): "\(what)."
    }
  }

  private static func text(_ cause: Cause) -> String {
    switch cause.rawValue {
    case "backgroundRefreshOff": "Background App Refresh is off on this device"
    case "backgroundRefreshOffForApp": "Background App Refresh is off for this app"
    case "simulator": "the Simulator does not schedule tasks"
    case "extensionWithoutOpenAccess": "an extension cannot schedule without open access"
    case "reservedPrefix": "identifiers that begin with com.apple. are reserved for the system"
    case "notInInfoPlist": "the identifier is not in BGTaskSchedulerPermittedIdentifiers"
    case "modeFetchMissing": "UIBackgroundModes lacks fetch"
    case "modeProcessingMissing": "UIBackgroundModes lacks processing"
    case "notForeground": "a continued task can start only from an action in the foreground"
    case "resourcesUnsupported": "this device cannot use the GPU in the background"
    case "entitlementMissing": "the app lacks the background GPU entitlement"
    case "tooManyPending": "the app has the maximum number of pending requests of this kind"
    case "busy": "the maximum number of continued tasks is running, and this one will not wait"
    case "alreadyRunning": "it is already running, and will not wait"
    default: "it cannot start now (\(cause.rawValue)), and will not wait"
    }
  }
}
