internal import TaskTrace

/// A condition on a board: `thermal>=serious`, `battery<20`, `running=photos.backup`.
///
/// For `:break` and `:watch`. All of several conditions, joined by `and`, must hold.
struct BoardCondition: Hashable, Sendable {
  /// As it was typed.
  var text: String
  private var parts: [Part] = []

  enum Subject: String, CaseIterable, Sendable {
    case battery, charger, thermal, lowPower = "lowpower", inUse = "inuse", network, refresh, memory, cpu
    case pending, running, held, expired, killed, failed, refused, launched

    /// What it is compared with.
    var values: String {
      switch self {
      case .battery, .cpu: "0…100"
      case .charger, .lowPower, .inUse, .refresh: "on|off"
      case .thermal: "nominal|fair|serious|critical"
      case .network: "none|wifi|cellular|wired"
      case .memory: "normal|warning|critical"
      case .pending, .running, .held: "TASK, or a number of tasks"
      case .expired, .killed, .failed, .refused, .launched: "a number of times, over all tasks"
      }
    }
  }

  private enum Relation: String, CaseIterable, Sendable {
    // The longer signs first: `<` is the beginning of `<=`.
    case atMost = "<=", atLeast = ">=", unequal = "!=", equal = "=", less = "<", more = ">"

    func holds<Value: Comparable>(_ one: Value, _ other: Value) -> Bool {
      switch self {
      case .atMost: one <= other
      case .atLeast: one >= other
      case .unequal: one != other
      case .equal: one == other
      case .less: one < other
      case .more: one > other
      }
    }
  }

  private struct Part: Hashable, Sendable {
    var subject: Subject
    var relation: Relation
    var value: String
  }

  struct Fault: Error {
    var message: String
  }

  init(_ text: String) throws(Fault) {
    self.text = text.split(separator: " ").joined(separator: " ")
    for piece in self.text.split(separator: " and ", omittingEmptySubsequences: true) {
      let piece = piece.filter { $0 != " " }.lowercased()
      guard let relation = Relation.allCases.first(where: { piece.contains($0.rawValue) }),
        let range = piece.firstRange(of: relation.rawValue)
      else { throw Fault(message: "'\(piece)' has no comparison: thermal>=serious, battery<20, running=TASK") }
      let (name, value) = (String(piece[..<range.lowerBound]), String(piece[range.upperBound...]))
      guard let subject = Subject(rawValue: name) else {
        throw Fault(message: "nothing is named '\(name)'" + didYouMean(name, among: Subject.allCases.map(\.rawValue)))
      }
      guard Self.understands(value, of: subject) else {
        throw Fault(message: "\(name) is compared with \(subject.values), not with '\(value)'")
      }
      parts.append(Part(subject: subject, relation: relation, value: value))
    }
    guard !parts.isEmpty else { throw Fault(message: "a condition is missing: thermal>=serious, battery<20") }
  }

  private static func understands(_ value: String, of subject: Subject) -> Bool {
    switch subject {
    case .battery, .cpu, .expired, .killed, .failed, .refused, .launched: Int(value) != nil
    case .charger, .lowPower, .inUse, .refresh: value == "on" || value == "off"
    case .thermal: ThermalState(word: value) != nil
    case .network: NetworkPath.Transport(rawValue: value) != nil
    case .memory: MemoryPressure(word: value) != nil
    case .pending, .running, .held: !value.isEmpty
    }
  }

  /// Whether it holds; an unknown value never satisfies it.
  func holds(on board: Board) -> Bool { parts.allSatisfy { Self.holds($0, on: board) } }

  private static func holds(_ part: Part, on board: Board) -> Bool {
    let conditions = board.conditions
    func number(_ value: Int?) -> Bool {
      guard let value, let other = Int(part.value) else { return false }
      return part.relation.holds(value, other)
    }
    func flag(_ value: Bool?) -> Bool {
      value.map { part.relation.holds($0 ? 1 : 0, part.value == "on" ? 1 : 0) } ?? false
    }
    func tasks(_ isMeant: (TaskRecord) -> Bool) -> Bool {
      if Int(part.value) != nil { return number(board.tasks.count(where: isMeant)) }
      let found = board.tasks.contains { isMeant($0) && $0.task.rawValue.lowercased().contains(part.value) }
      return found == (part.relation != .unequal)
    }
    func times(_ count: (TaskRecord.Counts) -> Int) -> Bool { number(board.tasks.reduce(0) { $0 + count($1.counts) }) }
    switch part.subject {
    case .battery: return number(conditions.battery)
    case .cpu: return number(conditions.cpu)
    case .charger: return flag(conditions.plugged)
    case .lowPower: return flag(conditions.lowPower)
    case .inUse: return flag(conditions.inUse)
    case .refresh: return flag(conditions.backgroundRefresh)
    case .thermal:
      guard let state = conditions.thermal, let other = ThermalState(word: part.value) else { return false }
      return part.relation.holds(state.rawValue, other.rawValue)
    case .memory:
      guard let level = conditions.memoryPressure, let other = MemoryPressure(word: part.value) else { return false }
      return part.relation.holds(level.rawValue, other.rawValue)
    case .network: return conditions.network.map { part.relation.holds($0.transport.rawValue, part.value) } ?? false
    case .pending: return tasks { $0.pending != nil }
    case .running: return tasks { $0.running != nil }
    case .held:
      return tasks { $0.pending != nil && ($0.hold != nil || $0.lastScore?.value.objections.isEmpty == false) }
    case .expired: return times(\.expired)
    case .killed: return times(\.killed)
    case .failed: return times(\.failed)
    case .refused: return times(\.refused)
    case .launched: return times(\.launched)
    }
  }
}
