internal import TaskTrace

/// An input that is displayed, and what continues reading it if it is a log that may grow, or one that takes a while.
struct OpenedInput {
  var input: LoadedInput
  var follower: (any InputFeed)?
  /// Whether the log may grow.
  var grows = false

  /// A file that is larger than this is shown while it is read.
  private static let large = 4 << 20

  /// Opens what an operand names, or the default scenario.
  init(_ operand: String?, seed: UInt64?, date: CivilTime?, isFollowed: Bool) throws {
    let source = try Source.input(operand ?? Source.defaultScenario)
    if source.isStream, System.isTerminal(source.descriptor) {
      throw LoadedInput.Failure("\(source.name) is a terminal; give a file, or send a log through a pipe")
    }
    let grows = !source.isBuiltIn && (source.isStream || isFollowed)
    let kind = try source.kind(isLive: grows)
    try source.refuseBinary(kind)
    // A file that is followed may be empty still.
    if grows, kind == .log, isFollowed || !source.isBlank {
      try self.init(LogFollower(source, date: date), source, grows: true)
      return
    }
    if !grows, source.size ?? 0 > Self.large {
      if let loader = try InputLoader(source, kind: kind, date: date) {
        try self.init(loader, source)
        return
      }
      try source.rewind()
    }
    self.init(try LoadedInput.load(source, seed: seed, date: date))
  }

  private init(_ input: LoadedInput) { self.input = input }

  private init(_ follower: any InputFeed, _ source: Source, grows: Bool = false) throws {
    var trace = Trace(header: follower.header)
    switch try follower.poll(isReadable: false) {
    case .events(let events): trace = Trace(header: follower.header, events: events)
    case .whole(let whole): trace = whole
    }
    input = .recording(trace, name: source.shortName, warnings: [])
    (self.follower, self.grows) = (follower, grows)
  }
}
