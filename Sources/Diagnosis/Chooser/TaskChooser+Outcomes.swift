extension TaskChooser {
  /// What may be recommended.
  public static let outcomes: [Outcome] = [
    Outcome(
      id: "refresh", title: "BGAppRefreshTask", since: "iOS 13",
      why: "Short work that keeps content fresh, scheduled according to how the app is used.", modes: ["fetch"],
      identifiers: ["$(PRODUCT_BUNDLE_IDENTIFIER).refresh"],
      expect: [
        .init("About 30 s per run, including the app launch.", "WWDC19 707; rule E1"),
        .init(
          "earliestBeginDate is only a lower bound; no interval is guaranteed, and an app that is rarely opened rarely runs.",
          "Apple, earliestBeginDate; rules B9, C3"),
        .init(
          "One request of this kind can be pending; each is good for one launch.",
          "Apple, BGTaskScheduler.submit(_:); rules B2, B14"),
        notAfterSwipe,
        .init(
          "Nothing runs while Background App Refresh is off: submit throws code 1.",
          "Apple, BGTaskScheduler.Error.Code.unavailable; rule B6"),
      ],
      code: registration("refresh", "BGAppRefreshTask")
        + request(
          "refresh", "BGAppRefreshTaskRequest", ["    request.earliestBeginDate = Date(timeIntervalSinceNow: 60 * 60)"])
        + handler("BGAppRefreshTask", "try await refresh()"),
      scenario: "day"),
    Outcome(
      id: "processing", title: "BGProcessingTask", since: "iOS 13",
      why: "Minutes of work that can wait until no one is using the device, usually on the charger at night.",
      modes: ["processing"], identifiers: ["$(PRODUCT_BUNDLE_IDENTIFIER).maintenance"],
      expect: [
        .init("Several minutes; the exact limit is not published.", "Apple, BGProcessingTask; rule E2"),
        .init(
          "It runs while the device is idle and is stopped when someone uses it: save a checkpoint after every step.",
          "Apple, BGProcessingTask; rules C11, D12"),
        .init(
          "requiresExternalPower disables the CPU monitor; without it, using more than 80% CPU for a minute ends the process.",
          "WWDC19 707; Apple engineers, Developer Forums 690666; rules C14, E16"),
        .init("Ten requests of this kind can be pending.", "Apple, BGTaskScheduler.submit(_:); rule B2"), notAfterSwipe,
      ],
      code: registration("maintenance", "BGProcessingTask")
        + request(
          "maintenance", "BGProcessingTaskRequest", [],
          .init(text: "    request.requiresExternalPower = true", answer: "heavy"),
          .init(text: "    request.requiresNetworkConnectivity = true", answer: "online"))
        + handler("BGProcessingTask", "try await workInSteps()  // with a checkpoint after each"),
      scenario: "overnight"),
    Outcome(
      id: "continued", title: "BGContinuedProcessingTask", since: "iOS 26",
      why:
        "Work that the user started and is watching: it continues after the user leaves the app, with its progress on screen.",
      identifiers: ["$(PRODUCT_BUNDLE_IDENTIFIER).export.*"],
      needs: [],
      expect: [
        .init(
          "It starts immediately, and only from a user action in the foreground; the handler can be registered at that point.",
          "Apple, BGContinuedProcessingTaskRequest; rules A8, F1, F2"),
        .init(
          "No time limit is published; after 30 s without new progress the system ends it.",
          "Apple, BGContinuedProcessingTask; observed on iOS 26.1; rules F6, F7"),
        .init(
          "The user can cancel it, and under pressure the tasks with the least progress end first; the app is not told why.",
          "Apple, BGContinuedProcessingTask; rules F8, F10, E13"),
      ],
      code: [
        line("import BackgroundTasks"), line(""), line("func export(_ items: [Item]) throws {"),
        line("  let id = \"\\(Bundle.main.bundleIdentifier!).export.\\(UUID())\""),
        line("  BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: .main) { task in"),
        line("    run(task as! BGContinuedProcessingTask, items)"), line("  }"),
        line("  let request = BGContinuedProcessingTaskRequest("),
        line("    identifier: id, title: \"Exporting\", subtitle: \"\\(items.count) items\")"),
        line("  request.strategy = .queue"),
        line("  if BGTaskScheduler.supportedResources.contains(.gpu) { request.requiredResources = .gpu }", "graphics"),
        line("  try BGTaskScheduler.shared.submit(request)"), line("}"), line(""),
        line("func run(_ task: BGContinuedProcessingTask, _ items: [Item]) {"),
        line("  task.progress.totalUnitCount = Int64(items.count)"), line("  let work = Task {"),
        line("    for item in items where !Task.isCancelled {"), line("      await export(item)"),
        line("      task.progress.completedUnitCount += 1"), line("    }"),
        line("    task.setTaskCompleted(success: !Task.isCancelled)"), line("  }"),
        line("  task.expirationHandler = { work.cancel() }"), line("}"),
      ],
      scenario: "stall"),
    Outcome(
      id: "session", title: "a background URLSession", since: "iOS 7",
      why:
        "The system transfers the files itself, even while the app is suspended, and wakes the app when they are done.",
      expect: [
        .init(
          "Transfers continue while the app is suspended or terminated by the system; swiping the app away cancels them.",
          "Apple, Downloading files in the background; rules H1, B20"),
        .init(
          "Download and upload tasks with a delegate only: no data tasks, no closures.",
          "Apple, Downloading files in the background; rule H4"),
        .init(
          "Transfers that are created in the background wait for Wi-Fi and power, and each wake doubles the delay of the next: create them all in the foreground.",
          "Apple, isDiscretionary; Developer Forums 14854; rules H1, H2"),
        .init("They can take up to seven days.", "Apple, timeoutIntervalForResource; rule H6"),
      ],
      code: [
        line("final class Downloads: NSObject, URLSessionDownloadDelegate {"),
        line("  static let shared = Downloads()"),
        line("  var handled: (() -> Void)?"),
        line("  lazy var session = URLSession("),
        line("    configuration: .background(withIdentifier: \"\\(Bundle.main.bundleIdentifier!).downloads\"),"),
        line("    delegate: self, delegateQueue: nil)"), line(""),
        line(
          "  func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo file: URL) {"
        ),
        line("    try? FileManager.default.moveItem(at: file, to: place(for: downloadTask))  // before this returns"),
        line("  }"), line(""),
        line("  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {"),
        line("    DispatchQueue.main.async { self.handled?(); self.handled = nil }"), line("  }"), line("}"), line(""),
        line("// In the app delegate:"),
        line("func application(_ application: UIApplication, handleEventsForBackgroundURLSession id: String,"),
        line("                 completionHandler: @escaping () -> Void) {"),
        line("  Downloads.shared.handled = completionHandler"),
        line("  _ = Downloads.shared.session  // recreated, with its delegate"), line("}"),
      ],
      scenario: "resume-limiter"),
    Outcome(
      id: "push", title: "a silent push", since: "iOS 7",
      why: "The server knows when something has changed and wakes the app.", modes: ["remote-notification"],
      needs: ["the server sends apns-push-type: background, apns-priority: 5, and content-available: 1."],
      expect: [
        .init("About 30 s per launch.", "Apple, Pushing background updates to your App; rule E4"),
        .init(
          "Two or three per hour; further pushes are held back and coalesced.",
          "Apple, Pushing background updates to your App; rule G2"),
        .init(
          "No push is guaranteed to launch the app: fetch what is missing when the app is opened.",
          "WWDC20 10063; rules G3, G8"),
        notAfterSwipe,
      ],
      code: [
        line(
          "func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any])"),
        line("  async -> UIBackgroundFetchResult"), line("{"),
        line("  do { return try await fetchChanges() ? .newData : .noData } catch { return .failed }"), line("}"),
      ],
      scenario: "push-burst"),
    Outcome(
      id: "assertion", title: "beginBackgroundTask", since: "iOS 4",
      why: "It keeps the app running a little longer so that it can finish what it is doing.",
      expect: [
        .init(
          "About 30 s for the whole app, starting when the user leaves it.",
          "Apple engineers, Developer Forums 764762; rule E3"),
        .init(
          "If a task is not ended, the process is killed (0x8badf00d).",
          "Apple, beginBackgroundTask(expirationHandler:); rule E15"),
      ],
      code: [
        line("var id = UIBackgroundTaskIdentifier.invalid"), line("func end() {"),
        line("  UIApplication.shared.endBackgroundTask(id)"), line("  id = .invalid"), line("}"),
        line("id = UIApplication.shared.beginBackgroundTask(withName: \"save\") { end() }"), line("await save()"),
        line("end()"),
      ],
      scenario: "leaving"),
    Outcome(
      id: "health", title: "BGHealthResearchTask", since: "iOS 17",
      why: "Processing for a study in which the user participates, including with protected data.",
      modes: ["processing"],
      identifiers: ["$(PRODUCT_BUNDLE_IDENTIFIER).study"],
      needs: ["Apple's permission to do health research."],
      expect: [
        .init("It shares the limit of ten pending processing requests.", "observed on iOS 26.1; rule B2"),
        .init(
          "protectionTypeOfRequiredData says which files it reads; it waits until they can be read.",
          "Apple, BGHealthResearchTaskRequest; rule D6"),
        notAfterSwipe,
      ],
      code: registration("study", "BGHealthResearchTask")
        + request(
          "study", "BGHealthResearchTaskRequest",
          ["    request.protectionTypeOfRequiredData = .completeUntilFirstUserAuthentication"])
        + handler("BGHealthResearchTask", "try await workInSteps()")),
    Outcome(
      id: "location", title: "region monitoring, or significant location changes", since: "iOS 4",
      why:
        "The system monitors the location and launches the app when it changes; BGTaskScheduler has no location triggers.",
      needs: ["NSLocationAlwaysAndWhenInUseUsageDescription, and Always authorization from the user."],
      expect: [
        .init(
          "The app is launched in the background, even after the system terminated it.",
          "Apple, startMonitoringSignificantLocationChanges()"),
        .init(
          "The location background mode is for continuous updates and drains the battery; it is not needed here.",
          "Apple, UIBackgroundModes; rule J5"),
      ],
      code: [
        line("let manager = CLLocationManager()"), line("manager.delegate = self"),
        line("manager.requestAlwaysAuthorization()"), line("manager.startMonitoringSignificantLocationChanges()"),
      ]),
    Outcome(
      id: "assets", title: "Background Assets", since: "iOS 16",
      why: "The system downloads the app's assets, even before the app is opened for the first time.",
      needs: ["a Background Assets extension, and its keys in the Info.plist."],
      expect: [
        .init(
          "The extension runs briefly when the app is installed or updated; the system downloads without it.",
          "Apple, Background Assets; rule M12")
      ],
      code: [
        line("// The code goes in an extension: start from Xcode's 'Background Download' target template.")
      ]),
    Outcome(
      id: "notification", title: "a visible push notification", since: "iOS 3",
      why: "Only a visible notification arrives immediately: the system shows it without the app.",
      needs: ["the server sends apns-push-type: alert and apns-priority: 10; the user has allowed notifications."],
      expect: [
        .init(
          "A notification service extension has about 30 s to change what is shown.",
          "Apple, UNNotificationServiceExtension"),
        .init(
          "It is shown even after the app was swiped away; the app itself is not launched.",
          "Apple, User Notifications; rule C4"),
      ],
      code: [line("try await UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound])")]),
    Outcome(
      id: "exact", title: "a local notification", since: "iOS 10",
      why: "No API runs an app at an exact time: notify the user, and do the work when the app is opened.",
      expect: [
        .init(
          "Nothing guarantees continuous, timed, or periodic execution.",
          "Apple engineers, Developer Forums 685525; rule I6"),
        .init("The notification itself arrives on time.", "Apple, UNCalendarNotificationTrigger"),
      ],
      code: [
        line("let content = UNMutableNotificationContent()"), line("content.title = \"Time for a walk\""),
        line("let trigger = UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 18), repeats: true)"),
        line("try await UNUserNotificationCenter.current().add("),
        line("  UNNotificationRequest(identifier: \"walk\", content: content, trigger: trigger))"),
      ]),
  ]

  private static let notAfterSwipe = Outcome.ExpectedBehavior(
    "After the app is swiped away, nothing runs until it is opened.",
    "Apple engineers, Developer Forums 719222; rule C4")

  private static func line(_ text: String, _ answer: String? = nil) -> Outcome.Line {
    Outcome.Line(text: text, answer: answer)
  }

  private static func registration(_ name: String, _ kind: String) -> [Outcome.Line] {
    [
      "import BackgroundTasks", "", "let id = \"\\(Bundle.main.bundleIdentifier!).\(name)\"", "",
      "// Before the app finishes launching, at every launch:",
      "BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: .main) { task in",
      "  handle(task as! \(kind))", "}", "",
    ].map { line($0) }
  }

  private static func request(
    _ name: String, _ kind: String, _ settings: [String], _ more: Outcome.Line...
  ) -> [Outcome.Line] {
    [line("func schedule() {"), line("  do {"), line("    let request = \(kind)(identifier: id)")]
      + settings.map { line($0) } + more
      + [
        "    try BGTaskScheduler.shared.submit(request)", "  } catch {", "    log.error(\"submit: \\(error)\")", "  }",
        "}", "",
      ]
      .map { line($0) }
  }

  private static func handler(_ kind: String, _ work: String) -> [Outcome.Line] {
    [
      "func handle(_ task: \(kind)) {", "  schedule()  // the next request first: a run can end at any time",
      "  let work = Task {", "    do {", "      \(work)", "      task.setTaskCompleted(success: true)", "    } catch {",
      "      task.setTaskCompleted(success: false)", "    }", "  }",
      "  task.expirationHandler = { work.cancel() }", "}",
    ].map { line($0) }
  }
}
