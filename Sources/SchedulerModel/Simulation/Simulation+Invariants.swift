internal import TaskTrace

extension Simulation {
  /// What must hold between any two events; one sentence for each thing that does not. Empty means all is well.
  public func checkInvariants() -> [String] {
    var broken: [String] = []
    func hold(_ condition: Bool, _ sentence: @autoclosure () -> String) {
      if !condition { broken.append(sentence()) }
    }
    hold(emitted.isEmpty, "no event is left behind")
    hold(agenda.isEmpty, "nothing is left on the agenda")
    hold(queue.nextAt.map { $0 >= now } ?? true, "nothing planned is overdue")
    hold((0...100).contains(device.battery), "the charge is a percentage")
    hold((0...profile[.energyCapacity]).contains(energy), "the energy budget is within its capacity")
    hold((0...profile[.cellularCapacity]).contains(cellular), "the cellular budget is within its capacity")
    hold(apps.count { $0.state == .foreground } <= 1, "at most one app is in front")
    hold(device.inUse || !apps.contains { $0.state == .foreground }, "a device with an app in front is in use")
    hold(continuedRuns <= profile.count(.continuedConcurrency) + forcedRuns, "continued tasks keep to their number")
    hold(
      Set(waiting).count == waiting.count && waiting.allSatisfy { tasks[$0].pending != nil }
        && tasks.count { $0.pending != nil } == waiting.count, "the list of waiting tasks is the tasks that wait")
    for app in apps.indices { broken += checkApp(app) }
    hold(
      transfers.allSatisfy { (0...$0.setup.bytes).contains($0.done) }, "no transfer has more bytes than it has")
    for task in tasks.indices { broken += checkTask(task) }
    for group in ActivityGroup.allCases {
      let count = tasks.indices.count {
        tasks[$0].run != nil
          && ActivityGroup(kind: tasks[$0].setup.kind, requiresNetwork: requiresNetwork($0)) == group
      }
      hold(running[group.rawValue] == count, "\(group.name) counts its running activities")
    }
    return broken
  }

  private var forcedRuns: Int { tasks.count { $0.run?.forced == true } }

  private func checkApp(_ app: Int) -> [String] {
    let runtime = apps[app]
    let pending = waiting.filter { tasks[$0].app == app }.map { tasks[$0].setup.kind }
    var broken: [String] = []
    if pending.count(where: { $0 == .refresh }) > profile.count(.refreshLimit) {
      broken.append("\(runtime.setup.bundle) keeps to its number of refresh requests")
    }
    if pending.count(where: { $0 == .processing || $0 == .healthResearch }) > profile.count(.processingLimit) {
      broken.append("\(runtime.setup.bundle) keeps to its number of processing requests")
    }
    if !(0...profile[.pushCapacity]).contains(runtime.pushTokens) {
      broken.append("\(runtime.setup.bundle) has a number of launches for pushes within its capacity")
    }
    if !(0...1).contains(runtime.reliability) { broken.append("\(runtime.setup.bundle) has a share of reliability") }
    let isHeld = !runtime.assertions.isEmpty || runtime.handlesSession || runtime.layer?.isBusy == true
    if isHeld, !runtime.isAlive || runtime.state == .suspended {
      broken.append("\(runtime.setup.bundle) does not run and holds nothing")
    }
    if runtime.doom != nil, !hasRun(app) { broken.append("\(runtime.setup.bundle) crashes when its code runs") }
    if runtime.state == .forceQuit, pending.contains(.refresh) || pending.contains(.continued) {
      broken.append("\(runtime.setup.bundle) was force-quit and has no refresh or continued request")
    }
    return broken
  }

  private func checkTask(_ task: Int) -> [String] {
    guard let run = tasks[task].run else { return [] }
    let (app, name) = (apps[tasks[task].app], tasks[task].setup.id.rawValue)
    var broken: [String] = []
    if run.phase != .launching, app.state != .foreground, app.state != .background {
      broken.append("\(name) runs in an app that runs")
    }
    if run.phase == .expiring, app.graceUntil.map({ $0 < now }) ?? true {
      broken.append("\(name) expires within its grace")
    }
    return broken
  }
}
