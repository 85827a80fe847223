internal import DeviceLogs
internal import SchedulerModel
internal import TaskTrace

/// The input that the user named, identified by its content.
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

  /// Loads a built-in scenario by its name, or any file by its content.
  static func load(_ operand: String?, seed: UInt64?, date: CivilTime? = nil) throws -> LoadedInput {
    try load(Source.input(operand ?? Source.defaultScenario), seed: seed, date: date)
  }

  /// Determines the kind of an input, and loads it.
  static func load(_ source: Source, seed: UInt64?, date: CivilTime? = nil) throws -> LoadedInput {
    switch try source.contentKind() {
    case .trace: return recording(try trace(source), source)
    case .scenario: return try scenario(source, seed: seed)
    case .events:
      guard let reading = EventFile.read(try source.all(), named: source.shortName) else {
        throw Failure(source.notUnderstood)
      }
      return recording(reading, source)
    case .propertyList: throw Failure(source.isPropertyList)
    case .log:
      let reading = try log(source, date: date)
      guard reading.summary.records > 0 else { throw Failure(source.notUnderstood) }
      return recording(reading, source)
    }
  }

  private static func recording(_ reading: DeviceLog.Reading, _ source: Source) -> LoadedInput {
    .recording(Trace(header: reading.header, events: reading.events), name: source.shortName, warnings: [])
  }

  private static func recording(_ reading: TraceFile.Reading, _ source: Source) -> LoadedInput {
    .recording(
      Trace(header: reading.header, events: reading.events), name: source.shortName,
      warnings: reading.warnings.map { "\(source.path):\($0)" })
  }

  /// Reads a trace piece by piece, so that no more of its text than a piece is in memory.
  static func trace(_ source: Source) throws -> TraceFile.Reading {
    var reader = TraceFile.Reader()
    do {
      while case .bytes(let bytes) = try source.next() { try reader.feed(bytes) }
      return try reader.finish()
    } catch let problem as TextProblem {
      throw Failure(path: source.path, problem)
    }
  }

  /// Reads a device log piece by piece on some threads. What is not a log has no records.
  static func log(
    _ source: Source, number: Int = 0, date: CivilTime?, isGiven: Bool = true
  ) throws -> DeviceLog.Reading {
    try source.kind()
    var importer = LogImporter(named: source.shortName, log: number, date: date, isGiven: isGiven)
    let reader = SliceReader(source, threads: SliceReader.threads(for: source), keeping: importer.texts)
    while let slice = try reader.next() { importer.append(slice, expected: source.length) }
    let reading = importer.finish()
    guard !reading.summary.hasLostTimes else { throw Failure(source.hasUnknownTimes) }
    return reading
  }

  static func scenario(_ source: Source, seed: UInt64?) throws -> LoadedInput {
    let bytes = try source.all(limit: Limits.scenarioFile)
    do throws(ScenarioError) {
      var scenario = try Scenario.parse(
        bytes, named: source.shortName, infoPlists: InfoPlistLoader.load(for: bytes, nextTo: source.path))
      // Built-in scenarios have no file to open.
      if source.isBuiltIn { scenario.places = ScenarioPlaces() }
      return .simulation(
        Simulation(scenario, seed: seed), name: source.shortName, speed: Int(scenario.speed.rounded()))
    } catch {
      throw Failure(path: source.path, error)
    }
  }
}
