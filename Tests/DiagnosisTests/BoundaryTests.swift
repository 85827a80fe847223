import Diagnosis
import SchedulerModel
import TaskTrace
import Testing

/// What one part of a condition decides alone.
@Suite("Boundaries of findings") struct BoundaryTests {
  private static let task = TaskReference("app.t", ActivityID(rawValue: 1))

  private func trace(_ events: [Event]) -> Trace {
    CheckRow.Subject.trace(events.enumerated().map { TraceEvent(.zero + .seconds(Int64($0.offset)), $0.element) })
  }

  @Test func `a code tells of a locked file without a cause, and no other code does`() {
    for (code, isLocked) in [(0xDEAD_10CC, true), (0xDEAD_10CD, false), (0xDEAD_10CB, false)] as [(UInt64, Bool)] {
      let events: [Event] = [
        .app(bundle: "app", .background, cause: nil), .killed(nil, bundle: "app", code: code, cause: nil),
      ]
      #expect(Findings.of(trace(events)).contains { $0.check == "locked-file" } == isLocked)
    }
  }

  @Test func `of two warnings of a run the first counts`() {
    let events: [Event] = [
      .submitted(Self.task, Submission(kind: .refresh)), .started(Self.task, RunStart(limit: .seconds(30))),
      .warned(Self.task, cause: .thermal, deadline: nil), .warned(Self.task, cause: .time, deadline: nil),
      .ended(Self.task, RunEnd(.expired)),
    ]
    let run = History(trace(events)).task(Self.task.task)?.runs.last
    #expect(run?.warnedCause == .thermal && run?.warned?.event == 2)
  }

  @Test func `an Info.plist with a mode for tasks gets an identifier, and one without does not`() {
    func mended(_ modes: [String]) -> String? {
      Declaration(bundle: nil, permitted: nil, modes: modes.map { Declaration.Entry($0) }).correctedInfoPlist
    }
    for mode in ["processing", "fetch"] {
      #expect(mended([mode])?.contains("$(PRODUCT_BUNDLE_IDENTIFIER).refresh") == true)
    }
    #expect(mended(["audio"])?.contains("PRODUCT_BUNDLE_IDENTIFIER") != true)
  }

  @Test func `traces that differ from their first event on differ in it`() {
    let (a, b) = (trace([.condition(.cpu(1)), .condition(.boot)]), trace([.condition(.cpu(2)), .condition(.boot)]))
    #expect(TraceDifference.first(a, b) == 0)
    #expect(TraceDifference.first(a, b, from: 1) == nil)
    #expect(TraceDifference.first(a, a) == nil)
  }
}
