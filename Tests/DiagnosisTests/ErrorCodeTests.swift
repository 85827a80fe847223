import SchedulerModel
import TaskTrace
import Testing

@testable import Diagnosis

@Suite("Errors are decoded")
struct ErrorCodeTests {
  @Test(
    "A code is found however it is printed",
    arguments: [
      ("Domain=BGTaskSchedulerErrorDomain Code=3", "notPermitted"),
      (#"Error Domain=BGTaskSchedulerErrorDomain Code=1 "(null)""#, "unavailable"), ("Code=3", "notPermitted"),
      ("3", "notPermitted"), ("4", "immediateRunIneligible"), ("notPermitted", "notPermitted"),
      (".tooManyPendingTaskRequests", "tooManyPendingTaskRequests"),
      ("BGTaskScheduler.Error.Code.unavailable", "unavailable"), ("BGTaskSchedulerErrorCodeUnavailable", "unavailable"),
      ("0x8badf00d", "badFood"), ("0x8BADF00D", "badFood"), ("2343432205", "badFood"),
      ("Namespace RUNNINGBOARD, Code 0xdead10cc", "deadlock"),
      ("<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:x>", "badFood"), ("562215634", "backgroundTask"),
      ("-997", "backgroundSessionWasDisconnected"), ("NSURLErrorCancelled", "cancelled"),
      (
        "Error Domain=NSURLErrorDomain Code=-999 UserInfo={NSURLErrorBackgroundTaskCancelledReasonKey=1}",
        "cancelledReasonBackgroundUpdatesDisabled"
      ),
      ("Domain=_DASActivitySchedulerErrorDomain Code=2", "dasd2"),
      ("cumulativeMemoryPressureExitCount", "memoryPressure"),
      ("backgroundTaskAssertionTimeout", "backgroundTaskAssertionTimeout"),
    ])
  func forms(_ text: String, _ name: String) {
    #expect(ErrorCode.matching(text).map(\.name) == [name])
  }

  @Test(
    "Other texts are not codes",
    arguments: [
      "", " ", "17", "Code=", "Code=99", "Code=x", "hello", "0x", "99999999999999999999999", "\u{1B}[31m3", "=", "::",
      "Domain=NSCocoaErrorDomain Code=12345",
    ])
  func none(_ text: String) { #expect(ErrorCode.matching(text).isEmpty) }

  @Test("Every code of the framework is there, with its name")
  func framework() {
    for error in SubmissionError.allCases {
      #expect(ErrorCode.matching("\(error.rawValue)").map(\.name) == [error.name])
    }
  }

  @Test("Names are unique, and every code has a meaning, a fix, and a source")
  func text() {
    #expect(Set(ErrorCode.all.map(\.name)).count == ErrorCode.all.count)
    for entry in ErrorCode.all {
      #expect(entry.meaning.hasSuffix(".") && entry.remedy.hasSuffix(".") && !entry.source.isEmpty, "\(entry.name)")
      #expect(
        !entry.name.contains(" ") && ErrorCode.matching(entry.name).contains { $0.name == entry.name }, "\(entry.name)")
      #expect(entry.lines.count >= 4)
    }
  }

  @Test(
    "The causes of a code are held against a run",
    arguments: [
      (3, "plist.refresh", "identifier-case"), (3, "modes.refresh", "mode-missing"),
      (3, "good.export", "continued-in-background"), (3, "good.gpu", "gpu"), (1, "good.a", "backgroundRefresh"),
      (1, "keyboard.a", "extensionWithoutOpenAccess"), (2, "good.b", "too-many-pending"),
      (4, "good.third", "immediate-or-never"),
    ])
  func causes(_ code: Int, _ task: String, _ verdict: String) throws {
    let facts = CheckRow.Subject.facts(of: try #require(try Scenario.builtIn(named: "error-codes")))
    let entry = try #require(ErrorCode.matching("\(code)").first)
    let found = entry.symptom.examine(facts.subject(TaskIdentifier(task)))
    #expect(found.shows == .yes && found.isFault)
    #expect(found.verdict.id == verdict)
  }

  @Test("A termination is found in a run, in a log and in a report of exits")
  func terminations() throws {
    let ends = CheckRow.Subject.facts(of: try #require(try Scenario.builtIn(named: "ends")))
    let overdue = try #require(ErrorCode.matching("0x2182bad2").first)
    #expect(overdue.symptom.examine(ends.subject("e.overran")).verdict.id == "expiration-overrun")
    let locked = try #require(ErrorCode.matching("0xdead10cc").first)
    #expect(locked.symptom.examine(ends.subject(app: "h")).verdict.id == "locked-file")
    var report = Report(from: "MetricKit", bundle: "app", until: .zero + .days(1))
    report.exits = [
      Report.Exits(.memoryPressure, background: 9, foreground: 0),
      Report.Exits(.memoryLimit, background: 3, foreground: 0),
      Report.Exits(.cpuLimit, background: 0, foreground: 2),
      Report.Exits(.illegalInstruction, background: 1, foreground: 0),
      Report.Exits(.normal, background: 9, foreground: 9),
    ]
    let facts = try CheckRow.Subject.events([TraceEvent(.zero, .report(report))]).facts()
    #expect(facts.findings.map(\.check) == ["memory-limit", "crash"])
    #expect(facts.findings.first?.evidence.first?.text.contains("3 times") == true)
    let limit = try #require(ErrorCode.matching("memoryResourceLimit").first)
    #expect(limit.symptom.examine(facts.subject(app: "app")).verdict.id == "memory-limit")
    // Suspended apps give way every day.
    let pressure = try #require(ErrorCode.matching("memoryPressure").first).symptom.examine(facts.subject(app: "app"))
    #expect(pressure.shows == .yes)
    #expect(Symptom.examine(facts).map(\.symptom) == ["crashes"])
  }
}
