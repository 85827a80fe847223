internal import Dashboard
internal import DeviceLogs
internal import PropertyLists
internal import SchedulerModel
internal import Screen
internal import TaskTrace

/// What a person asked to look at, found from its content.
enum LoadedInput {
  case simulation(Simulation, name: String, speed: Int)
  case recording(Trace, name: String, warnings: [String])

  /// Why nothing could be read: complete lines for standard error.
  struct Failure: Error {
    var lines: [String]

    init(_ line: String) { lines = [line] }
    init(_ error: FileAccess.Failure) { lines = [error.message] }
    init(path: String, _ error: ScenarioError) { lines = error.problems.map { "\(path):\($0)" } }
    init(path: String, _ problem: TextProblem) { lines = ["\(path):\(problem)"] }
  }

  static let defaultScenario = "day"

  /// Loads a built-in scenario by its name, or any file by its content.
  static func load(_ operand: String?, seed: UInt64?, date: CivilTime? = nil) throws(Failure) -> LoadedInput {
    let name = operand ?? defaultScenario
    if let builtIn = Scenario.builtIn.first(where: { $0.name == name }) {
      return try scenario(builtIn.text, path: name, name: name, seed: seed)
    }
    if let log = try log(at: name, date: date) { return log }
    if let trace = try trace(at: name) { return trace }
    return try load(try contents(of: name), path: name, seed: seed, date: date)
  }

  /// Whether an operand names a file of more than so many bytes.
  static func isLarge(_ path: String, than size: Int) -> Bool {
    guard !Scenario.builtIn.contains(where: { $0.name == path }) else { return false }
    return FileAccess.size(path) ?? 0 > size
  }

  /// Reads a device log piece by piece, so that no more of it than a piece is in memory; nil if the file is none.
  private static func log(at path: String, date: CivilTime?) throws(Failure) -> LoadedInput? {
    guard path != "-", FileAccess.exists(path) else { return nil }
    let name = shortName(path)
    guard let reading = try reading(ofLogAt: path, log: 0, date: date) else { return nil }
    guard reading.summary.records > 0 else { return nil }
    return .recording(Trace(header: reading.header, events: reading.events), name: name, warnings: [])
  }

  /// Reads a trace piece by piece; nil if the file is none.
  private static func trace(at path: String) throws(Failure) -> LoadedInput? {
    guard path != "-", FileAccess.exists(path) else { return nil }
    do {
      let stream = try FileAccess.Stream(path)
      guard case .bytes(let first) = try stream.next(most: piece), InputKind(first) == .trace else { return nil }
      var reader = TraceFile.Reader()
      try reader.take(first)
      while case .bytes(let bytes) = try stream.next(most: piece) { try reader.take(bytes) }
      return recording(try reader.finish(), path: path)
    } catch let failure as FileAccess.Failure {
      throw Failure(failure)
    } catch let problem as TextProblem {
      throw Failure(path: path, problem)
    } catch {
      throw Failure("\(path): \(error)")
    }
  }

  private static func recording(_ reading: TraceFile.Reading, path: String) -> LoadedInput {
    .recording(
      Trace(header: reading.header, events: reading.events), name: shortName(path),
      warnings: reading.warnings.map { "\(path):\($0)" })
  }

  /// What a device log tells; nil if its beginning is that of something else.
  static func reading(
    ofLogAt path: String, log: Int, date: CivilTime?, isGiven: Bool = true
  ) throws(Failure) -> DeviceLog.Reading? {
    do throws(FileAccess.Failure) {
      let stream = try FileAccess.Stream(path)
      guard case .bytes(let first) = try stream.next(most: piece), InputKind(first) == .log else { return nil }
      var importer = LogImporter(named: shortName(path), log: log, date: date, isGiven: isGiven)
      let size = stream.size
      let reader = SliceReader(
        stream, first: first, threads: SliceReader.threads(forBytes: size ?? 0), keeping: importer.texts)
      while let slice = try reader.next() { importer.take(slice, expected: size) }
      return importer.finish()
    } catch {
      throw Failure(error)
    }
  }

  /// How much of a log is read at a time.
  private static let piece = 1 << 18

  static func shortName(_ path: String) -> String {
    path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Finds out what a text is, and takes it in.
  static func load(
    _ bytes: [UInt8], path name: String, seed: UInt64?, date: CivilTime? = nil
  ) throws(Failure) -> LoadedInput {
    guard bytes.contains(where: { $0 > 0x20 }) else {
      throw Failure("\(name == "-" ? "standard input" : name): is empty")
    }
    let shortName = shortName(name)
    switch InputKind(bytes) {
    case .trace:
      return recording(try trace(bytes, path: name), path: name)
    case .scenario: return try scenario(bytes, path: name, name: shortName, seed: seed)
    case .events:
      guard let reading = EventFile.read(bytes, named: shortName) else { throw Failure(notUnderstood(name, bytes)) }
      return .recording(Trace(header: reading.header, events: reading.events), name: shortName, warnings: [])
    case .propertyList: throw Failure(isPropertyList(name))
    case .log:
      let reading = DeviceLog.read(bytes, named: shortName, date: date)
      guard reading.summary.records > 0 else { throw Failure(notUnderstood(name, bytes)) }
      return .recording(
        Trace(header: reading.header, events: reading.events), name: shortName, warnings: [])
    }
  }

  /// Reads a file, with a suggestion where its name may have been meant for a scenario or a command.
  static func contents(of path: String) throws(Failure) -> [UInt8] {
    guard path == "-" || FileAccess.exists(path) else {
      let names = Scenario.builtIn.map(\.name) + CommandTable.named.map(\.name)
      let hint = didYouMean(path, among: names)
      throw Failure("\(path): no such file, and no built-in scenario of that name\(hint)")
    }
    let bytes: [UInt8]
    do throws(FileAccess.Failure) { bytes = try FileAccess.read(path) } catch { throw Failure(error) }
    guard bytes.contains(where: { $0 > 0x20 }) else {
      throw Failure("\(path == "-" ? "standard input" : path): is empty")
    }
    return bytes
  }

  static func trace(_ bytes: [UInt8], path: String) throws(Failure) -> TraceFile.Reading {
    do throws(TextProblem) { return try TraceFile.read(bytes) } catch { throw Failure(path: path, error) }
  }

  static func scenario(_ bytes: [UInt8], path: String, name: String, seed: UInt64?) throws(Failure) -> LoadedInput {
    do throws(ScenarioError) {
      var scenario = try Scenario.parse(bytes, named: name, infoPlists: InfoPlistLoader.load(for: bytes, beside: path))
      // Nobody can open what is built in.
      if Scenario.builtIn.contains(where: { $0.name == path }) { scenario.places = ScenarioPlaces() }
      return .simulation(Simulation(scenario, seed: seed), name: name, speed: Int(scenario.speed.rounded()))
    } catch {
      throw Failure(path: path, error)
    }
  }

  static func notUnderstood(_ name: String, path: String?) -> String {
    let bytes = path.flatMap { try? FileAccess.read($0) } ?? []
    return notUnderstood(name, bytes)
  }

  static func isPropertyList(_ path: String) -> String {
    "\(path == "-" ? "standard input" : path): is a property list; 'bgtop check' looks at one, and a scenario may name it as the 'infoPlist' of an app"
  }

  static func notUnderstood(_ path: String, _ bytes: [UInt8]) -> String {
    let what =
      compression(bytes).map { "is compressed; '\($0)' unpacks it" }
      ?? (bytes.prefix(1 << 16).contains(0) ? "a binary file" : "nothing in it is a log, a trace or a scenario")
    return "\(path == "-" ? "standard input" : path): \(what)"
  }
}

extension LoadedInput {
  /// What unpacks a file that is compressed, by its first bytes; nil if it is not.
  private static func compression(_ bytes: [UInt8]) -> String? {
    let kinds: [(first: [UInt8], command: String)] = [
      ([0x1F, 0x8B], "gunzip"), ([0x42, 0x5A, 0x68], "bunzip2"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "unxz"),
      ([0x28, 0xB5, 0x2F, 0xFD], "unzstd"), ([0x50, 0x4B, 0x03, 0x04], "unzip"), ([0x37, 0x7A, 0xBC, 0xAF], "7z x"),
    ]
    return kinds.first { bytes.starts(with: $0.first) }?.command
  }
}

/// What a text is, by its first characters.
enum InputKind {
  case trace, scenario, propertyList, log
  /// MetricKit's payloads, or a library's history.
  case events

  init(_ bytes: [UInt8]) {
    if PropertyListFile.looksLikePropertyList(bytes) {
      self = .propertyList
      return
    }
    if TraceFile.looksLikeTrace(bytes) {
      self = .trace
      return
    }
    if EventFile.looksLikeEvents(bytes) {
      self = .events
      return
    }
    let start = bytes.prefix(1 << 16).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    let isObject = start.first == UInt8(ascii: "{") || start.starts(with: "//".utf8) || start.starts(with: "/*".utf8)
    self = isObject && !DeviceLog.looksLikeJSONLog(Array(start)) ? .scenario : .log
  }
}
