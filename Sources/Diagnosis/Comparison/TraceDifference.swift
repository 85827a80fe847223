public import TaskTrace

/// What differs between two traces.
public struct TraceDifference: Hashable, Sendable {
  /// One thing that has another value in each.
  public struct Line: Hashable, Sendable {
    public var what: String
    public var first: String
    public var second: String
  }

  /// The first event that is not the same, with its place; nil on a side that has ended.
  public struct Fork: Hashable, Sendable {
    /// How many events both share before it.
    public var index: Int
    public var first: TraceEvent?
    public var second: TraceEvent?
  }

  /// The origins of the traces.
  public var origins: [Line] = []
  public var fork: Fork?
  /// Counts of events by name.
  public var events: [Line] = []
  /// The results of tasks.
  public var tasks: [Line] = []
  /// The final state of the device.
  public var conditions: [Line] = []

  /// Whether the events of both are the same.
  public var isNone: Bool { fork == nil }

  /// Compares event by event; the positions of records in their logs do not count. Complexity: O(events).
  public init(_ a: Trace, _ b: Trace) {
    let shared = Self.first(a, b) ?? min(a.events.count, b.events.count)
    if shared < max(a.events.count, b.events.count) {
      fork = Fork(
        index: shared, first: shared < a.events.count ? a.events[shared] : nil,
        second: shared < b.events.count ? b.events[shared] : nil)
    }
    compare(&origins, "epoch", a.header.epoch.description, b.header.epoch.description)
    compare(&origins, "source", a.header.source.text, b.header.source.text)
    compare(&origins, "version", a.header.version ?? "", b.header.version ?? "")
    countEvents(a, b)
    compareTasks(a.latest, b.latest)
    compareConditions(a.latest.conditions, b.latest.conditions)
  }

  /// The index of the first event that differs; nil if one trace is a prefix of the other.
  ///
  /// - Parameters:
  ///   - a: A trace.
  ///   - b: Another.
  ///   - start: The number of leading events that are known to be equal.
  /// - Returns: The number of events before it.
  /// - Complexity: O(events until then).
  public static func first(_ a: Trace, _ b: Trace, from start: Int = 0) -> Int? {
    let end = min(a.events.count, b.events.count)
    return start < end ? (start..<end).first { !same(a.events[$0], b.events[$0]) } : nil
  }

  private static func same(_ a: TraceEvent, _ b: TraceEvent) -> Bool {
    if a.at == b.at, a.event == b.event, a.extra == b.extra { return true }
    // A saved trace can have the same content in another position: what the files contain decides for both.
    return TraceEvent(a.at, a.event, extra: a.extra).json == TraceEvent(b.at, b.event, extra: b.extra).json
  }

  private func compare(_ lines: inout [Line], _ what: String, _ first: String, _ second: String) {
    if first != second { lines.append(Line(what: what, first: first, second: second)) }
  }

  private mutating func countEvents(_ a: Trace, _ b: Trace) {
    let (first, second) = (Self.counts(a), Self.counts(b))
    let others = Set(first.keys).union(second.keys).subtracting(Event.names.map(\.name)).sorted()
    for name in Event.names.map(\.name) + others {
      compare(&events, name, "\(first[name] ?? 0)", "\(second[name] ?? 0)")
    }
  }

  private static func counts(_ trace: Trace) -> [String: Int] {
    trace.events.reduce(into: [:]) { $0[$1.event.name, default: 0] += 1 }
  }

  private mutating func compareTasks(_ a: Board, _ b: Board) {
    for task in a.tasks.map(\.task) + b.tasks.map(\.task).filter({ a.task($0) == nil }) {
      let (first, second) = (a.task(task), b.task(task))
      let rows: [(String, KeyPath<TaskRecord.Counts, Int>)] = [
        ("submitted", \.submitted), ("replaced", \.replaced), ("cancelled", \.cancelled), ("refused", \.refused),
        ("launched", \.launched), ("succeeded", \.succeeded), ("failed", \.failed), ("expired", \.expired),
        ("killed", \.killed),
      ]
      for (word, path) in rows {
        let (x, y) = (first?.counts[keyPath: path] ?? 0, second?.counts[keyPath: path] ?? 0)
        compare(&tasks, "\(task.rawValue) \(word)", "\(x)", "\(y)")
      }
      compare(&tasks, "\(task.rawValue) at the end", Self.standing(first), Self.standing(second))
    }
  }

  private static func standing(_ record: TaskRecord?) -> String {
    guard let record else { return "never mentioned" }
    return record.running != nil ? "running" : record.pending != nil ? "pending" : "absent"
  }

  private mutating func compareConditions(_ a: DeviceConditions, _ b: DeviceConditions) {
    let rows: [(String, (DeviceConditions) -> String?)] = [
      ("battery", { $0.battery.map { "\($0)%" } }), ("plugged in", { $0.plugged.map { $0 ? "yes" : "no" } }),
      ("low power", { $0.lowPower.map { $0 ? "on" : "off" } }), ("thermal", { $0.thermal?.word }),
      ("network", { $0.network?.text }), ("in use", { $0.inUse.map { $0 ? "yes" : "no" } }),
      ("cpu", { $0.cpu.map { "\($0)%" } }), ("memory pressure", { $0.memoryPressure?.word }),
      ("background refresh", { $0.backgroundRefresh.map { $0 ? "on" : "off" } }),
    ]
    for (word, value) in rows { compare(&conditions, word, value(a) ?? "unknown", value(b) ?? "unknown") }
  }
}

extension TraceHeader.Source {
  /// The origin of a trace, as text.
  public var text: String {
    switch self {
    case .simulation(let scenario, let seed, let profile, _): "scenario \(scenario), seed \(seed), profile \(profile)"
    case .deviceLog(let files): "device log \(files.joined(separator: ", "))"
    case .other(let kind): kind
    }
  }
}
