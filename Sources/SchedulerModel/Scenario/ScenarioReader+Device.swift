internal import TaskTrace

extension ScenarioReader {
  private static let deviceKeys = [
    "battery", "idleDrain", "useDrain", "charge", "chargeLimit", "charger", "lowPower", "lowPowerAt", "thermal",
    "network", "inUse", "unlockedSinceBoot", "cpu", "memoryPressure", "camera", "backgroundRefresh", "up", "gpu",
    "environment", "otherApps", "usage", "model", "energy", "cellular",
  ]

  mutating func readDevice(_ value: JSONValue) -> DeviceSetup {
    var device = DeviceSetup()
    guard let fields = object(value, "device", keys: Self.deviceKeys) else { return device }
    let percent = 0...100.0
    device.battery = number(fields, "battery", in: percent) ?? device.battery
    device.idleDrain = number(fields, "idleDrain", in: percent) ?? device.idleDrain
    device.useDrain = number(fields, "useDrain", in: percent) ?? device.useDrain
    device.charge = number(fields, "charge", in: 0...1_000) ?? device.charge
    device.chargeLimit = integer(fields, "chargeLimit", in: 1...100).map { Int($0) } ?? device.chargeLimit
    device.plugged = bool(fields, "charger") ?? device.plugged
    device.lowPower = bool(fields, "lowPower") ?? device.lowPower
    device.lowPowerAt = integer(fields, "lowPowerAt", in: 1...99).map { Int($0) }
    device.thermal = fields["thermal"].flatMap { readThermal($0) } ?? device.thermal
    device.network = fields["network"].flatMap { readNetwork($0) } ?? device.network
    device.inUse = bool(fields, "inUse") ?? device.inUse
    device.unlockedSinceBoot = bool(fields, "unlockedSinceBoot") ?? device.unlockedSinceBoot
    device.cpu = integer(fields, "cpu", in: 0...100).map { Int($0) } ?? device.cpu
    device.memoryPressure = fields["memoryPressure"].flatMap { readPressure($0) } ?? device.memoryPressure
    device.camera = bool(fields, "camera") ?? device.camera
    device.backgroundRefresh = bool(fields, "backgroundRefresh") ?? device.backgroundRefresh
    device.up = span(fields, "up") ?? device.up
    device.gpu = bool(fields, "gpu") ?? device.gpu
    if let value = fields["environment"] {
      device.environment = word(value, "environment", DeviceSetup.Environment.allCases, \.rawValue) ?? .device
    }
    if let value = fields["model"] {
      device.model = word(value, "model", DeviceSetup.Model.allCases, \.rawValue) ?? .phone
    }
    if let value = fields["usage"] { device.usage = word(value, "usage", UsageStart.allCases, \.rawValue) ?? .learned }
    device.otherApps = integer(fields, "otherApps", in: 0...1_000).map { Int($0) } ?? device.otherApps
    device.energy = number(fields, "energy", in: 0...1e6)
    device.cellular = number(fields, "cellular", in: 0...1e15)
    return device
  }

  private mutating func readThermal(_ value: JSONValue) -> ThermalState? {
    word(value, "thermal", ThermalState.allCases, \.word)
  }

  private mutating func readPressure(_ value: JSONValue) -> MemoryPressure? {
    word(value, "memoryPressure", MemoryPressure.allCases, \.word)
  }

  /// `"wifi"`, or an object with `transport`, `quality`, `expensive` and `constrained`.
  private mutating func readNetwork(_ value: JSONValue) -> NetworkPath? {
    let transports = NetworkPath.Transport.allCases
    if value.string != nil {
      return word(value, "network", transports, \.rawValue).map { NetworkPath(usual: $0) }
    }
    let keys = ["transport", "quality", "expensive", "constrained"]
    guard let fields = object(value, "network", keys: keys), let named = need(fields, "transport", "network"),
      let transport = word(named, "transport", transports, \.rawValue)
    else { return nil }
    var path = NetworkPath(usual: transport)
    path.quality = integer(fields, "quality", in: 0...100).map { Int($0) } ?? path.quality
    path.expensive = bool(fields, "expensive") ?? path.expensive
    path.constrained = bool(fields, "constrained") ?? path.constrained
    return path
  }

  private static let entryKeys = [
    "at", "days", "jitter", "chance", "battery", "charger", "lowPower", "thermal", "network", "inUse", "use", "cpu",
    "memoryPressure", "camera", "backgroundRefresh", "drain", "reboot", "do", "push",
  ]

  mutating func timelineEntry(_ value: JSONValue) -> TimelineEntry? {
    guard let fields = object(value, "an entry of the timeline", keys: Self.entryKeys),
      let when = recurrence(fields, "an entry of the timeline")
    else { return nil }
    var changes: [TimelineEntry.Change] = []
    for member in fields.value.object ?? [] {
      if member.key == "do" {
        changes += acts(member.value)
      } else if let change = change(member, fields) {
        changes.append(change)
      }
    }
    if changes.isEmpty { report("a timeline entry should change something", at: value.offset) }
    return TimelineEntry(when: when, changes: changes)
  }

  private mutating func change(_ member: JSONMember, _ fields: Fields) -> TimelineEntry.Change? {
    switch member.key {
    case "battery": integer(fields, "battery", in: 0...100).map { .battery(Int($0)) }
    case "charger": bool(fields, "charger").map { .charger($0) }
    case "lowPower": bool(fields, "lowPower").map { .lowPower($0) }
    case "thermal": readThermal(member.value).map { .thermal($0) }
    case "network": readNetwork(member.value).map { .network($0) }
    case "inUse": bool(fields, "inUse").map { .inUse($0) }
    case "use": span(fields, "use", limit: .hours(24)).map { .use($0) }
    case "cpu": integer(fields, "cpu", in: 0...100).map { .cpu(Int($0)) }
    case "memoryPressure": readPressure(member.value).map { .memoryPressure($0) }
    case "camera": bool(fields, "camera").map { .camera($0) }
    case "backgroundRefresh": bool(fields, "backgroundRefresh").map { .backgroundRefresh($0) }
    case "drain": number(fields, "drain", in: -100...1_000).map { .drain($0) }
    case "reboot": bool(fields, "reboot") == true ? .reboot : nil
    case "push": pushes(member.value)
    default: nil
    }
  }

  /// One command or a list of them, in the words of the program's own.
  private mutating func acts(_ value: JSONValue) -> [TimelineEntry.Change] {
    (value.array ?? [value]).compactMap { value in
      guard let text = text(value, "do", limit: 200) else { return nil }
      if let command = Command(text) { return .act(command) }
      let word = text.split(separator: " ").first.map(String.init) ?? ""
      let form = Command.forms.first { $0.word == word }
      let nearest = nearestName(to: word, among: Command.forms.map(\.word))
      let right = form.map { "\($0.word) \($0.follows)" }
      let hint = right.map { "; the form is \"\($0)\"" } ?? nearest.map { "; did you mean \"\($0)\"?" } ?? ""
      report("\"\(Self.visible(text))\" is not a command\(hint)", at: value.offset)
      return nil
    }
  }

  /// A bundle, or an object with `to`, `priority`, `count` and `every`.
  private mutating func pushes(_ value: JSONValue) -> TimelineEntry.Change? {
    if value.string != nil { return identifier(value, "push").map { .pushes(TimelineEntry.PushBurst(bundle: $0)) } }
    guard let fields = object(value, "push", keys: ["to", "priority", "count", "every"]),
      let named = need(fields, "to", "push"), let bundle = identifier(named, "to")
    else { return nil }
    var burst = TimelineEntry.PushBurst(bundle: bundle)
    burst.priority = integer(fields, "priority", in: 1...10).map { Int($0) } ?? 5
    burst.count = integer(fields, "count", in: 1...10_000).map { Int($0) } ?? 1
    burst.every = span(fields, "every", limit: .days(1)) ?? .zero
    return .pushes(burst)
  }
}

extension NetworkPath {
  /// A path with the quality and the cost that its transport usually has.
  init(usual transport: Transport) {
    switch transport {
    case .none: self.init(.none, quality: 0)
    case .wifi: self.init(.wifi, quality: 90)
    case .cellular: self.init(.cellular, quality: 70, expensive: true)
    case .wired: self.init(.wired, quality: 100)
    }
  }
}
