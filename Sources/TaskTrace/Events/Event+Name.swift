extension Event {
  /// The name that trace files use, from the list in `Docs/TraceFormat.md`.
  public var name: String {
    switch self {
    case .condition(let condition): condition.name
    case .app: "app"
    case .registered: "registered"
    case .registrationRefused: "registrationRefused"
    case .submitted: "submitted"
    case .refused: "refused"
    case .cancelled: "cancelled"
    case .scored: "scored"
    case .compared: "compared"
    case .optimal: "optimal"
    case .held: "held"
    case .launching: "launching"
    case .started: "started"
    case .handler: "handler"
    case .step: "step"
    case .progress: "progress"
    case .warned: "warned"
    case .completed: "completed"
    case .ended: "ended"
    case .killed: "killed"
    case .budget: "budget"
    case .group: "group"
    case .push: "push"
    case .transfer: "transfer"
    case .assertion: "assertion"
    case .layer: "layer"
    case .caption: "caption"
    case .bookmark: "bookmark"
    case .note: "note"
    case .report: "report"
    case .gap: "gap"
    case .command: "command"
    case .unknown(let name, _): name
    }
  }

  /// A number for each kind of event, below ``kinds``; all unknown ones share one.
  @inlinable package var number: Int {
    switch self {
    case .condition(let condition): condition.number
    case .app: Condition.count + 0
    case .registered: Condition.count + 1
    case .registrationRefused: Condition.count + 2
    case .submitted: Condition.count + 3
    case .refused: Condition.count + 4
    case .cancelled: Condition.count + 5
    case .scored: Condition.count + 6
    case .compared: Condition.count + 7
    case .optimal: Condition.count + 8
    case .held: Condition.count + 9
    case .launching: Condition.count + 10
    case .started: Condition.count + 11
    case .handler: Condition.count + 12
    case .step: Condition.count + 13
    case .progress: Condition.count + 14
    case .warned: Condition.count + 15
    case .completed: Condition.count + 16
    case .ended: Condition.count + 17
    case .killed: Condition.count + 18
    case .budget: Condition.count + 19
    case .group: Condition.count + 20
    case .push: Condition.count + 21
    case .transfer: Condition.count + 22
    case .assertion: Condition.count + 23
    case .layer: Condition.count + 24
    case .caption: Condition.count + 25
    case .bookmark: Condition.count + 26
    case .note: Condition.count + 27
    case .report: Condition.count + 28
    case .gap: Condition.count + 29
    case .command: Condition.count + 30
    case .unknown: Condition.count + 31
    }
  }

  /// Whether tasks of this kind can report that their time is nearly up.
  @inlinable package var mayWarn: Bool {
    switch self {
    case .warned, .assertion: true
    default: false
    }
  }

  package static let kinds = Condition.count + 32

  /// Every name of this version with its meaning, in the order of the documentation.
  public static let names: [(name: String, meaning: String)] = [
    ("battery", "the charge changed, in percent"),
    ("charger", "the charger was plugged in or unplugged, or started or stopped charging"),
    ("lowPower", "Low Power Mode was turned on or off"),
    ("thermal", "the thermal state changed"),
    ("network", "the network path changed"),
    ("deviceUse", "someone started or stopped using the device"),
    ("lock", "the device was locked or unlocked"),
    ("cpu", "the CPU load changed, in percent"),
    ("memoryPressure", "the memory pressure changed"),
    ("camera", "the camera was turned on or off"),
    ("backgroundRefresh", "the Background App Refresh switch was changed, for one app or for all"),
    ("boot", "the device booted"),
    ("app", "an app changed its life-cycle state"),
    ("registered", "a launch handler was registered"),
    ("registrationRefused", "a launch handler was refused"),
    ("submitted", "a request was accepted"),
    ("refused", "a request was refused with an error code"),
    ("cancelled", "a pending request was removed"),
    ("scored", "the scheduler evaluated its policies for a request"),
    ("compared", "a score was compared with its threshold"),
    ("optimal", "the scheduler forecast the best time of a window"),
    ("held", "something besides the policies holds a request back"),
    ("launching", "the scheduler asked for a launch"),
    ("started", "a task began to run"),
    ("handler", "an expiration handler was set, called or cleared"),
    ("step", "a handler began a step of its work"),
    ("progress", "a continued-processing task reported progress"),
    ("warned", "a task was told that its time is nearly up"),
    ("completed", "a task was completed by its app"),
    ("ended", "a run ended: outcome, true cause, and what the app sees"),
    ("killed", "a process was terminated, with its termination code"),
    ("budget", "a budget was used or refilled"),
    ("group", "the number of running activities of a group changed"),
    ("push", "a silent push changed state"),
    ("transfer", "a background URLSession transfer changed state"),
    ("assertion", "a background assertion was acquired, is expiring, or ended"),
    ("layer", "a library on top of the scheduler did something"),
    ("caption", "text for the viewer"),
    ("bookmark", "a named time"),
    ("note", "relevant text that became no event of its own"),
    ("report", "what a device counted for an app over a span of time, such as a day"),
    ("gap", "nothing is known for a while"),
    ("command", "the user changed the simulation"),
  ]
}

extension Condition {
  /// The event's name in trace files.
  public var name: String {
    switch self {
    case .battery: "battery"
    case .charger: "charger"
    case .lowPower: "lowPower"
    case .thermal: "thermal"
    case .network: "network"
    case .deviceUse: "deviceUse"
    case .lock: "lock"
    case .cpu: "cpu"
    case .memoryPressure: "memoryPressure"
    case .camera: "camera"
    case .backgroundRefresh: "backgroundRefresh"
    case .boot: "boot"
    }
  }
}
