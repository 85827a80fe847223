import DeviceLogs
import TaskTrace
import Testing

private func read(_ text: String) -> DeviceLog.Reading? { EventFile.read(Array(text.utf8), named: "x") }

@Suite("MetricKit's payloads") struct MetricKitTests {
  private let payload = """
    {
      "timeStampBegin" : "2026-05-04 00:00:00 +0200", "timeStampEnd" : "2026-05-05 00:00:00.0000 +0200",
      "metaData" : { "bundleIdentifier" : "org.example.mail", "osVersion" : "iPhone OS 26.1" },
      "applicationExitMetrics" : {
        "backgroundExitData" : {
          "cumulativeNormalAppExitCount" : 4, "cumulativeMemoryPressureExitCount" : 3,
          "cumulativeBackgroundTaskAssertionTimeoutExitCount" : 1, "cumulativeBrandNewExitCount" : 2 },
        "foregroundExitData" : { "cumulativeAppWatchdogExitCount" : 1 } },
      "applicationTimeMetrics" : { "cumulativeBackgroundTime" : "2,717秒", "cumulativeForegroundTime" : "64,5 Sek." },
      "crashDiagnostics" : [ { "diagnosticMetaData" : { "signal" : 9, "terminationReason" : "RUNNINGBOARD 0x8badf00d" } } ]
    }
    """

  @Test func `exits become a report over their day, and zeros are not invented`() throws {
    let reading = try #require(read(payload))
    #expect(EventFile.looksLikeEvents(Array(payload.utf8)))
    #expect(reading.header.epoch.description == "2026-05-04T00:00:00.000000+02:00")
    guard case .report(let report)? = reading.events.first?.event else {
      Issue.record("no report")
      return
    }
    #expect(reading.events.count == 1)
    #expect(report.bundle == "org.example.mail")
    #expect(report.until == .zero + .days(1))
    #expect(
      report.exits == [
        Report.Exits(.normal, background: 4, foreground: 0),
        Report.Exits(.memoryPressure, background: 3, foreground: 0),
        Report.Exits(.watchdog, background: 0, foreground: 1),
        Report.Exits(.assertionTimeout, background: 1, foreground: 0),
        Report.Exits(.cumulativeBrandNewExitCount, background: 2, foreground: 0),
      ])
    #expect(report.measures.map(\.value).sorted() == [64.5, 2717])
    #expect(report.diagnostics == ["crash (signal 9, RUNNINGBOARD 0x8badf00d)"])
    let trace = Trace(header: reading.header, events: reading.events)
    #expect(trace.lanes.reports.map(\.bad) == [8])
  }

  @Test func `an empty payload is a quiet day`() throws {
    let text = #"{"timeStampBegin":"2026-05-04 00:00:00 +0000","timeStampEnd":"2026-05-05 00:00:00 +0000"}"#
    guard case .report(let report)? = try #require(read(text)).events.first?.event else {
      Issue.record("no report")
      return
    }
    #expect(report.exits.isEmpty)
    #expect(report.text == "no bad exits")
  }

  @Test func `several that arrive together are placed on their days`() throws {
    let days = ["06", "04", "05"].map {
      #"{"timeStampBegin":"2026-05-\#($0) 00:00:00 +0000","timeStampEnd":"2026-05-\#($0) 23:59:00 +0000"}"#
    }
    for text in ["[\(days.joined(separator: ","))]", days.joined(separator: "\n")] {
      #expect(try #require(read(text)).events.map(\.at) == [.zero, .zero + .days(1), .zero + .days(2)])
    }
  }
}

@Suite("MetricKit's reports of iOS 27") struct MetricReportTests {
  /// Seconds since 2001: 5 May 2026, midnight.
  private let report = """
    {
      "timeRange": { "start": 799632000, "duration": 86400 },
      "environment": { "bundleIdentifier": "org.example.mail" },
      "stateEntries": [],
      "intervalEntries": [
        { "duration": { "value": 3600, "unit": { "symbol": "s" } }, "states": [],
          "values": [ { "backgroundTermination": { "_0": { "watchdogTerminationCount": 9 } } } ] },
        { "duration": { "value": 86400, "unit": { "symbol": "s" } }, "states": [],
          "values": [
            { "cpuTime": { "_0": { "cumulativeCPUTime": 12 } } },
            { "backgroundTermination": { "_0": {
                "normalTerminationCount": 3, "taskTimeoutTerminationCount": 2, "fileLockTerminationCount": 0,
                "systemPressureTerminationCount": 4, "brandNewTerminationCount": 1 } } },
            { "foregroundTermination": { "_0": { "watchdogTerminationCount": 1 } } } ] } ]
    }
    """

  @Test func `the counters of the whole day become a report over it`() throws {
    #expect(EventFile.looksLikeEvents(Array(report.utf8)))
    let reading = try #require(read(report))
    #expect(reading.header.epoch.description.hasPrefix("2026-05-05T00:00:00"))
    guard case .report(let result)? = reading.events.first?.event else {
      Issue.record("no report")
      return
    }
    #expect(result.bundle == "org.example.mail")
    #expect(result.until == .zero + .days(1))
    #expect(
      result.exits == [
        Report.Exits(.normal, background: 3, foreground: 0),
        Report.Exits(.assertionTimeout, background: 2, foreground: 0),
        Report.Exits(.memoryPressure, background: 4, foreground: 0),
        Report.Exits(.brandNew, background: 1, foreground: 0), Report.Exits(.watchdog, background: 0, foreground: 1),
      ])
  }

  @Test(arguments: [
    #""start": "2026-05-05T00:00:00Z", "end": "2026-05-06T00:00:00Z""#, #""start": 1777939200, "duration": 86400"#,
    #""start": 799632000, "end": 799718400"#,
  ]) func `dates in any form are the same day`(_ range: String) throws {
    let other = report.replacing(#""start": 799632000, "duration": 86400"#, with: range)
    #expect(try #require(read(other)).events.map(\.event) == read(report)?.events.map(\.event))
    #expect(read(other)?.header.epoch.microsecondsSince1970 == read(report)?.header.epoch.microsecondsSince1970)
  }

  @Test func `a report without its day is not placed anywhere`() {
    #expect(read(report.replacing(#""timeRange""#, with: #""other""#)) == nil)
  }
}

@Suite("Backgrounder's defaults (rule K15)") struct DefaultsDumpTests {
  private let printed = """
    {
        AppleLanguages =     (
            en
        );
        "tasks.sync.active" = 1;
        "tasks.sync.interval_ms" = 900000;
        "tasks.sync.last_result" = Success;
        "tasks.sync.last_run_epoch_ms" = 1777881600000;
        "tasks.sync.network_required" = 1;
        "tasks.sync.next_run_epoch_ms" = 1777882500000;
        "tasks.sync.schema_version" = 2;
        "tasks.org.example.clean.active" = 0;
        "tasks.org.example.clean.last_result" = "RetryableFailure";
        "tasks.org.example.clean.last_run_epoch_ms" = "1777881700000";
    }
    """

  @Test func `the last runs and the waiting requests are reported`() throws {
    #expect(EventFile.looksLikeEvents(Array(printed.utf8)))
    let reading = try #require(read(printed))
    #expect(reading.events.map(\.event.name) == ["completed", "submitted", "completed"])
    guard case .completed(let task, let success) = reading.events[0].event,
      case .submitted(_, let submission) = reading.events[1].event,
      case .completed(let other, let otherSuccess) = reading.events[2].event
    else {
      Issue.record("other events")
      return
    }
    #expect(task.task == "sync" && success == true)
    #expect(submission.earliest == .zero + .minutes(15))
    #expect(submission.interval == .minutes(15) && submission.requiresNetwork == true)
    #expect(other.task == "org.example.clean" && otherSuccess == false)
  }

  @Test func `JSON gives the same events`() throws {
    let json = """
      {"tasks.sync.active":true,"tasks.sync.interval_ms":900000,"tasks.sync.last_result":"Success",
       "tasks.sync.last_run_epoch_ms":1777881600000,"tasks.sync.network_required":true,
       "tasks.sync.next_run_epoch_ms":1777882500000,"tasks.org.example.clean.active":false,
       "tasks.org.example.clean.last_result":"RetryableFailure","tasks.org.example.clean.last_run_epoch_ms":1777881700000}
      """
    #expect(try #require(read(json)).events.map(\.event) == read(printed)?.events.map(\.event))
  }
}

@Suite("Histories of libraries") struct LibraryEventTests {
  @Test func `Backgrounder's events report submissions, runs, and deferrals (rule K20)`() throws {
    let text = """
      {"event":"Scheduled","taskId":"sync","at":"2026-05-04T08:00:00Z","request":{"interval":"4h"}}
      {"event":"AttemptDeferred","taskId":"sync","at":"2026-05-04T08:10:00Z","attempt":0,"reason":"ReachabilityTimeout"}
      {"event":"WorkStarted","taskId":"sync","at":"2026-05-04T08:20:00Z","attempt":0}
      {"event":"AttemptFailed","taskId":"sync","at":"2026-05-04T08:20:30Z","attempt":0,"reason":"ExpiredByOS"}
      {"event":"RetryScheduled","taskId":"sync","at":"2026-05-04T08:20:31Z","nextAttempt":1,"delay":30000}
      {"event":"WorkStarted","taskId":"sync","at":"2026-05-04T08:21:01Z","attempt":1}
      {"event":"WorkCompleted","taskId":"sync","at":"2026-05-04T08:21:04Z","attempt":1,"result":"Success","runtime":3000}
      {"event":"Cancelled","taskId":"sync","at":"2026-05-04T09:00:00Z","source":"User"}
      {"event":"LibraryError","taskId":"sync","at":"2026-05-04T09:00:01Z","message":"submit failed"}
      this line is torn
      """
    let reading = try #require(read(text))
    #expect(
      reading.events.map(\.event.name) == [
        "submitted", "held", "started", "ended", "layer", "started", "completed", "ended", "cancelled", "note",
      ])
    #expect(reading.events.map { $0.source?.line } == [1, 2, 3, 4, 5, 6, 7, 7, 8, 9])
    #expect(reading.summary.notUnderstood == 1)
    #expect(reading.summary.firstNotUnderstood.map(\.number) == [10])
    guard case .submitted(_, let submission) = reading.events[0].event,
      case .ended(_, let end) = reading.events[3].event
    else {
      Issue.record("other events")
      return
    }
    #expect(submission.interval == .hours(4))
    #expect(end.outcome == .expired)
  }

  @Test func `KMPWorkManager's records report runs and their steps`() throws {
    let text = """
      {"id":"1","chainId":"upload","status":"TIMEOUT","startedAtMs":1777881600000,"endedAtMs":1777881625000,"durationMs":25000,"totalSteps":3,"completedSteps":1,"platform":"ios"}
      {"id":"2","chainId":"upload","status":"SUCCESS","startedAtMs":1777881700000,"endedAtMs":1777881710000,"durationMs":10000,"totalSteps":3,"completedSteps":3,"platform":"ios"}
      {"id":"3","event":{"taskName":"Sync","success":false,"message":"offline"},"timestamp":1777881800000}
      """
    let reading = try #require(read(text))
    #expect(
      reading.events.map(\.event.name) == [
        "started", "progress", "ended", "started", "progress", "ended", "completed", "note",
      ])
    guard case .ended(_, let end) = reading.events[2].event else {
      Issue.record("no end")
      return
    }
    #expect(end.outcome == .expired)
    #expect(reading.events[2].at == .zero + .seconds(25))
  }

  @Test(arguments: [
    "{}", "[]", "[{\"taskId\":1,\"at\":[]}]", "{\"timeStampBegin\":\"x\",\"timeStampEnd\":5}",
    "{\"taskId\":\"a\",\"at\":1e300}",
    "{\"chainId\":\"a\",\"status\":\"SUCCESS\",\"startedAtMs\":-9e99}",
  ]) func `what is none of them gives nothing`(_ text: String) { #expect(read(text) == nil) }
}
