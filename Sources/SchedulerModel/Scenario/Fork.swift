public import TaskTrace

/// A simulation that starts from the state that a recording gives for an instant, to see how things could continue.
///
/// The board is converted to the text of a scenario, which is then read like any other, so that a fork can be saved,
/// run again, and edited. What the recording does not state gets the scenario's defaults, and every default is listed.
public struct Fork: Hashable, Sendable {
  public var scenario: Scenario
  /// What the recording did not state, one sentence each.
  public var assumptions: [String]

  /// Starts from the state that a trace gives for an instant.
  /// - Throws: the problems of the resulting scenario, such as identifiers that no app can have.
  public init(_ trace: Trace, at instant: Instant, name: String, seed: UInt64 = 1) throws(ScenarioError) {
    try self.init(trace.board(at: instant), at: instant, epoch: trace.header.epoch, name: name, seed: seed)
  }

  /// Starts from what is known at an instant; the epoch is the recording's, the scenario's own begins at the instant.
  ///
  /// Complexity: O(tasks + apps).
  /// - Throws: the problems of the resulting scenario.
  public init(
    _ board: Board, at instant: Instant, epoch: Epoch, name: String, seed: UInt64 = 1
  ) throws(ScenarioError) {
    var writer = ForkWriter(board, at: instant)
    let text = writer.scenario(epoch: epoch, name: name, seed: seed)
    scenario = try Scenario.parse(Array(text.utf8), named: name)
    scenario.text = text
    assumptions = writer.assumptions
  }
}

/// Writes the scenario of a fork, and notes what it had to assume.
private struct ForkWriter {
  private let board: Board
  private let instant: Instant
  private(set) var assumptions: [String] = []
  private var timeline: [JSONValue] = []

  init(_ board: Board, at instant: Instant) { (self.board, self.instant) = (board, instant) }

  mutating func scenario(epoch: Epoch, name: String, seed: UInt64) -> String {
    let start = Epoch(
      microsecondsSince1970: epoch.microsecondsSince1970 + instant.microseconds, utcOffset: epoch.utcOffset)
    let isMac = board.tasks.contains { $0.pending != nil && $0.kind == .activity }
    var fields = Members()
    fields.put("name", name)
    fields.put("summary", "Continues from \(epoch.stamp(instant)) of a recording.")
    fields.put("epoch", start.description)
    fields.put("seed", Int64(clamping: seed))
    if isMac { fields.put("profile", "macos") }
    fields.put("device", device())
    fields.put("apps", JSONValue(.array(apps())))
    fields.put("timeline", JSONValue(.array(timeline)))
    return fields.value.text + "\n"
  }

  private mutating func assume(_ sentence: String) { assumptions.append(sentence) }

  // MARK: The device

  private mutating func device() -> JSONValue {
    let conditions = board.conditions
    let defaults = DeviceSetup()
    var fields = Members()
    func putIfKnown<Value>(_ value: Value?, _ sentence: String, _ put: (Value) -> Void) -> String? {
      guard let value else { return sentence }
      put(value)
      return nil
    }
    let network = conditions.network.map { path in
      var inner = Members()
      inner.put("transport", path.transport.rawValue)
      inner.put("quality", Int64(path.quality))
      inner.put("expensive", path.expensive)
      inner.put("constrained", path.constrained)
      return inner.value
    }
    let notStated = [
      putIfKnown(conditions.battery, "the battery is at \(fixed(defaults.battery, decimals: 0))%") {
        fields.put("battery", Int64($0))
      },
      putIfKnown(conditions.plugged, "no charger is plugged in") { fields.put("charger", $0) },
      putIfKnown(conditions.lowPower, "Low Power Mode is off") { fields.put("lowPower", $0) },
      putIfKnown(conditions.thermal, "the thermal state is nominal") { fields.put("thermal", $0.word) },
      putIfKnown(network, "the network is Wi-Fi of quality \(defaults.network.quality)") { fields.put("network", $0) },
      putIfKnown(conditions.inUse, "no one is using the device") { fields.put("inUse", $0) },
      putIfKnown(conditions.unlockedSinceBoot, "the device has been unlocked since boot") {
        fields.put("unlockedSinceBoot", $0)
      },
      putIfKnown(conditions.cpu, "the CPU load is \(defaults.cpu)%") { fields.put("cpu", Int64($0)) },
      putIfKnown(conditions.memoryPressure, "there is no memory pressure") { fields.put("memoryPressure", $0.word) },
      putIfKnown(conditions.camera, "the camera is off") { fields.put("camera", $0) },
      putIfKnown(conditions.backgroundRefresh, "Background App Refresh is on") { fields.put("backgroundRefresh", $0) },
      putIfKnown(conditions.bootedAt.map { max(.zero, instant - $0) }, "the device was booted \(defaults.up) ago") {
        fields.put("up", $0.units)
      },
    ]
    assumptions += notStated.compactMap(\.self)
    for (key, name, words) in Self.budgets {
      if let known = board.budget(name) {
        fields.put(key, JSONValue(.number(known.value)))
      } else {
        assume(words)
      }
    }
    return fields.value
  }

  private static let budgets = [
    ("energy", Budgets.energyName, "the energy budget is in proportion to the charge"),
    ("cellular", Budgets.cellularName, "the full cellular data budget is left"),
  ]

  // MARK: Apps and their tasks

  private mutating func apps() -> [JSONValue] {
    var bundles: [String] = []
    var tasks: [String: [TaskRecord]] = [:]
    for record in board.tasks where isUsable(record) {
      let bundle = self.bundle(of: record, existing: tasks)
      if tasks[bundle] == nil { bundles.append(bundle) }
      tasks[bundle, default: []].append(record)
    }
    for app in board.apps where tasks[app.bundle] == nil && Self.isIdentifier(app.bundle) { bundles.append(app.bundle) }
    return bundles.map { app($0, tasks[$0] ?? []) }
  }

  private mutating func isUsable(_ record: TaskRecord) -> Bool {
    let id = record.task.rawValue
    guard Self.isIdentifier(id) else {
      assume("\(id) is left out: its identifier is masked or cannot be an app's")
      return false
    }
    if record.kind == .activity, record.pending == nil, record.running == nil, record.lastRun == nil {
      assume("\(id) is left out: it never ran, and it has no pending request")
      return false
    }
    if record.running != nil { assume("the run of \(id) that is in progress is left out") }
    if record.kind == .continued, record.pending != nil {
      assume("the pending request of \(id) is left out: an app in the foreground has to start it")
    }
    return true
  }

  private static func isIdentifier(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 127
      && text.utf8.allSatisfy {
        (0x2D...0x2E).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F || ($0 | 0x20) &- 97 < 26
      }
  }

  /// The app of a task according to the recording, or else the identifier without its last part.
  private mutating func bundle(of record: TaskRecord, existing: [String: [TaskRecord]]) -> String {
    let id = record.task.rawValue
    if let bundle = record.bundle ?? ActivityName(id).bundle, Self.isIdentifier(bundle) { return bundle }
    guard record.kind != .activity else { return id }
    let parts = id.split(separator: ".")
    var bundle = parts.count > 2 ? parts.dropLast().joined(separator: ".") : id
    // An app has one pending refresh request: two of them belong to two apps.
    if record.kind == .refresh, existing[bundle]?.contains(where: { $0.kind == .refresh }) == true { bundle = id }
    assume("\(id) belongs to the app \(bundle)")
    return bundle
  }

  private mutating func app(_ bundle: String, _ records: [TaskRecord]) -> JSONValue {
    var fields = Members()
    fields.put("bundle", bundle)
    if let known = board.app(bundle) {
      fields.put("state", known.state.rawValue)
      if let refresh = known.backgroundRefresh { fields.put("backgroundRefresh", refresh) }
      if let last = known.lastForeground { fields.put("lastOpened", max(.zero, instant - last).units) }
      if known.lastForeground == nil {
        assume("\(bundle) was last opened \(AppSetup(bundle: "", name: "", permitted: [], modes: []).lastOpened) ago")
      }
    } else {
      assume("\(bundle) is terminated, and was opened nine hours ago")
    }
    var tasks: [JSONValue] = []
    for record in records {
      switch record.kind {
      case .push: push(record, bundle, &fields)
      case .fetch: assume("\(record.task.rawValue) is left out: the recording does not say how often the app fetches")
      case .refresh, .processing, .healthResearch, .continued, .activity: tasks.append(task(record))
      }
    }
    fields.put("tasks", JSONValue(.array(tasks)))
    return fields.value
  }

  private mutating func push(_ record: TaskRecord, _ bundle: String, _ fields: inout Members) {
    fields.put("push", Members([("steps", Self.steps(seconds: 5))]).value)
    assume("a push of \(bundle) takes 5 s of work")
    guard record.pending != nil else { return }
    timeline.append(Members([("at", JSONValue(.string("0s"))), ("push", JSONValue(.string(bundle)))]).value)
    assume("the pending push of \(bundle) comes again at the start")
  }

  private static func steps(seconds: Int) -> JSONValue {
    JSONValue(
      .array([Members([("name", JSONValue(.string("work"))), ("for", JSONValue(.string("\(seconds)s")))]).value]))
  }

  private mutating func task(_ record: TaskRecord) -> JSONValue {
    let id = record.task.rawValue
    let request = record.pending?.request
    var fields = Members()
    fields.put("id", id)
    fields.put("kind", record.kind.rawValue)
    if let pending = record.pending, record.kind != .continued {
      fields.put("pendingFor", max(.zero, instant - pending.submittedAt).units)
      if let earliest = pending.request.earliest ?? pending.request.windowStart {
        fields.put("earliest", max(.zero, earliest - pending.submittedAt).units)
      } else {
        assume("\(id) has no earliest begin date")
      }
      if pending.request.windowEnd == nil { assume("the window of \(id) ends when the model decides") }
    }
    if record.kind == .processing || record.kind == .healthResearch || record.kind == .activity {
      fields.put("network", request?.requiresNetwork ?? false)
      fields.put("power", request?.requiresPower ?? false)
      if request != nil, request?.requiresNetwork == nil { assume("\(id) requires neither network nor power") }
    }
    if record.kind == .continued {
      fields.put("title", request?.title ?? "Task")
      return fields.value
    }
    if record.kind == .activity {
      if request?.interval == nil { assume("\(id) recurs once a day") }
      fields.put("interval", max(.seconds(1), request?.interval ?? .days(1)).units)
    }
    let seconds = record.kind == .refresh ? 10 : 120
    fields.put("steps", Self.steps(seconds: seconds))
    assume("\(id) works for \(TimeSpan.seconds(Int64(seconds))) and submits its next request at once")
    return fields.value
  }
}

/// The members of an object while it is written.
private struct Members {
  private var members: [JSONMember] = []

  init() {}
  init(_ pairs: [(String, JSONValue)]) { members = pairs.map { JSONMember($0, $1) } }

  mutating func put(_ key: String, _ value: JSONValue) { members.append(JSONMember(key, value)) }
  mutating func put(_ key: String, _ value: String) { put(key, JSONValue(.string(value))) }
  mutating func put(_ key: String, _ value: Int64) { put(key, JSONValue(.integer(value))) }
  mutating func put(_ key: String, _ value: Bool) { put(key, JSONValue(.bool(value))) }

  var value: JSONValue { JSONValue(.object(members)) }
}
