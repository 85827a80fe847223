/// The first line of a trace file: the origin of its events, and how to reproduce them.
public struct TraceHeader: Hashable, Sendable {
  /// The format that this version writes; files with a larger number are refused.
  public static let format = 1

  public enum Source: Hashable, Sendable {
    /// A run of the model. `text` is the scenario itself where it is not built in.
    case simulation(scenario: String, seed: UInt64, profile: String, text: String?)
    /// Device logs, with their names.
    case deviceLog(files: [String])
    /// Another program's, or unknown.
    case other(String)
  }

  /// Whether the events come from a device's log, which knows less than a simulation does (rule O6).
  public var isDeviceLog: Bool { if case .deviceLog = source { true } else { false } }

  /// How long a condition remains valid that a log only observes: dasd itself caches a policy's answer for 900 s
  /// (reverse engineering of iOS 26.1). nil for traces that report every change.
  public var belief: TimeSpan? {
    isDeviceLog ? .seconds(900) : nil
  }

  public var epoch: Epoch
  public var source: Source
  /// The version of bgtop that wrote the trace.
  public var version: String?
  /// Parts of the epoch that the source did not say and that were inferred: `date`, `year`, `zone`.
  public var inferred: [String]
  /// When recording ended, where that is later than the last event.
  public var end: Instant?
  /// Fields that this version does not know.
  public var extra: [JSONMember]

  public init(epoch: Epoch, source: Source, version: String? = nil, inferred: [String] = [], end: Instant? = nil) {
    (self.epoch, self.source, self.version) = (epoch, source, version)
    (self.inferred, self.end, extra) = (inferred, end, [])
  }
}

extension TraceHeader {
  public var json: JSONValue {
    var fields = FieldWriter()
    fields.put("bgtop", Self.format)
    fields.put("version", version)
    fields.put("epoch", epoch.description)
    var inner = FieldWriter()
    switch source {
    case .simulation(let scenario, let seed, let profile, let text):
      inner.put("kind", "simulation")
      inner.put("scenario", scenario)
      // A seed may need all 64 bits, which not every JSON reader preserves in a number.
      inner.put("seed", String(seed))
      inner.put("profile", profile)
      inner.put("text", text)
    case .deviceLog(let files):
      inner.put("kind", "deviceLog")
      inner.put("files", values: files.map { JSONValue(.string($0)) })
    case .other(let kind): inner.put("kind", kind)
    }
    fields.append([JSONMember("source", JSONValue(.object(inner.members)))])
    if !inferred.isEmpty { fields.put("inferred", values: inferred.map { JSONValue(.string($0)) }) }
    fields.put("end", end)
    fields.append(extra)
    return JSONValue(.object(fields.members))
  }

  /// Reads a header line.
  static func decode(_ value: JSONValue, interner: Interner) throws(FieldReader.Fault) -> TraceHeader {
    guard let members = value.object, value["bgtop"] != nil else {
      throw FieldReader.Fault(
        message: "the first line of a trace should be its header, {\"bgtop\":1,…}", offset: value.offset)
    }
    var fields = FieldReader(members, offset: value.offset, interner: interner)
    let format = try fields.needInteger("bgtop")
    guard format <= Self.format, format >= 1 else {
      throw FieldReader.Fault(
        message: "this trace has format \(format); this version of bgtop reads up to \(Self.format)",
        offset: value.offset)
    }
    let version = try fields.string("version")
    let epoch = try fields.word("epoch", "a time such as \"2026-06-01T07:00:00+02:00\"") { Epoch($0) }
    guard let epoch else { throw fields.missing("epoch") }
    var header = TraceHeader(epoch: epoch, source: .other("unknown"), version: version)
    header.inferred = (try fields.array("inferred") ?? []).compactMap(\.string)
    header.end = try fields.instant("end")
    header.extra = fields.rest
    guard let position = header.extra.firstIndex(where: { $0.key == "source" }) else { return header }
    let sourceValue = header.extra[position].value
    if let other = header.extra[(position + 1)...].first(where: { $0.key == "source" }) {
      throw FieldReader.Fault(message: "\"source\" appears twice", offset: other.offset)
    }
    guard let inner = sourceValue.object else { return header }
    var source = fields.nested(inner, offset: sourceValue.offset)
    switch try source.string("kind") {
    case "simulation":
      let seed = try source.word("seed", "a number in quotes") { UInt64($0) }
      guard let seed else { throw source.missing("seed") }
      header.source = .simulation(
        scenario: try source.needString("scenario"), seed: seed,
        profile: try source.string("profile") ?? "ios26", text: try source.string("text"))
    case "deviceLog": header.source = .deviceLog(files: (try source.array("files") ?? []).compactMap(\.string))
    case let kind: header.source = .other(kind ?? "unknown")
    }
    header.extra.remove(at: position)
    return header
  }
}
