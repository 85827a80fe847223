public import SchedulerModel
public import Screen
public import TaskTrace

/// Everything that decides what the screen shows: a plain value, changed by ``reduce(_:)`` and ``elapse(_:)`` alone.
public struct DashboardState: Sendable {
  /// What is shown comes from here and nowhere else.
  public internal(set) var trace: Trace { didSet { revision &+= 1 } }
  /// The model behind a live trace; nil for a recording.
  public internal(set) var simulation: Simulation? { didSet { revision &+= 1 } }
  /// Another number after every change of the two above, which are too large to be compared.
  private(set) var revision = 0
  /// The branch that is shown, and where it left the one before it.
  public internal(set) var branchName = "A"
  public internal(set) var forkedAt: Instant?
  /// The other ways in which the run went on.
  public internal(set) var others: [Branch] = []
  var snapshots = Snapshots()
  var undone: [TimedCommand] = []
  /// Another number whenever the past itself is another: what was gathered from it must be gathered anew.
  var pastNumber = 0
  /// A name for the header line.
  public var name: String
  public var size: Size
  public var symbols: Symbols
  /// Whether commands are refused by request of the user.
  public var readOnly = false
  /// Whether more events may come from outside: a log that is being followed.
  public var following = false
  /// How much of an input that is still being read is there, in percent; nil once all of it is.
  public internal(set) var loading: Int?

  /// The instant that all panes show.
  public internal(set) var playhead: Instant
  public internal(set) var playing: Bool
  /// Simulated seconds for each real one.
  public internal(set) var speed: Int

  public internal(set) var selection: TaskIdentifier?
  /// Tasks that commands go to together.
  var marked: [TaskIdentifier] = []
  /// Tasks whose rows stay on the timeline.
  var pinned: [TaskIdentifier] = []
  public internal(set) var view: View = .overview
  public internal(set) var focus: Pane = .pending
  public internal(set) var zoomed = false
  /// How the overview is arranged.
  var preset = Preset.all
  public internal(set) var help: HelpState?
  /// The questions that choose an API, while they are open.
  public internal(set) var chooser: ChooserState?
  /// One sentence about the last action, until the next key.
  public internal(set) var toast: Toast?
  /// The line that is being typed, if one is.
  public internal(set) var prompt: Prompt?
  var commandHistory: [String] = []
  var search: Query?
  /// Only what matches is shown in the table of tasks and in the log.
  var filter: Query?
  var order = TaskOrder.activity
  /// In order of time.
  var bookmarks: [Instant] = []
  /// What `:break` and `:watch` look for.
  var conditions: [Watched] = []
  /// One sentence for a newcomer, until the first key.
  public var tip: String?
  /// When the caption was said that a person has closed.
  var closedCaption: Instant?
  /// A span of the timeline that is being marked.
  var span: Span?
  /// Where the mouse was pressed, and when that is on the timeline.
  var pressed: Point?
  var dragged: Instant?
  /// The symptom or error that is asked about in the view of the diagnosis; nil for all that shows.
  var asked: String?
  /// Lines that the view with one pane is scrolled down by.
  var viewOffset = 0

  /// The keys in force.
  public internal(set) var keyMap = KeyMap.standard

  // Options.
  public var themeName = "dark"
  /// The themes that can be chosen.
  public var themeNames: [String] = []
  /// Whether the mouse is bgtop's.
  public var mouse = true
  /// Whether the screen is one column of plain lines.
  public var linear = false
  public var tips = true
  public internal(set) var optionsOpen: OptionsState?

  /// Events before the playhead that the log is scrolled up by.
  var logOffset = 0
  /// Rows that the explanation is scrolled down by.
  var whyOffset = 0
  /// The length of time that the timeline shows.
  public internal(set) var timelineSpan: TimeSpan
  /// Where the timeline begins when somebody has moved it; nil while it goes with the instant that is shown.
  var timelineStart: Instant?

  /// A marked span: from an instant to another, or to the playhead while that moves.
  struct Span: Hashable, Sendable {
    var from: Instant
    var to: Instant?
  }

  /// The span that is marked now, in order; nil where none is.
  var markedSpan: ClosedRange<Instant>? {
    span.map { span in min(span.from, span.to ?? playhead)...max(span.from, span.to ?? playhead) }
  }

  public struct Toast: Hashable, Sendable {
    public var text: String
    public var isRefusal: Bool
  }

  public struct HelpState: Hashable, Sendable {
    /// What is looked for in the table of keys.
    var search = LineEditor()
    /// The chosen row, of those that match.
    var row = 0
  }

  public static let speeds = 1...100_000
  public static let defaultSize = Size(columns: 120, rows: 40)

  /// Watches a simulation, from where it stands.
  public init(simulation: Simulation, name: String, speed: Int = 60, size: Size = defaultSize, symbols: Symbols = .utf8)
  {
    trace = Trace(header: simulation.header)
    (self.simulation, self.name, self.size, self.symbols) = (simulation, name, size, symbols)
    playhead = simulation.now
    playing = true
    self.speed = min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound)
    timelineSpan = .hours(9)
    advanceSimulation(to: simulation.now)
    selectSomething()
  }

  /// Looks at a recording, from its end.
  public init(recording trace: Trace, name: String, speed: Int = 60, size: Size = defaultSize, symbols: Symbols = .utf8)
  {
    self.trace = trace
    (self.name, self.size, self.symbols) = (name, size, symbols)
    playhead = trace.end
    playing = false
    self.speed = min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound)
    timelineSpan = Self.fittingSpan(for: trace)
    selectSomething()
  }

  /// The latest instant that is known.
  public var edge: Instant { simulation?.now ?? trace.end }

  /// From where offsets such as `2h30m` count.
  public var start: Instant { simulation == nil ? trace.start : .zero }

  /// Whether time stands still because a caption waits to be read.
  var awaitsReader: Bool {
    guard !playing, let caption = board.caption, caption.at == playhead else { return false }
    let index = trace.count(through: playhead) - 1
    return trace.events[...index].reversed().prefix { $0.at == playhead }
      .contains { if case .caption(_, waits: true) = $0.event { true } else { false } }
  }

  /// Whether the panes show the latest instant.
  public var isAtEdge: Bool { playhead >= edge }

  /// What the panes show. Complexity: O(1) at the edge, a bounded fold elsewhere.
  public var board: Board { isAtEdge && trace.header.belief == nil ? trace.latest : trace.board(at: playhead) }

  /// A span that shows all of a short recording, and at most a day.
  static func fittingSpan(for trace: Trace) -> TimeSpan {
    let length = trace.end - trace.start
    let candidates: [TimeSpan] = TimelineScale.spans
    return candidates.first { $0 >= length + length / 4 } ?? .days(1)
  }

  mutating func selectSomething() {
    guard selection == nil else { return }
    let board = board
    selection = board.tasks.first { $0.pending != nil || $0.running != nil }?.task ?? board.tasks.first?.task
  }

  /// Runs the model on, and takes its events into the trace.
  mutating func advanceSimulation(to instant: Instant) {
    guard var simulation else { return }
    snapshots.note(simulation, eventCount: trace.events.count)
    var events: [TraceEvent] = []
    self.simulation = nil  // so that the model is changed in place and not copied
    simulation.advance(to: instant, into: &events)
    trace.append(events)
    trace.extend(to: simulation.now)
    self.simulation = simulation
  }
}
