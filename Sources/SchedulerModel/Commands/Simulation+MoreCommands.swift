internal import TaskTrace

extension Simulation {
  /// An app's code creates the transfers that begin a chain, or stand alone.
  mutating func download(_ bundle: String) throws(CommandRefusal) {
    guard let app = appIndex(bundle) else {
      throw .unknownApp(bundle, nearest: nearestName(to: bundle, among: apps.map(\.setup.bundle)))
    }
    guard apps[app].state != .forceQuit else { throw .forceQuit(bundle) }
    let later = apps[app].setup.transfers.compactMap(\.next)
    let first = transfers.indices.filter {
      transfers[$0].app == app && (!later.contains(transfers[$0].setup.name) || transfers[$0].setup.next == nil)
    }
    guard let one = first.first else { throw .alreadySo("\(bundle) has no transfers") }
    guard !transfers[one].isActive else { throw .alreadySo("\(bundle) is transferring already") }
    if !apps[app].isAlive {
      _ = wake(app)
      if meetDoom(app) { return }
      planSuspension(app)
    }
    for index in first where !later.contains(transfers[index].setup.name) { create(index) }
  }

  /// A new version: the process ends, requests stay (assumed), and handlers are registered at the next launch.
  mutating func update(_ app: Int) {
    if apps[app].isAlive { end(app, as: .notRunning, cause: "updated") }
    emit(.app(bundle: apps[app].setup.bundle, apps[app].state, cause: "updated"))
  }

  /// Deleted and installed anew: nothing is pending, nothing is known of its use, and no force-quit is remembered.
  mutating func install(_ app: Int) {
    end(app, as: .notRunning, cause: "installed")
    cancelTransfers(app)
    for task in waiting where tasks[task].app == app { cancel(task, cause: "uninstalled") }
    for task in tasks.indices where tasks[task].app == app { tasks[task].checkpoint = 0 }
    apps[app].installedAt = now
    apps[app].launches = []
    apps[app].reliability = 1
    apps[app].usage = UsageHistogram(
      Forecast.usage(apps[app].setup), at: clock.hour(now), watched: 0, memory: Int64(profile.count(.usageMemoryWeeks)))
    emit(.app(bundle: apps[app].setup.bundle, .notRunning, cause: "installed"))
    agenda.worsened = true
  }

  mutating func answer(_ id: TaskIdentifier, goesOn: Bool) throws(CommandRefusal) {
    guard let task = taskIndex(id) else {
      throw .unknownTask(id, nearest: nearestName(to: id.rawValue, among: tasks.map(\.setup.id.rawValue)))
    }
    guard tasks[task].setup.kind == .continued else { throw .notContinued(id) }
    guard let run = tasks[task].run, run.isRunning else { throw .notRunning(id) }
    guard run.questions > 0 else { throw .alreadySo("Nobody asked about \(id.rawValue) yet") }
    answered(task, goesOn: goesOn)
  }
}
