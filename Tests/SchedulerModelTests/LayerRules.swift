import SchedulerModel
import TaskTrace
import Testing

@Suite("Rules K and L: a library on top of the scheduler")
struct LayerRules {
  static func app(_ works: String, _ parts: String = "preset: \"backgrounder\"", _ more: String = "") -> String {
    "\(more) layer: { tick: \"app.tick\", \(parts), works: [\(works)] }, tasks: [{ id: \"app.tick\", kind: \"refresh\", rearm: \"never\" }]"
  }
  static let opened = "{ at: \"50m\", do: \"open app\" }, { at: \"70m\", do: [\"leave app\", \"in-use off\"] }"
  static func work(_ what: String, _ bounds: String, _ task: String = "app.sync") -> String {
    "{ event: \"layer\", task: \"\(task)\", with: { what: \"\(what)\" }, \(bounds) }"
  }

  static let rows: [RuleRow] = [
    RuleRow(
      "K1: a loop in the foreground, and a tick in the background", timeline: opened,
      app: app("{ id: \"app.sync\", interval: \"1h\" }"), hours: 4,
      expect: "{ event: \"layer\", contains: \"foreground, due\", exactly: 1 }",
      "{ event: \"layer\", contains: \"background, due\", atLeast: 1 }"),
    RuleRow(
      "K2: the next time is set before the work runs, so that two feeds run it once",
      timeline: "{ at: \"3601s\", do: [\"submit app.tick\", \"launch app.tick\"] }, " + opened,
      app: app("{ id: \"app.sync\", interval: \"1h\", for: \"20s\" }"), hours: 2,
      expect: work("WorkStarted", "exactly: 1, before: \"110m\""),
      "{ task: \"app.tick\", exactly: 1, before: \"110m\" }"),
    RuleRow(
      "K3: thirteen hours late, and one run",
      timeline:
        "{ at: \"1m\", do: \"refresh off\" }, { at: \"17h\", do: [\"refresh on\", \"open app\", \"leave app\", \"in-use off\"] }",
      app: app("{ id: \"app.sync\", interval: \"4h\" }"), hours: 20, expect: work("WorkStarted", "exactly: 1"),
      "{ event: \"layer\", contains: \"due 13 h\" }"),
    RuleRow(
      "L2: a library that makes up for missed times runs once for each",
      device: "battery: 90, charger: true, thermal: \"serious\"",
      timeline: "{ at: \"17h\", thermal: \"nominal\" }",
      app: app("{ id: \"app.sync\", interval: \"4h\" }", "preset: \"kmpWorkManager\""),
      hours: 18, expect: work("WorkStarted", "exactly: 4")),
    RuleRow(
      "K4: a failure does not end the periodic",
      app: app("{ id: \"app.sync\", interval: \"1h\", results: [\"failure\", \"throw\", \"success\"] }"),
      hours: 8, expect: work("WorkStarted", "atLeast: 3"), work("RetryScheduled", "exactly: 0"),
      work("AttemptFailed", "exactly: 1")),
    RuleRow(
      "K5: exponential back-off waits the initial time first", timeline: "{ at: \"55m\", do: \"open app\" }",
      app: app(
        "{ id: \"app.sync\", interval: \"1h\", initial: \"30s\", results: [\"retry\", \"retry\", \"retry\", \"success\"] }"
      ), hours: 2,
      expect: "{ event: \"layer\", contains: \"attempt 1 in 30 s\", exactly: 1 }",
      "{ event: \"layer\", contains: \"attempt 2 in 1 m\", exactly: 1 }",
      "{ event: \"layer\", contains: \"attempt 3 in 2 m\", exactly: 1 }"),
    RuleRow(
      "K5: linear back-off adds it each time", timeline: "{ at: \"55m\", do: \"open app\" }",
      app: app(
        "{ id: \"app.sync\", interval: \"1h\", backoff: \"linear\", initial: \"30s\", results: [\"retry\", \"retry\", \"retry\", \"success\"] }"
      ), hours: 2,
      expect: "{ event: \"layer\", contains: \"attempt 3 in 1 m 30 s\", exactly: 1 }"),
    RuleRow(
      "K6: at the cap a retry counts as a failure, and the cadence resumes",
      timeline: "{ at: \"55m\", do: \"open app\" }",
      app: app("{ id: \"app.sync\", interval: \"1h\", attempts: 2, results: [\"retry\"] }"), hours: 2,
      expect: work("RetryScheduled", "exactly: 1"), work("WorkStarted", "exactly: 2")),
    RuleRow(
      "K9: without a network the gate closes after five seconds, and the worker does not run",
      device: "battery: 90, charger: true, network: \"none\"", timeline: "{ at: \"55m\", do: \"open app\" }",
      app: app("{ id: \"app.sync\", interval: \"1h\", network: \"any\" }"), hours: 1,
      expect: work("WorkStarted", "exactly: 0")),
    RuleRow(
      "K9: in a tick the gate waits for a quarter of the time at most",
      timeline:
        "{ at: \"1m\", do: \"submit app.tick\" }, { at: \"61m\", network: \"none\" }, { at: \"61m\", do: \"launch app.tick\" }",
      app: app("{ id: \"app.sync\", interval: \"1h\", first: \"1h1m\", network: \"any\" }", "gate: \"20s\""), hours: 2,
      expect:
        "{ event: \"layer\", with: { what: \"AttemptDeferred\", detail: \"ReachabilityTimeout\" }, exactly: 1, after: \"61m7s\", before: \"61m10s\" }",
      work("WorkStarted", "exactly: 0, before: \"70m\"")),
    RuleRow(
      "K9: a metered network is none for unmetered work", device: "battery: 90, charger: true, network: \"cellular\"",
      timeline: "{ at: \"55m\", do: \"open app\" }",
      app: app("{ id: \"app.sync\", interval: \"1h\", network: \"unmetered\", attempts: 1 }"), hours: 2,
      expect:
        "{ event: \"layer\", with: { what: \"AttemptDeferred\", detail: \"ReachabilityTimeout\" }, atLeast: 1, after: \"3605s\", before: \"3606s\" }",
      work("WorkStarted", "exactly: 0")),
    RuleRow(
      "K10: work runs on battery too", device: "battery: 90", app: app("{ id: \"app.sync\", interval: \"1h\" }"),
      hours: 8,
      expect: work("WorkStarted", "atLeast: 1")),
    RuleRow(
      "K11: foreground work has half a minute after the app was left, then it is tried again",
      timeline: "{ at: \"50m\", do: \"open app\" }, { at: \"3602s\", do: [\"leave app\", \"in-use off\"] }",
      app: app("{ id: \"app.sync\", interval: \"1h\", for: \"5m\" }"), hours: 2,
      expect:
        "{ event: \"layer\", with: { what: \"AttemptFailed\", detail: \"ExpiredByOS\" }, exactly: 1, after: \"3632s\", before: \"3633s\" }",
      work("RetryScheduled", "atLeast: 1")),
    RuleRow(
      "K12: a tick that expires is followed by the next, and what did not run stays due",
      app: app("{ id: \"app.sync\", interval: \"1h\", for: \"50s\" }, { id: \"app.late\", interval: \"1h\" }"),
      hours: 4,
      expect:
        "{ order: [{ event: \"warned\", task: \"app.tick\" }, { event: \"layer\", task: \"app.sync\", with: { what: \"AttemptFailed\" } }, { event: \"submitted\", task: \"app.tick\" }, { event: \"layer\", task: \"app.late\", with: { what: \"WorkStarted\" } }] }"
    ),
    RuleRow(
      "K13: the next tick is for the soonest time",
      app: app("{ id: \"app.sync\", interval: \"2h\" }, { id: \"app.late\", interval: \"5h\" }"), hours: 1,
      expect: "{ event: \"submitted\", task: \"app.tick\", with: { earliest: 7200000000 }, exactly: 1 }"),
    RuleRow(
      "K14: what is not to outlive its process is swept",
      timeline:
        "{ at: \"1m\", do: [\"open app\", \"force-quit app\"] }, { at: \"2m\", do: [\"open app\", \"force-quit app\"] }, { at: \"3m\", do: \"open app\" }",
      app: app("{ id: \"app.sync\", interval: \"1h\", ephemeral: true }, { id: \"app.late\", interval: \"1h\" }"),
      hours: 2,
      expect:
        "{ event: \"layer\", task: \"app.sync\", with: { what: \"Skipped\", detail: \"EphemeralExpired\" }, exactly: 1 }",
      work("WorkStarted", "exactly: 0"),
      work("WorkStarted", "atLeast: 1", "app.late")),
    RuleRow(
      "K16: a work that was cancelled does not come back", timeline: "{ at: \"10m\", do: \"cancel app.sync\" }",
      app: app("{ id: \"app.sync\", interval: \"1h\" }"), hours: 5,
      expect: work("Cancelled", "exactly: 1"), work("WorkStarted", "exactly: 0"),
      "{ event: \"cancelled\", with: { cause: \"nothingScheduled\" }, exactly: 1 }"),
    RuleRow(
      "K17: it survives a reboot", timeline: "{ at: \"10m\", reboot: true }, { at: \"20m\", use: \"1m\" }",
      app: app("{ id: \"app.sync\", interval: \"1h\" }"), hours: 8,
      expect: work("WorkStarted", "atLeast: 1")),
    RuleRow(
      "K17: and not a force-quit", timeline: "{ at: \"10m\", do: \"force-quit app\" }",
      app: app("{ id: \"app.sync\", interval: \"1h\" }"), hours: 8,
      expect: work("WorkStarted", "exactly: 0")),
    RuleRow(
      "K20: its events come in order",
      app: app("{ id: \"app.sync\", interval: \"1h\", results: [\"retry\", \"success\"] }"), hours: 5,
      expect:
        "{ order: [{ event: \"layer\", with: { what: \"Scheduled\" } }, { event: \"layer\", with: { what: \"WorkStarted\" } }, { event: \"layer\", with: { what: \"WorkCompleted\" } }, { event: \"layer\", with: { what: \"RetryScheduled\" } }, { event: \"layer\", with: { what: \"WorkStarted\" } }] }"
    ),
    RuleRow(
      "K21: it tells what is wrong with the Info.plist and the switch",
      app: "backgroundRefresh: false, permitted: [], " + app("{ id: \"app.sync\", interval: \"1h\" }"), hours: 1,
      expect: "{ event: \"layer\", contains: \"MissingInfoPlistEntry\", exactly: 1 }",
      "{ event: \"layer\", contains: \"BackgroundRefreshDisabled\", exactly: 1 }"),
    RuleRow(
      "K22: work that is run by hand pre-empts itself, has half a minute, and is not tried again",
      timeline: "{ at: \"1m\", do: [\"open app\", \"launch app.sync\"] }, { at: \"70s\", do: \"launch app.sync\" }",
      app: app("{ id: \"app.sync\", interval: \"3h\", for: \"2m\" }"), hours: 1,
      expect: "{ event: \"layer\", with: { what: \"Cancelled\", detail: \"Replaced\" }, exactly: 1 }",
      work("WorkStarted", "exactly: 2"),
      "{ event: \"layer\", with: { what: \"AttemptFailed\" }, exactly: 1, after: \"100s\", before: \"101s\" }",
      work("RetryScheduled", "exactly: 0")),
    RuleRow(
      "K23: a run that was due more than a day ago is told of",
      timeline: "{ at: \"1m\", do: [\"open app\", \"force-quit app\"] }, { at: \"40h\", do: \"open app\" }",
      app: app("{ id: \"app.sync\", interval: \"1h\" }"), hours: 41,
      expect: "{ event: \"layer\", with: { what: \"Stale\" }, exactly: 1 }"),
    RuleRow(
      "L1: the handler re-arms one refresh; a retry is asked for again, a throw is not, and nothing runs in the foreground",
      timeline: "{ at: \"5h\", do: \"open app\" }, { at: \"6h30m\", do: [\"leave app\", \"in-use off\"] }",
      app: app(
        "{ id: \"app.sync\", interval: \"1h\", results: [\"success\", \"retry\", \"throw\", \"success\"] }",
        "preset: \"flutterWorkmanager\""), hours: 12,
      expect: work("RetryScheduled", "exactly: 1"), work("AttemptFailed", "exactly: 1"),
      "{ event: \"layer\", contains: \"foreground\", exactly: 0 }", work("WorkStarted", "atLeast: 5"),
      "{ task: \"app.tick\", atLeast: 5 }"),
    RuleRow(
      "L3: one refresh for all callbacks, whose next time is counted from the end of the work",
      app: app(
        "{ id: \"app.sync\", interval: \"15m\", for: \"2s\" }, { id: \"app.other\", interval: \"2m\", for: \"2s\" }",
        "preset: \"transistorFetch\""), hours: 6,
      expect: "{ task: \"app.tick\", spacing: { atLeast: \"15m\" } }", work("WorkStarted", "atLeast: 3"),
      "{ event: \"layer\", task: \"app.other\", with: { what: \"WorkStarted\" }, spacing: { atLeast: \"15m\" } }",
      work("WorkStarted", "atLeast: 3", "app.other")),
    RuleRow(
      "L4: one processing task; without its entry in the Info.plist nothing ever comes, and only the log says so",
      app:
        "permitted: [], layer: { tick: \"app.tick\", preset: \"expo\", works: [{ id: \"app.sync\", interval: \"1h\" }] }, tasks: [{ id: \"app.tick\", kind: \"processing\", rearm: \"never\" }]",
      hours: 12, expect: "{ event: \"refused\", with: { code: 3 }, atLeast: 1 }", work("WorkStarted", "exactly: 0")),
    RuleRow(
      "L4: with it, it runs on the charger",
      app:
        "layer: { tick: \"app.tick\", preset: \"expo\", works: [{ id: \"app.sync\", interval: \"1h\" }] }, tasks: [{ id: \"app.tick\", kind: \"processing\", rearm: \"never\" }]",
      hours: 12, expect: work("WorkStarted", "atLeast: 2"), "{ event: \"refused\", exactly: 0 }"),
    RuleRow(
      "L6: work waits for the charger that it asks for, and an attempt that waited is none",
      device: "battery: 90", timeline: "{ at: \"6h\", charger: true }",
      app: app(
        "{ id: \"app.sync\", interval: \"2h\", conditions: [\"charging\"], results: [\"retry\", \"success\"] }, { id: \"app.other\", interval: \"2h\" }",
        "preset: \"workManager\""), hours: 24,
      expect: work("WorkStarted", "exactly: 0, before: \"6h\""), work("WorkStarted", "atLeast: 2, after: \"6h\""),
      "{ event: \"layer\", with: { what: \"AttemptDeferred\", detail: \"ChargingNotMet\" }, atLeast: 1, before: \"6h\" }",
      "{ event: \"layer\", contains: \"attempt 1 in 30 s\", exactly: 1 }",
      work("WorkStarted", "atLeast: 1, before: \"6h\"", "app.other")),
    RuleRow(
      "L6: work waits for a phone that lies still and a battery that is not low",
      device: "battery: 15, charger: true, chargeLimit: 15, inUse: true, lowPower: false",
      timeline: "{ at: \"1m\", do: \"open app\" }, { at: \"2h\", battery: 60 }",
      app: app(
        "{ id: \"app.idle\", interval: \"1h\", conditions: [\"idle\"] }, { id: \"app.full\", interval: \"1h\", conditions: [\"batteryNotLow\"] }",
        "preset: \"workManager\""), hours: 4,
      expect: work("WorkStarted", "exactly: 0", "app.idle"), work("AttemptDeferred", "atLeast: 1", "app.idle"),
      work("WorkStarted", "exactly: 0, before: \"2h\"", "app.full"),
      work("WorkStarted", "atLeast: 1, after: \"2h\"", "app.full")),
    RuleRow(
      "L6: a periodic comes round every 15 minutes at most", timeline: "{ at: \"1m\", do: \"open app\" }",
      app: app("{ id: \"app.sync\", interval: \"5m\", first: \"5m\" }", "preset: \"workManager\""), hours: 3,
      expect:
        "{ event: \"layer\", task: \"app.sync\", with: { what: \"WorkStarted\" }, spacing: { atLeast: \"15m\", atMost: \"16m\" } }"
    ),
    RuleRow(
      "K10: other libraries pass such conditions over", device: "battery: 90",
      timeline: "{ at: \"50m\", do: \"open app\" }",
      app: app("{ id: \"app.sync\", interval: \"1h\", conditions: [\"charging\"] }"), hours: 2,
      expect: work("WorkStarted", "atLeast: 1")),
    RuleRow(
      "L6: constraints, and a back-off from 10 s up to 5 h", timeline: "{ at: \"55m\", do: \"open app\" }",
      app: app(
        "{ id: \"app.sync\", interval: \"90h\", first: \"1h\", network: \"unmetered\", initial: \"10s\", attempts: 30, results: [\"retry\"] }",
        "preset: \"workManager\""), hours: 24,
      expect: "{ event: \"layer\", contains: \"attempt 1 in 10 s\", exactly: 1 }",
      "{ event: \"layer\", contains: \"attempt 2 in 20 s\", exactly: 1 }",
      "{ event: \"layer\", contains: \"attempt 12 in 5 h\", exactly: 1 }",
      "{ event: \"layer\", contains: \"attempt 13 in 5 h\", exactly: 1 }"),
    RuleRow(
      "L6: unmetered work waits on a cellular network",
      device: "battery: 90, charger: true, network: \"cellular\"",
      app: app("{ id: \"app.sync\", interval: \"1h\", network: \"unmetered\" }", "preset: \"workManager\""), hours: 6,
      expect: work("AttemptDeferred", "atLeast: 1"), work("WorkStarted", "exactly: 0")),
    RuleRow(
      "L5: a library that re-arms nothing runs once",
      app: app("{ id: \"app.sync\", interval: \"1h\" }", "preset: \"capacitor\""), hours: 12,
      expect: work("WorkStarted", "exactly: 1")),
  ]

  @Test("Each rule", arguments: rows)
  func rule(_ row: RuleRow) throws { try row.check() }
}
