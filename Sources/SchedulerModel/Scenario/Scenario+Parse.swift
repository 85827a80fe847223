internal import TaskTrace

extension Scenario {
  /// More apps than this are refused.
  static let maxApps = 200

  /// Reads a scenario (`Docs/Scenarios.md`).
  ///
  /// `name` is used unless the text contains a name; `infoPlists` are the files that ``infoPlistPaths(in:)`` lists,
  /// keyed by path. Complexity: O(bytes).
  /// - Throws: all problems, each with line and column and, for an unknown word, the nearest known one.
  public static func parse(
    _ bytes: [UInt8], named name: String, infoPlists: [String: InfoPlistFile] = [:]
  ) throws(ScenarioError) -> Scenario {
    let value: JSONValue
    do throws(TextProblem) {
      value = try JSONReader.read(bytes, dialect: .json5)
    } catch {
      throw ScenarioError([error])
    }
    var reader = ScenarioReader(bytes, infoPlists)
    let read = reader.scenario(value, named: name)
    guard reader.problems.isEmpty, var scenario = read else { throw ScenarioError(reader.sortedProblems) }
    scenario.places = ScenarioPlaces(value, in: bytes)
    return scenario
  }
}

extension ScenarioReader {
  private static let keys = [
    "name", "summary", "epoch", "seed", "speed", "start", "length", "profile", "parameters", "device", "timeline",
    "apps", "captions", "expect",
  ]

  fileprivate mutating func scenario(_ value: JSONValue, named name: String) -> Scenario? {
    guard let fields = object(value, "a scenario", keys: Self.keys) else { return nil }
    let epoch = readEpoch(fields)
    var scenario = Scenario(
      name: text(fields, "name", limit: 60) ?? name, summary: text(fields, "summary") ?? "", epoch: epoch,
      seed: readSeed(fields), speed: number(fields, "speed", in: 0.1...1e6) ?? 60, start: .zero,
      length: span(fields, "length") ?? .days(2), profile: readProfile(fields), device: DeviceSetup(), timeline: [],
      apps: [], captions: [])
    if let start = span(fields, "start") { scenario.start = .zero + start }
    if let device = fields["device"] { scenario.device = readDevice(device) }
    if scenario.device.model == .pad {
      scenario.profile.useTimes(ofPad: fields["parameters"]?.object?.map(\.key) ?? [])
    }
    for entry in list(fields, "timeline") ?? [] {
      if let read = timelineEntry(entry) { scenario.timeline.append(read) }
    }
    for app in list(fields, "apps", limit: Scenario.maxApps) ?? [] {
      if let read = readApp(app) { scenario.apps.append(read) }
    }
    for caption in list(fields, "captions") ?? [] {
      if let read = readCaption(caption) { scenario.captions.append(read) }
    }
    checkNames(fields["apps"]?.array ?? [])
    checkTimes(fields, scenario.length)
    checkPushes(fields["timeline"]?.array ?? [], scenario.length)
    checkActs(fields["timeline"]?.array ?? [], scenario)
    let tasks = scenario.apps.flatMap(\.identifiers)
    for value in list(fields, "expect", limit: 200) ?? [] {
      guard var read = readExpectation(value, tasks: tasks) else { continue }
      read.due = read.before ?? scenario.length
      scenario.expectations.append(read)
    }
    scenario.text = wholeText
    return scenario
  }

  private mutating func readEpoch(_ fields: Fields) -> Epoch {
    let standard = Epoch(wallClock: CivilTime(year: 2026, month: 6, day: 1, hour: 7), utcOffset: 7_200)
    guard let value = fields["epoch"] else { return standard }
    if let text = value.string, let epoch = Epoch(text) { return epoch }
    report("\"epoch\" should be a time such as \"2026-06-01T07:00+02:00\"", at: value.offset)
    return standard
  }

  private mutating func readSeed(_ fields: Fields) -> UInt64 {
    UInt64(integer(fields, "seed", in: 0...Int64.max) ?? 1)
  }

  private mutating func readProfile(_ fields: Fields) -> SchedulerProfile {
    var profile = SchedulerProfile.ios26
    if let value = fields["profile"] {
      let names = SchedulerProfile.profiles.map(\.name)
      if let text = value.string, let found = SchedulerProfile.profiles.first(where: { $0.name == text }) {
        profile = found
      } else {
        report("\"profile\" should be one of \(names.joined(separator: ", "))", at: value.offset)
      }
    }
    guard let value = fields["parameters"] else { return profile }
    guard let inner = object(value, "parameters", keys: SchedulerProfile.all.map(\.name)) else { return profile }
    for parameter in SchedulerProfile.all {
      if let value = number(inner, parameter.name, in: parameter.range) { profile[parameter.key] = value }
    }
    return profile
  }

  private mutating func readCaption(_ value: JSONValue) -> Scenario.Caption? {
    guard let fields = object(value, "a caption", keys: ["at", "text", "waits"]),
      let at = need(fields, "at", "a caption"), let words = need(fields, "text", "a caption"),
      let span = span(at, "at"), let text = text(words, "text")
    else { return nil }
    return Scenario.Caption(at: span, text: text, waits: bool(fields, "waits") ?? false)
  }

  /// Bundles and task identifiers are unique: commands name them alone.
  private mutating func checkNames(_ apps: [JSONValue]) {
    var bundles: Set<String> = []
    var tasks: Set<String> = []
    for app in apps {
      if let bundle = app["bundle"], let name = bundle.string {
        if !bundles.insert(name).inserted {
          report("two apps have the bundle \"\(Self.visible(name))\"", at: bundle.offset)
        }
      }
      for task in app["tasks"]?.array ?? [] {
        guard let id = task["id"], let name = id.string else { continue }
        if !tasks.insert(name).inserted {
          report("two tasks have the identifier \"\(Self.visible(name))\"", at: id.offset)
        }
      }
      for work in app["layer"]?["works"]?.array ?? [] {
        guard let id = work["id"], let name = id.string else { continue }
        if !tasks.insert(name).inserted {
          report("two tasks have the identifier \"\(Self.visible(name))\"", at: id.offset)
        }
      }
    }
  }

  /// `"at"`: an offset from the start occurs once, a clock time recurs on its `"days"`.
  mutating func recurrence(_ fields: Fields, _ what: String) -> Recurrence? {
    guard let at = need(fields, "at", what) else { return nil }
    guard let text = at.string, let reference = TimeReference(text) else {
      let negative = at.string?.hasPrefix("-") == true
      report(
        negative ? "\"at\" cannot be negative" : "\"at\" should be a time such as \"07:30\" or \"2h30m\"", at: at.offset
      )
      return nil
    }
    var recurrence: Recurrence
    switch reference {
    case .offset(let span): recurrence = Recurrence(.once(span))
    case .clock(let hour, let minute, let second):
      let time = TimeSpan.seconds(Int64(hour * 3_600 + minute * 60 + second))
      recurrence = Recurrence(.daily(time, days: readDays(fields)))
    case .date:
      report("\"at\" should be a time of day or an offset from the start", at: at.offset)
      return nil
    }
    recurrence.jitter = span(fields, "jitter", limit: .hours(6)) ?? .zero
    if let chance = number(fields, "chance", in: 0...1) { recurrence.perMille = UInt64((chance * 1_000).rounded()) }
    return recurrence
  }

  private mutating func readDays(_ fields: Fields) -> UInt8 {
    guard let value = fields["days"] else { return Recurrence.everyDay }
    switch value.string {
    case "daily": return Recurrence.everyDay
    case "weekdays": return 0b001_1111
    case "weekends": return 0b110_0000
    default: break
    }
    let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    guard let days = value.array, !days.isEmpty else {
      report("\"days\" should be \"daily\", \"weekdays\", \"weekends\" or a list such as [\"mon\"]", at: value.offset)
      return Recurrence.everyDay
    }
    var mask: UInt8 = 0
    for day in days {
      if let text = day.string, let index = names.firstIndex(of: text) {
        mask |= 1 << UInt8(index)
      } else {
        report("a day should be one of \(names.joined(separator: ", "))", at: day.offset)
      }
    }
    return mask == 0 ? Recurrence.everyDay : mask
  }
}
