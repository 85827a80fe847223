internal import SchedulerModel
internal import TaskTrace

extension DashboardState {
  /// Why an action cannot be carried out now, in a sentence; nil if it can, or if only the model knows.
  public func refusal(of action: Action) -> String? {
    guard action.isCommand else { return nil }
    if simulation == nil {
      return "This is a recording and cannot be changed. Press A to start a simulation from here."
    }
    if readOnly { return "Commands are off: bgtop was started with --read-only." }
    return nil
  }

  /// Gives a command to the simulation; its response becomes the toast.
  mutating func perform(_ action: Action) {
    if let refusal = refusal(of: action) {
      toast = Toast(text: refusal, isRefusal: true)
      return
    }
    guard action.isForTask, !selection.marked.isEmpty else {
      switch command(for: action) {
      case .failure(let missing): toast = Toast(text: missing.text, isRefusal: true)
      case .success(let command): perform(command)
      }
      return
    }
    // Each marked task gets the command; the last answer is shown.
    let selected = selection.task
    for task in selection.marked {
      selection.task = task
      if case .success(let command) = command(for: action) { perform(command) }
    }
    selection.task = selected
  }

  /// Gives a command to the simulation; in the past, to a new branch that starts there.
  mutating func perform(_ command: Command) {
    let forks = !isAtEdge
    if forks { forkAtPlayhead() }
    branch.undone = []
    if let refusal = give(command) {
      toast = Toast(text: refusal.text, isRefusal: true)
    } else {
      let fork = forks ? " This is now branch \(branch.name); press V for the others." : ""
      toast = Toast(text: command.sentence + fork, isRefusal: false)
    }
    playback.playhead = edge
    scroll.log = 0
  }

  /// Why there is not a command to give.
  private struct Missing: Error { var text: String }

  private func command(for action: Action) -> Result<Command, Missing> {
    let board = board
    let conditions = board.conditions
    switch action {
    case .launch: return forTask { .launch($0) }
    case .expire: return forTask { .expire($0) }
    case .userCancel: return forTask { .userCancel($0) }
    case .submit: return forTask { .submit($0) }
    case .cancel: return forTask { .cancel($0) }
    case .thermalUp: return thermal((conditions.thermal ?? .nominal).rawValue + 1)
    case .thermalDown: return thermal((conditions.thermal ?? .nominal).rawValue - 1)
    case .lowPower: return .success(.lowPower(!(conditions.lowPower ?? false)))
    case .batteryDown: return .success(.battery(max(0, (conditions.battery ?? 100) - 10)))
    case .batteryUp: return .success(.battery(min(100, (conditions.battery ?? 100) + 10)))
    case .charger: return .success(.charger(!(conditions.plugged ?? false)))
    case .network: return .success(.network(nextNetwork(after: conditions.network?.transport ?? .none)))
    case .inUse: return .success(.inUse(!(conditions.inUse ?? false)))
    case .backgroundRefresh: return .success(.backgroundRefresh(!(conditions.backgroundRefresh ?? true), bundle: nil))
    case .memoryPressure: return .success(.memoryPressure(nextPressure(after: conditions.memoryPressure ?? .normal)))
    case .reboot: return .success(.reboot)
    case .push: return forApp { .push($0) }
    case .download: return forApp { .download($0) }
    case .app:
      return forApp { board.app($0)?.state == .foreground ? .leave($0) : .open($0) }
    case .forceQuit: return forApp { .forceQuit($0) }
    default: return .failure(Missing(text: "Not a command."))
    }
  }

  private func forTask(_ make: (TaskIdentifier) -> Command) -> Result<Command, Missing> {
    guard let task = selection.task else {
      return .failure(Missing(text: "No task is selected. Use the arrow keys to select one."))
    }
    return .success(make(task))
  }

  private func forApp(_ make: (String) -> Command) -> Result<Command, Missing> {
    guard let task = selection.task, let bundle = board.task(task)?.bundle ?? bundle(of: task) else {
      return .failure(Missing(text: "No app task is selected. Use the arrow keys to select one."))
    }
    return .success(make(bundle))
  }

  /// The app that declares a task, for tasks that no event has associated with one yet.
  private func bundle(of task: TaskIdentifier) -> String? {
    simulation?.scenario.apps.first { $0.tasks.contains { $0.id == task } }?.bundle
  }

  private func thermal(_ step: Int) -> Result<Command, Missing> {
    guard let state = ThermalState(rawValue: step) else {
      let end = step < 0 ? "nominal, the coolest" : "critical, the hottest"
      return .failure(Missing(text: "The thermal state is already \(end)."))
    }
    return .success(.thermal(state))
  }

  private func nextNetwork(after transport: NetworkPath.Transport) -> NetworkPath {
    switch transport {
    case .wifi, .wired: NetworkPath(.cellular, quality: 60, expensive: true)
    case .cellular: NetworkPath(.none, quality: 0)
    case .none: NetworkPath(.wifi, quality: 100)
    }
  }

  private func nextPressure(after level: MemoryPressure) -> MemoryPressure {
    switch level {
    case .normal: .warning
    case .warning: .critical
    case .critical: .normal
    }
  }
}
