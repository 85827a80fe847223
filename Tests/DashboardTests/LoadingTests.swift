import Dashboard
import Screen
import TaskTrace
import Testing

@Suite("An input that is still being read") struct LoadingTests {
  private let events = Recordings.events

  private func partial() -> DashboardState {
    let first = Trace(header: Recordings.header, events: Array(events.prefix(events.count / 2)))
    return DashboardState(recording: first, name: "sample", size: Size(columns: 120, rows: 40))
  }

  @Test func `the header shows the loading progress until it is complete`() {
    var state = partial()
    #expect(!state.draw().text().contains("LOADING"))
    state.load([], percent: 43)
    #expect(state.draw().text().contains("LOADING 43 % █████"))
    state.options.symbols = .ascii
    #expect(state.draw().text().contains("LOADING 43 % #####"))
    state.finishLoading(Recordings.trace)
    #expect(!state.draw().text().contains("LOADING"))
    #expect(state.trace.events == events)
  }

  @Test("a long past is examined between two keys, with the same result", arguments: ["5", "6", "8"] as [Key])
  func longPast(_ view: Key) {
    // The same story again and again, until no screen waits for all of it.
    var events: [TraceEvent] = []
    while events.count <= 60_000 {
      let shift = TimeSpan.hours(2).microseconds * Int64(events.count / self.events.count)
      events += self.events.map { TraceEvent($0.at + TimeSpan(microseconds: shift), $0.event) }
    }
    var state = DashboardState(recording: Trace(header: Recordings.header, events: events), name: "long")
    _ = state.reduce(.key(view))
    var drawing = Drawing()
    #expect(drawing.draw(state).text().contains("Processing 60,0"), "it says what it does")
    var steps = 0
    while drawing.hasPendingWork(state) {
      drawing.continueWork(state)
      steps += 1
    }
    #expect(steps > 4)
    let settled = drawing.draw(state).text()
    #expect(!settled.contains("Processing 60"))
    #expect(settled == state.drawSettled().text())
    #expect(settled.contains(view == "6" ? "news.refresh" : "photos"))
  }

  @Test func `a frame is the same again while nothing is read`() {
    var state = partial()
    state.load([], percent: 43)
    var drawing = Drawing()
    let first = drawing.draw(state)
    #expect(drawing.draw(state) == first)
    state.load([], percent: 44)
    #expect(drawing.draw(state) == state.draw())
    #expect(drawing.draw(state) != first)
  }

  @Test func `the edge moves with what is read, and the past stays where it is`() {
    var state = partial()
    state.load(Array(events.dropFirst(events.count / 2)), percent: 80)
    #expect(state.isAtEdge)
    #expect(state.playhead == state.edge)
    var past = partial()
    past.go(to: past.start)
    let selection = past.selection
    past.load(Array(events.dropFirst(events.count / 2)), percent: 80)
    #expect(past.playhead == events[0].at)
    past.finishLoading(Recordings.trace)
    #expect(past.playhead == events[0].at)
    #expect(past.selection == selection)
  }
}
