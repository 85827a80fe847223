import DeviceLogs
import TaskTrace
import Testing

@Suite("Reports of crashes and kills become events of their app")
struct CrashReportTests {
  private func read(_ text: String) throws -> DeviceLog.Reading {
    let bytes = Array(text.utf8)
    try #require(EventFile.looksLikeEvents(bytes))
    return try #require(EventFile.read(bytes, named: "report"))
  }

  private static let text = """
    Incident Identifier: 8B1F1F0A-0000-4000-8000-000000000000
    Process:             Notes [1710]
    Identifier:          com.acme.notes
    Date/Time:           2026-09-14 09:57:58.3100 +0200
    Exception Type:  EXC_CRASH (SIGKILL)
    Termination Reason: RUNNINGBOARD 3735883980

    Thread 0 Crashed:
    0   libsystem_kernel.dylib        	0x00000001 mach_msg2_trap + 8
    """

  @Test("The text of a .crash file, with its time, its code, and its line")
  func legacy() throws {
    let reading = try read(Self.text)
    #expect(
      reading.events.map(\.event) == [
        .killed(nil, bundle: "com.acme.notes", code: 0xDEAD_10CC, cause: .heldAFileLockWhileBeingSuspended)
      ])
    #expect(reading.events.first?.source?.line == 6)
    #expect(reading.header.epoch.clock(.zero) == "09:57:58" && reading.header.inferred.isEmpty)
  }

  @Test("An excerpt without a time has none, and a missing handler names its task")
  func excerpt() throws {
    let reading = try read(
      """
      OS Version: iOS 15.4 (19E241)
      Exception Type: EXC_CRASH (SIGABRT)

      Application Specific Information:
      No launch handler registered for task with identifier com.acme.weekly
      """)
    #expect(reading.events.map(\.event) == [.registrationRefused(TaskReference("com.acme.weekly"), cause: .noHandler)])
    #expect(reading.events.first?.source?.line == 5)
    #expect(reading.header.epoch.dating == .timeless)
  }

  @Test("The two parts of an .ips file")
  func ips() throws {
    let reading = try read(
      #"""
      {"app_name":"Notes","timestamp":"2026-09-14 09:57:59.00 +0200","bug_type":"309","incident_id":"8B1F"}
      {
        "procName" : "Notes", "bundleInfo" : {"CFBundleIdentifier":"com.acme.notes"},
        "captureTime" : "2026-09-14 09:57:58.3100 +0200",
        "exception" : {"type":"EXC_CRASH","signal":"SIGKILL"},
        "termination" : {"namespace":"FRONTBOARD","code":2343432205,"reasons":["scene-create watchdog transgression: app<com.acme.notes>:2286 exhausted real (wall clock) time allowance of 19.93 seconds"]}
      }
      """#)
    #expect(
      reading.events.map(\.event) == [
        .killed(
          nil, bundle: "com.acme.notes", code: 0x8BAD_F00D,
          cause: Cause(rawValue: "watchdog: scene-create took longer than 19.93 s"))
      ])
    #expect(reading.header.epoch.clock(.zero) == "09:57:58")
  }

  @Test("A jetsam report names who was killed and why")
  func jetsam() throws {
    let reading = try read(
      #"""
      {"bug_type":"298","timestamp":"2026-09-14 09:57:59.00 +0200","incident_id":"8B1F"}
      {"processes":[{"name":"Notes","reason":"per-process-limit"},{"name":"idle"},{"name":"Mail","reason":"vm-pageshortage"}]}
      """#)
    #expect(
      reading.events.map(\.event) == [
        .killed(nil, bundle: "Notes", code: nil, cause: .memoryLimit),
        .killed(nil, bundle: "Mail", code: nil, cause: .memoryPressure),
      ])
  }

  @Test("A single diagnostic of MetricKit is a report of its app, without a time")
  func diagnostic() throws {
    let reading = try read(
      #"""
      {"version":"1.0.0","callStackTree":{},"diagnosticMetaData":{"bundleIdentifier":"com.acme.notes","signal":11,"exceptionType":1,"terminationReason":"Namespace SIGNAL, Code 0xb"}}
      """#)
    guard case .report(let report)? = reading.events.first?.event else {
      Issue.record("no report")
      return
    }
    #expect(
      report.bundle == "com.acme.notes" && report.diagnostics == ["crash (signal 11, Namespace SIGNAL, Code 0xb)"])
    #expect(reading.header.epoch.dating == .timeless)
  }

  @Test("A log that quotes a report stays a log")
  func log() {
    let line = "2026-09-14 09:57:58.310000+0200 Notes[1710:4711] [App] started\n"
    #expect(!EventFile.looksLikeEvents(Array((line + Self.text).utf8)))
  }

  @Test("An uncaught exception without a known reason ends its process; a known reason says more")
  func exceptions() {
    let head = "2026-09-14 09:57:58.310000+0200 Notes[1710:4711] *** Terminating app due to uncaught exception "
    func events(_ text: String) -> [Event] {
      DeviceLog.read(Array((head + text).utf8), named: "log").events.map(\.event)
    }
    #expect(
      events("'NSRangeException', reason: 'index 3 beyond bounds'") == [
        .killed(nil, bundle: "Notes", code: nil, cause: Cause(rawValue: "uncaught exception NSRangeException"))
      ])
    #expect(
      events(
        "'NSInternalInconsistencyException', reason: 'No launch handler registered for task with identifier com.acme.weekly'"
      ) == [.registrationRefused(TaskReference("com.acme.weekly"), cause: .noHandler)])
  }
}
