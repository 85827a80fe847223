internal import SchedulerModel
internal import TaskTrace

extension Command {
  /// What was done, in a sentence.
  var sentence: String {
    switch self {
    case .launch(let task): "Launched \(task.rawValue), regardless of conditions."
    case .expire(let task): "Told \(task.rawValue) that its time is up."
    case .userCancel(let task): "Canceled \(task.rawValue) as the user would."
    case .submit(let task): "Submitted a request for \(task.rawValue)."
    case .cancel(let task): "Canceled the request of \(task.rawValue)."
    case .thermal(let state): "The device is \(state == .nominal ? "cool" : "in thermal state \(state.word)")."
    case .lowPower(let on): "Low Power Mode is \(on ? "on" : "off")."
    case .battery(let level): "The battery is at \(level)%."
    case .charger(let on): "The charger is plugged \(on ? "in" : "out")."
    case .network(let path): "The network is \(path.text)."
    case .inUse(let on): on ? "The device is in use." : "The device is idle and locked."
    case .backgroundRefresh(let on, let bundle):
      "Background App Refresh is \(on ? "on" : "off")\(bundle.map { " for \($0)" } ?? "")."
    case .memoryPressure(let level): "The memory pressure is \(level.word)."
    case .cpu(let level): "The CPU is at \(level)%."
    case .camera(let on): "The camera is \(on ? "on" : "off")."
    case .open(let bundle): "Opened \(bundle)."
    case .leave(let bundle): "Left \(bundle)."
    case .forceQuit(let bundle): "Swiped \(bundle) away in the App Switcher."
    case .reboot: "The device restarted; it is locked until someone unlocks it."
    case .push(let bundle): "Sent \(bundle) a silent push."
    case .download(let bundle): "\(bundle) creates its transfers."
    case .update(let bundle): "Updated \(bundle)."
    case .install(let bundle): "Reinstalled \(bundle)."
    case .prune(let task): "Silently dropped the request of \(task.rawValue)."
    case .answer(let task, let continues): "Let \(task.rawValue) \(continues ? "continue" : "stop")."
    }
  }
}
