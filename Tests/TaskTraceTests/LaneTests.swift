import TaskTrace
import Testing

@Suite("What a task was doing")
struct LaneTests {
  private let first = ActivityID(rawValue: 1)
  private let second = ActivityID(rawValue: 2)
  private func at(_ seconds: Int64) -> Instant { .zero + .seconds(seconds) }

  /// A run from second 10 to 20, whose handler submits the next request at 12; there is a report about it at 13.
  private func lane(_ output: Event?) -> TaskLane? {
    var trace = Trace(header: TraceHeader(epoch: Epoch(microsecondsSince1970: 0, utcOffset: 0), source: .other("test")))
    let (old, new) = (TaskReference("a.b", first), TaskReference("a.b", second))
    var events = [
      TraceEvent(at(0), .submitted(old, Submission(kind: .refresh))), TraceEvent(at(10), .started(old, RunStart())),
      TraceEvent(at(12), .submitted(new, Submission(kind: .refresh))),
    ]
    if let output { events.append(TraceEvent(at(13), output)) }
    events.append(TraceEvent(at(20), .ended(old, RunEnd(.succeeded, cause: .completed))))
    trace.append(events)
    return trace.lanes.task("a.b")
  }

  @Test("Reports about the next request during a run apply from the end of the run")
  func underRun() {
    let window = lane(.held(TaskReference("a.b", second), Hold(.window, detail: nil, until: at(500))))
    #expect(window?.phases.value(at: at(15)) == .running)
    #expect(window?.phases.value(at: at(20)) == .waiting([.window]))
    #expect(lane(nil)?.phases.value(at: at(20)) == .waiting([.notScored]))
    #expect(
      lane(.compared(TaskReference("a.b", second), score: 0.1, threshold: 0.5, run: false))?.phases.value(at: at(25))
        == .waiting([.belowThreshold]))
    #expect(lane(.cancelled(TaskReference("a.b", second), cause: .app))?.phases.value(at: at(20)) == .absent)
  }
}
