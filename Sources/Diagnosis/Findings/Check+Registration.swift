internal import SchedulerModel
internal import TaskTrace

/// Launch handlers that are registered wrongly (rules A6–A12).
extension Check {
  static let registration: [Check] = [
    Check(
      "registered-late", "Registered too late", .error, "a launch handler is registered after launch has finished",
      costs: "The app crashes: all launch handlers must be registered before the app finishes launching.",
      fix: "Register in application(_:didFinishLaunchingWithOptions:), or in App.init.",
      "Apple, register(forTaskWithIdentifier:using:launchHandler:); rules A6, A7",
      .task { task, _ in
        task.registrationRefusals.filter { $0.cause == .late }.map { Hit($0.mark, "registered after the launch") }
      },
      .app { app, history in
        let isReported = history.tasks.contains { $0.registrationRefusals.contains { $0.cause == .late } }
        guard !isReported else { return [] }
        return history.complaints.filter { $0.about == .registeredLate && $0.process == app.bundle }.map {
          Hit($0.mark, "a handler was registered after the launch")
        }
      },
      .declaration { declaration in
        declaration.tasks.compactMap { task in
          guard case .late(let wait) = task.registration else { return nil }
          return Hit(task: task.id, "registered \(wait) after the launch method has returned")
        }
      }),
    Check(
      "registered-twice", "Registered twice", .error, "two launch handlers are registered for one identifier",
      costs: "The system kills the app on the second registration.",
      fix: "Register each identifier in one place; look for a library that registers it too.",
      "Apple, register(forTaskWithIdentifier:using:launchHandler:); rule A9",
      .task { task, _ in
        task.registrationRefusals.filter { $0.cause == .alreadyRegistered }.map { Hit($0.mark, "registered again") }
      },
      .declaration { declaration in
        declaration.tasks.filter { $0.registration == .twice }.map { Hit(task: $0.id, "the code registers it twice") }
      }),
    Check(
      "no-handler", "No launch handler", .error, "the app submits, or is launched for, a task without a handler",
      costs: "The app crashes: No launch handler registered for task with identifier.",
      fix: "Register a handler for the identifier at every launch, before the app finishes launching.",
      "Apple, BGTaskScheduler; rules A10, A11",
      .complaint(.noHandler, "the app crashed: no handler is registered"),
      .complaint(.noHandlerFrame, "submit crashed: no handler is registered"),
      .complaint(.libraryNotRegistered, "a library's task is not registered"),
      .task { task, _ in
        task.registrationRefusals.filter { $0.cause == .notRegistered || $0.cause == .noHandler }.map {
          Hit($0.mark, "there is no handler")
        }
      }),
    Check(
      "never-registered", "Permitted but never registered", .warning,
      "an identifier is permitted, but no launch handler is registered for it",
      costs: "A request for it crashes the app; a launch for it does too.",
      fix: "Register a handler for every permitted identifier, or remove the identifier from the list.",
      "Apple, register(forTaskWithIdentifier:using:launchHandler:); rule A11",
      .declaration { declaration in
        guard declaration.app != nil else { return [] }
        let silent = declaration.tasks.filter { $0.registration == .never }
        let orphans = (declaration.permitted ?? []).filter { entry in
          !entry.text.contains("*")
            && !(declaration.app?.tasks ?? []).contains { $0.id.rawValue.lowercased() == entry.text.lowercased() }
        }
        return silent.map { Hit(task: $0.id, "no handler is registered for \($0.id.rawValue)") }
          + orphans.map { Hit($0, "\"\($0.text)\" is permitted, but no task uses it", task: TaskIdentifier($0.text)) }
      }),
    Check(
      "nothing-to-simulate", "A simulated launch without a request", .note,
      "a launch was simulated for an identifier that has no pending request", costs: "Nothing is launched.",
      fix: "Pause after a successful submit, and list getPendingTaskRequests; one simulation uses the request up.",
      "Apple, Starting and terminating tasks during development; rule N1",
      .complaint(.nothingToSimulate, "no request with this identifier is pending")),
    Check(
      "wrong-queue", "A main-actor handler on a background queue", .error,
      "the handler's code is bound to the main actor, and `using: nil` calls it on a background queue",
      costs: "The app traps before the first line of the handler; setTaskCompleted is never reached.",
      fix: "Register with using: .main, or make the handler nonisolated and hop to the main actor inside.",
      "Apple, register(forTaskWithIdentifier:using:launchHandler:); rule A12",
      .complaint(.mainQueue, "trapped: the main queue was expected"),
      .complaint(.isolated, "trapped: the main actor was expected"),
      .task { task, _ in
        task.runs.filter { $0.end?.cause == .isolation }.map { Hit($0.ended ?? $0.started, "trapped before its body") }
      },
      .declaration { declaration in
        declaration.tasks.filter { $0.mainActor && $0.queue == .background }.map {
          Hit(task: $0.id, "its handler is bound to the main actor and registered with using: nil")
        }
      }),
  ]
}
