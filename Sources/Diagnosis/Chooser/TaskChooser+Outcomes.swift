extension TaskChooser {
  /// What may be recommended.
  public static let outcomes: [Outcome] = [
    Outcome(
      id: "refresh", title: "BGAppRefreshTask", since: "iOS 13",
      why: "Short work that keeps content fresh, at times that follow the use of the app.", modes: ["fetch"],
      identifiers: ["$(PRODUCT_BUNDLE_IDENTIFIER).refresh"],
      expect: [
        .init("About 30 s for each run, the launch of the app included.", "WWDC19 707; rule E1"),
        .init(
          "earliestBeginDate is a floor; no interval is promised, and an app that is seldom opened runs seldom.",
          "Apple, earliestBeginDate; rules B9, C3"),
        .init(
          "One request of this kind may be pending; each is good for one launch.",
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
      why: "Minutes of work that may wait until nobody uses the device, mostly on the charger at night.",
      modes: ["processing"], identifiers: ["$(PRODUCT_BUNDLE_IDENTIFIER).maintenance"],
      expect: [
        .init("Several minutes; how many is not published.", "Apple, BGProcessingTask; rule E2"),
        .init(
          "It runs while the device is idle, and is ended when somebody uses it: save a checkpoint after every step.",
          "Apple, BGProcessingTask; rules C11, D12"),
        .init(
          "requiresExternalPower turns the CPU monitor off; without it more than 80 % of a processor for a minute is the end.",
          "WWDC19 707; Apple engineers, Developer Forums 690666; rules C14, E16"),
        .init("Ten requests of this kind may be pending.", "Apple, BGTaskScheduler.submit(_:); rule B2"), notAfterSwipe,
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
      why: "Work that somebody started and watches: it goes on after the app is left, with its progress on the screen.",
      identifiers: ["$(PRODUCT_BUNDLE_IDENTIFIER).export.*"],
      needs: [],
      expect: [
        .init(
          "It starts at once, and only from an action in front; the handler may be registered then.",
          "Apple, BGContinuedProcessingTaskRequest; rules A8, F1, F2"),
        .init(
          "No limit of time is published; without new progress for 30 s it is ended.",
          "Apple, BGContinuedProcessingTask; observed on iOS 26.1; rules F6, F7"),
        .init(
          "The user may cancel it, and under pressure those with least progress end first; the app is not told why.",
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
      why: "The system moves the files itself, also while the app is suspended, and wakes it when they are done.",
      expect: [
        .init(
          "Transfers go on while the app is suspended or ended by the system; swiping it away cancels them.",
          "Apple, Downloading files in the background; rules H1, B20"),
        .init(
          "Download and upload tasks with a delegate only: no data tasks, no closures.",
          "Apple, Downloading files in the background; rule H4"),
        .init(
          "Transfers that are created in the background wait for Wi-Fi and power, and each wake doubles the delay of the next: create them all in front.",
          "Apple, isDiscretionary; Developer Forums 14854; rules H1, H2"),
        .init("They may take up to seven days.", "Apple, timeoutIntervalForResource; rule H6"),
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
        line("  _ = Downloads.shared.session  // made again, with its delegate"), line("}"),
      ],
      scenario: "resume-limiter"),
    Outcome(
      id: "push", title: "a silent push", since: "iOS 7",
      why: "The server knows when something has changed, and wakes the app for it.", modes: ["remote-notification"],
      needs: ["the server sends apns-push-type: background, apns-priority: 5, and content-available: 1."],
      expect: [
        .init("About 30 s for each launch.", "Apple, Pushing background updates to your App; rule E4"),
        .init(
          "Two or three an hour: more are held back and merged.",
          "Apple, Pushing background updates to your App; rule G2"),
        .init(
          "No push is sure to launch the app: fetch what is missing when it is opened.", "WWDC20 10063; rules G3, G8"),
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
      why: "It keeps the app running for a moment longer, to come to an end with what it does.",
      expect: [
        .init(
          "About 30 s for the whole app, counted from when it is left.",
          "Apple engineers, Developer Forums 764762; rule E3"),
        .init(
          "A task that is not ended is the end of the process (0x8badf00d).",
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
      why: "Processing for a study that the user takes part in, also with protected data.", modes: ["processing"],
      identifiers: ["$(PRODUCT_BUNDLE_IDENTIFIER).study"],
      needs: ["Apple's leave to do health research."],
      expect: [
        .init("It shares the ten pending requests of processing.", "observed on iOS 26.1; rule B2"),
        .init(
          "protectionTypeOfRequiredData says which files it reads: it waits until they can be.",
          "Apple, BGHealthResearchTaskRequest; rule D6"),
        notAfterSwipe,
      ],
      code: registration("study", "BGHealthResearchTask")
        + request(
          "study", "BGHealthResearchTaskRequest",
          ["    request.protectionTypeOfRequiredData = .completeUntilFirstUserAuthentication"])
        + handler("BGHealthResearchTask", "try await workInSteps()")),
    Outcome(
      id: "location", title: "region monitoring, or significant changes of location", since: "iOS 4",
      why: "The system watches the place, and launches the app when it changes; BGTaskScheduler knows no places.",
      needs: ["NSLocationAlwaysAndWhenInUseUsageDescription, and the user's leave for Always."],
      expect: [
        .init(
          "The app is launched in the background, also after it was ended by the system.",
          "Apple, startMonitoringSignificantLocationChanges()"),
        .init(
          "The mode location is for going on without end, and drains the battery: it is not needed for this.",
          "Apple, UIBackgroundModes; rule J5"),
      ],
      code: [
        line("let manager = CLLocationManager()"), line("manager.delegate = self"),
        line("manager.requestAlwaysAuthorization()"), line("manager.startMonitoringSignificantLocationChanges()"),
      ]),
    Outcome(
      id: "assets", title: "Background Assets", since: "iOS 16",
      why: "The system downloads what belongs to the app, also before it is opened for the first time.",
      needs: ["a Background Assets extension, and its keys in the Info.plist."],
      expect: [
        .init(
          "The extension runs for a moment when the app is installed or updated; the system downloads without it.",
          "Apple, Background Assets; rule M12")
      ],
      code: [
        line("// The extension of the target 'Background Download' in Xcode has the code; begin with its template.")
      ]),
    Outcome(
      id: "notification", title: "a push that the user sees", since: "iOS 3",
      why: "Only what the user sees comes at once: the system shows it without the app.",
      needs: ["the server sends apns-push-type: alert and apns-priority: 10; the user has allowed notifications."],
      expect: [
        .init(
          "A notification service extension has about 30 s to change what is shown.",
          "Apple, UNNotificationServiceExtension"),
        .init(
          "It is shown also after the app was swiped away; the app itself is not launched.",
          "Apple, User Notifications; rule C4"),
      ],
      code: [line("try await UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound])")]),
    Outcome(
      id: "exact", title: "a local notification", since: "iOS 10",
      why: "No API runs an app at an exact time: let the user be told, and do the work when the app is opened.",
      expect: [
        .init(
          "Nothing promises continuous, timed or periodic execution.",
          "Apple engineers, Developer Forums 685525; rule I6"),
        .init("The notification itself comes in time.", "Apple, UNCalendarNotificationTrigger"),
      ],
      code: [
        line("let content = UNMutableNotificationContent()"), line("content.title = \"Time for a walk\""),
        line("let trigger = UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 18), repeats: true)"),
        line("try await UNUserNotificationCenter.current().add("),
        line("  UNNotificationRequest(identifier: \"walk\", content: content, trigger: trigger))"),
      ]),
  ]

  private static let notAfterSwipe = Outcome.Promise(
    "Nothing runs after the app was swiped away, until it is opened.",
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
      "func handle(_ task: \(kind)) {", "  schedule()  // the next one first: a run may end at any time",
      "  let work = Task {", "    do {", "      \(work)", "      task.setTaskCompleted(success: true)", "    } catch {",
      "      task.setTaskCompleted(success: false)", "    }", "  }",
      "  task.expirationHandler = { work.cancel() }", "}",
    ].map { line($0) }
  }
}
