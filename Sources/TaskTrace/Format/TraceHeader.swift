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

  /// Its dating follows ``inferred``.
  public var epoch: Epoch { didSet { epoch.dating = Epoch.Dating(inferred: inferred) } }
  public var source: Source
  /// The version of bgtop that wrote the trace.
  public var version: String?
  /// Parts of the epoch that the source did not say and that were inferred: `time`, `date`, `year`, `zone`.
  public var inferred: [String] { didSet { epoch.dating = Epoch.Dating(inferred: inferred) } }
  /// When recording ended, where that is later than the last event.
  public var end: Instant?
  /// Fields that this version does not know.
  public var extra: [JSONMember]

  public init(epoch: Epoch, source: Source, version: String? = nil, inferred: [String] = [], end: Instant? = nil) {
    (self.epoch, self.source, self.version) = (epoch, source, version)
    (self.inferred, self.end, extra) = (inferred, end, [])
    self.epoch.dating = Epoch.Dating(inferred: inferred)
  }
}

extension TraceHeader {
  public var json: JSONValue {
    var writer = JSONWriter()
    writer.write(self)
    return (try? JSONReader.read(writer.bytes)) ?? JSONValue(.null)
  }

  /// Reads a header line.
  static func decode(_ fields: inout FieldReader) throws(FieldReader.Fault) -> TraceHeader {
    guard fields.isObject, fields.has(.bgtop) else {
      throw FieldReader.Fault(
        message: "the first line of a trace should be its header, {\"bgtop\":1,…}", offset: fields.offset)
    }
    let format = try fields.needInteger(.bgtop)
    guard format <= Self.format, format >= 1 else {
      throw FieldReader.Fault(
        message: "this trace has format \(format); this version of bgtop reads up to \(Self.format)",
        offset: fields.offset)
    }
    let version = try fields.string(.version)
    let epoch = try fields.word(.epoch, "a time such as \"2026-06-01T07:00:00+02:00\"") { Epoch($0) }
    guard let epoch else { throw fields.missing(.epoch) }
    var header = TraceHeader(epoch: epoch, source: .other("unknown"), version: version)
    header.inferred = try fields.strings(.inferred)
    header.end = try fields.instant(.end)
    _ = try fields.nested(.source) { (inner) throws(FieldReader.Fault) in header.source = try Source.decode(&inner) }
    header.extra = fields.rest
    return header
  }
}

extension TraceHeader.Source {
  fileprivate static func decode(_ fields: inout FieldReader) throws(FieldReader.Fault) -> TraceHeader.Source {
    switch try fields.string(.kind) {
    case "simulation":
      let seed = try fields.word(.seed, "a number in quotes") { UInt64($0) }
      guard let seed else { throw fields.missing(.seed) }
      return .simulation(
        scenario: try fields.needString(.scenario), seed: seed,
        profile: try fields.string(.profile) ?? "ios26", text: try fields.string(.text))
    case "deviceLog": return .deviceLog(files: try fields.strings(.files))
    case let kind: return .other(kind ?? "unknown")
    }
  }
}
