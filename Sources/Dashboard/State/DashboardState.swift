public import SchedulerModel
public import Screen
public import TaskTrace

/// Everything that decides what the screen shows: a plain value, changed by ``reduce(_:)`` and ``elapse(_:)`` alone.
public struct DashboardState: Sendable {
  /// The branch that is shown: what happened, and the model behind it.
  public internal(set) var branch: Branch
  /// The other branches of the run.
  public internal(set) var others: [Branch] = []
  /// Changes whenever the past itself changes: data gathered from it must then be gathered again.
  var pastNumber = 0
  /// A name for the header line.
  public var name: String
  public var size: Size
  /// Whether commands are refused by request of the user.
  public var readOnly = false
  /// Whether more events can arrive from outside: a log that is being followed.
  public var following = false
  /// How much of an input that is still being read is there, in percent; nil once all of it is.
  public internal(set) var loading: Int?

  public internal(set) var playback: Playback
  public internal(set) var timeline: TimelineState
  public internal(set) var selection = Selection()
  public var options = Options()

  public internal(set) var view: View = .overview
  public internal(set) var focus: Pane = .pending
  public internal(set) var zoomed = false
  var scroll = Scroll()
  /// The overlay on top of the panes, if there is one.
  public internal(set) var overlay: Overlay?
  /// One sentence about the last action, until the next key.
  public internal(set) var toast: Toast?
  /// One sentence for a newcomer, until the first key.
  public var tip: String?
  /// The instant of the caption that the user closed.
  var closedCaption: Instant?
  /// In order of time.
  var bookmarks: [Instant] = []
  /// The conditions of `:break` and `:watch`.
  var conditions: [Watched] = []
  var commandHistory: [String] = []
  /// The symptom or error that is selected in the diagnosis view; nil for all that show.
  var asked: String?
  /// Where the mouse is held down, while it is.
  var pressed: Press?
  /// A run stops when it has so many events, or lasts so long.
  var (mostEvents, longestRun) = (Limits.runEvents, Limits.runLength)
  /// The keys in force.
  public internal(set) var keyMap = KeyMap.standard

  public struct Toast: Hashable, Sendable {
    public var text: String
    public var isRefusal: Bool
  }

  public static let defaultSize = Size(columns: 120, rows: 40)

  /// Shows a simulation, from its present state.
  public init(simulation: Simulation, name: String, speed: Int = 60, size: Size = defaultSize, symbols: Symbols = .utf8)
  {
    branch = Branch(name: "A", trace: Trace(header: simulation.header), simulation: simulation)
    (self.name, self.size, options.symbols) = (name, size, symbols)
    playback = Playback(playhead: simulation.now, isPlaying: true, speed: speed)
    timeline = TimelineState(length: .hours(9))
    advanceSimulation(to: simulation.now)
    selectSomething()
  }

  /// Shows a recording, from its end.
  public init(recording trace: Trace, name: String, speed: Int = 60, size: Size = defaultSize, symbols: Symbols = .utf8)
  {
    branch = Branch(name: "A", trace: trace)
    (self.name, self.size, options.symbols) = (name, size, symbols)
    playback = Playback(playhead: trace.end, isPlaying: false, speed: speed)
    timeline = TimelineState(length: TimelineState.fitting(trace))
    selectSomething()
  }

  /// The only source of what is shown.
  public var trace: Trace { branch.trace }
  /// The model behind a live trace; nil for a recording.
  public var simulation: Simulation? { branch.simulation }
  /// The instant that all panes show.
  public var playhead: Instant { playback.playhead }

  /// The span that is marked now, in order; nil if none is.
  var markedSpan: ClosedRange<Instant>? {
    timeline.marked.map { span in min(span.from, span.to ?? playhead)...max(span.from, span.to ?? playhead) }
  }

  /// The latest instant that is known.
  public var edge: Instant { simulation?.now ?? trace.end }

  /// From where offsets such as `2h30m` count.
  public var start: Instant { simulation == nil ? trace.start : .zero }

  /// Whether time is paused because a caption is waiting to be read.
  var awaitsReader: Bool {
    guard !playback.isPlaying, let caption = board.caption, caption.at == playhead else { return false }
    let index = trace.count(through: playhead) - 1
    return trace.events[...index].reversed().prefix { $0.at == playhead }
      .contains { if case .caption(_, waits: true) = $0.event { true } else { false } }
  }

  /// Whether the panes show the latest instant.
  public var isAtEdge: Bool { playhead >= edge }

  /// What the panes show. Complexity: O(1) at the edge, a bounded fold elsewhere.
  public var board: Board { isAtEdge && trace.header.belief == nil ? trace.latest : trace.board(at: playhead) }

  mutating func selectSomething() {
    guard selection.task == nil else { return }
    let board = board
    selection.task = board.tasks.first { $0.pending != nil || $0.running != nil }?.task ?? board.tasks.first?.task
  }
}
