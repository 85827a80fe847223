import SchedulerModel
import TaskTrace
import Testing

@Suite("Rules D and E: runs and their ends")
struct RunRules {
  static let long = "steps: [{ name: \"long\", for: \"60s\" }]"
  static let rows: [RuleRow] = [
    RuleRow(
      "D2: an activity of a Mac comes round again when it has completed",
      app:
        "{ bundle: \"mac\", state: \"background\", tasks: [{ id: \"mac.t\", kind: \"activity\", interval: \"6h\", steps: [{ name: \"w\", for: \"9s\" }] }] }",
      hours: 30,
      expect:
        "{ order: [{ event: \"submitted\" }, { event: \"scored\" }, { event: \"launching\" }, { event: \"started\" }, { event: \"completed\" }, { event: \"ended\" }, { event: \"submitted\", with: { interval: 21600000000 } }] }"
    ),
    RuleRow(
      "D4: a launch is in the background", app: "{ bundle: \"app\", \(RuleRow.refresh()) }",
      expect: "{ event: \"app\", with: { state: \"background\", cause: \"launch\" }, exactly: 1 }",
      "{ event: \"app\", with: { state: \"foreground\" }, exactly: 0 }"),
    RuleRow(
      "D5: files of complete protection are closed while the device is locked",
      app: RuleRow.refresh("steps: [{ name: \"read\", for: \"1s\", files: \"complete\" }]"),
      expect: "{ event: \"ended\", with: { outcome: \"failed\", cause: \"protectedData\" } }"),
    RuleRow(
      "D7: accepted and launched is not run: an app may trap before the body",
      app: RuleRow.refresh("crashesBeforeBody: true, " + RuleRow.work),
      expect: "{ event: \"ended\", with: { outcome: \"crashed\", cause: \"beforeBody\" } }",
      "{ event: \"step\", exactly: 0 }"),
    RuleRow(
      "D13: the end of a SwiftUI action completes it",
      app: RuleRow.refresh("swiftUI: true, completes: \"never\", " + RuleRow.work),
      expect: "{ event: \"ended\", with: { outcome: \"succeeded\" } }"),
    RuleRow(
      "D13: and it is cancelled when it expires, whatever it set",
      app: RuleRow.refresh("swiftUI: true, setsExpiration: \"never\", " + long),
      expect: "{ event: \"ended\", with: { outcome: \"expired\" } }"),
    RuleRow(
      "D14: work that never looks whether it was cancelled runs on, and is killed",
      app: RuleRow.refresh("reaction: \"never\", " + long),
      expect: "{ order: [{ event: \"warned\" }, { event: \"killed\", with: { cause: \"overran\" } }] }"),
    RuleRow(
      "D15: an app without identifiers is launched for its legacy fetch",
      app: "permitted: [], fetch: { every: \"30m\", steps: [{ name: \"fetch\", for: \"3s\" }] }",
      expect: "{ task: \"com.apple.fetch.app\", atLeast: 2, spacing: { atLeast: \"30m\" } }",
      "{ event: \"ended\", with: { outcome: \"succeeded\" }, atLeast: 2 }"),
    RuleRow(
      "D15: and killed with its own code", app: "permitted: [], fetch: { reaction: \"never\", \(long) }",
      expect: "{ event: \"killed\", with: { code: \"0x2182BAD4\" } }"),
    RuleRow(
      "E2: processing has five minutes",
      app:
        "tasks: [{ id: \"app.t\", kind: \"processing\", pendingFor: \"1h\", rearm: \"never\", steps: [{ name: \"long\", for: \"20m\" }] }]",
      expect: "{ event: \"started\", with: { limit: 300000000 } }",
      "{ event: \"warned\", with: { cause: \"time\" }, exactly: 1 }"),
    RuleRow(
      "E2: heat takes of that time", device: "battery: 90, charger: true, thermal: \"fair\"",
      app:
        "tasks: [{ id: \"app.t\", kind: \"processing\", pendingFor: \"1h\", rearm: \"never\", steps: [{ name: \"long\", for: \"20m\" }] }]",
      parameters: "processingHeatShare: 0.2", expect: "{ event: \"started\", with: { limit: 240000000 } }"),
    RuleRow(
      "E2: and so does a low battery off the charger", device: "battery: 50, idleDrain: 0",
      app:
        "tasks: [{ id: \"app.t\", kind: \"processing\", pendingFor: \"1d\", rearm: \"never\", steps: [{ name: \"long\", for: \"20m\" }] }]",
      parameters: "processingChargeShare: 0.4, processingNeedsPower: 0", hours: 40,
      expect: "{ event: \"started\", with: { limit: 240000000 } }"),
    RuleRow(
      "1.13: an iPad processes on battery from 75 % on",
      device: "model: \"iPad\", battery: 90, idleDrain: 0",
      app:
        "tasks: [{ id: \"app.t\", kind: \"processing\", pendingFor: \"1d\", rearm: \"never\", steps: [{ name: \"work\", for: \"20s\" }] }]",
      hours: 40, expect: "{ task: \"app.t\", exactly: 1 }"),
    RuleRow(
      "1.13: and not below", device: "model: \"iPad\", battery: 74, idleDrain: 0",
      app:
        "tasks: [{ id: \"app.t\", kind: \"processing\", pendingFor: \"1d\", rearm: \"never\", steps: [{ name: \"work\", for: \"20s\" }] }]",
      hours: 40, expect: "{ task: \"app.t\", exactly: 0 }"),
    RuleRow(
      "1.13: an iPhone never does", device: "battery: 90, idleDrain: 0",
      app:
        "tasks: [{ id: \"app.t\", kind: \"processing\", pendingFor: \"1d\", rearm: \"never\", steps: [{ name: \"work\", for: \"20s\" }] }]",
      hours: 40, expect: "{ task: \"app.t\", exactly: 0 }"),
    RuleRow(
      "E3: half a minute after an app was left its assertions expire",
      timeline: "{ at: \"1m\", do: \"open app\" }, { at: \"2m\", do: \"leave app\" }",
      app: "assertions: [{ name: \"upload\", for: \"5m\" }]",
      expect: "{ event: \"assertion\", with: { state: \"acquired\", remaining: 30000000 } }",
      "{ event: \"assertion\", with: { state: \"expiring\", remaining: 4000000 }, exactly: 1, after: \"146s\", before: \"147s\" }",
      "{ event: \"app\", with: { state: \"suspended\" }, exactly: 1, after: \"2m\" }"),
    RuleRow(
      "E3: coming back to the front takes the time back",
      timeline:
        "{ at: \"1m\", do: \"open app\" }, { at: \"2m\", do: \"leave app\" }, { at: \"140s\", do: \"open app\" }",
      app: "assertions: [{ name: \"upload\", for: \"5m\" }]",
      expect: "{ event: \"assertion\", with: { state: \"expiring\" }, exactly: 0 }"),
    RuleRow(
      "E3: audio keeps an app going", timeline: "{ at: \"1m\", do: \"open app\" }, { at: \"2m\", do: \"leave app\" }",
      app: "audio: true, assertions: [{ name: \"upload\", for: \"5m\" }]",
      hours: 2,
      expect: "{ event: \"assertion\", with: { state: \"ended\" }, exactly: 1, after: \"7m\" }",
      "{ event: \"app\", with: { state: \"suspended\" }, exactly: 0, after: \"2m\" }",
      "{ event: \"assertion\", with: { state: \"expiring\" }, exactly: 0 }"),
    RuleRow(
      "E4: a push has half a minute", timeline: "{ at: \"1m\", push: \"app\" }", app: "push: { \(long) }",
      expect: "{ event: \"started\", with: { limit: 30000000 } }",
      "{ event: \"ended\", with: { outcome: \"expired\", cause: \"time\" } }"),
    RuleRow(
      "E5: the handler may be called long before the time is over", app: RuleRow.refresh(long),
      parameters: "earlyExpiryShare: 1",
      expect: "{ event: \"warned\", with: { cause: \"early\" }, exactly: 1, before: \"6s\" }"),
    RuleRow(
      "E8: the handler is cleared after the task completed", app: RuleRow.refresh(),
      expect:
        "{ order: [{ event: \"handler\", with: { state: \"set\" } }, { event: \"completed\" }, { event: \"handler\", with: { state: \"cleared\" } }] }"
    ),
    RuleRow(
      "E11: a force-quit has its own code", timeline: "{ at: \"1m\", do: [\"open app\", \"force-quit app\"] }",
      app: RuleRow.refresh(),
      expect: "{ event: \"killed\", with: { code: \"0xDEADFA11\" }, exactly: 1 }"),
    RuleRow(
      "E14: pressure kills, it does not expire", timeline: "{ at: \"5s\", memoryPressure: \"critical\" }",
      app: "memory: 90000000, " + RuleRow.refresh("steps: [{ name: \"w\", for: \"20s\" }]"),
      expect: "{ event: \"ended\", with: { outcome: \"killed\", cause: \"memoryPressure\", seen: \"nothing\" } }",
      "{ event: \"warned\", exactly: 0 }"),
    RuleRow(
      "E15: an assertion that is never ended ends the app",
      timeline: "{ at: \"1m\", do: \"open app\" }, { at: \"2m\", do: \"leave app\" }",
      app: "assertions: [{ name: \"forgotten\", endsOnExpiry: false, endsWhenDone: false }]",
      expect:
        "{ event: \"killed\", with: { code: \"0x8BADF00D\", cause: \"backgroundTaskAssertionTimeout\" }, exactly: 1 }",
      "{ event: \"assertion\", with: { state: \"overdue\" }, exactly: 1 }"),
    RuleRow(
      "E16: busy work is ended by the CPU monitor",
      app:
        "tasks: [{ id: \"app.t\", kind: \"processing\", pendingFor: \"1h\", rearm: \"never\", steps: [{ name: \"busy\", for: \"100s\", cpu: 95 }] }]",
      expect: "{ event: \"killed\", with: { cause: \"cpuResourceLimit\" } }"),
    RuleRow(
      "E17: too much memory ends an app in the background",
      app: RuleRow.refresh("steps: [{ name: \"decode\", for: \"2s\", memory: 300000000 }]"),
      expect: "{ event: \"killed\", with: { cause: \"memoryLimit\" } }"),
    RuleRow(
      "E10: a process that is killed is not suspended on the way",
      app: RuleRow.refresh("reaction: \"never\", steps: [{ name: \"write\", for: \"60s\", locksFile: true }]"),
      expect: "{ event: \"killed\", with: { cause: \"overran\" }, exactly: 1 }", "{ event: \"killed\", exactly: 1 }",
      "{ event: \"app\", with: { state: \"suspended\", cause: \"completed\" }, exactly: 0 }",
      "{ event: \"app\", with: { state: \"terminated\", cause: \"killed\" }, exactly: 1 }"),
    RuleRow(
      "E18: an app that holds a file's lock as it is suspended is ended",
      app: RuleRow.refresh("steps: [{ name: \"write\", for: \"60s\", locksFile: true }]"),
      expect:
        "{ order: [{ event: \"ended\", with: { outcome: \"expired\" } }, { event: \"killed\", with: { code: \"0xDEAD10CC\", cause: \"suspendedWithLockedFile\" } }] }"
    ),
  ]

  @Test("Rule E2: the time of processing is drawn for each run, within its bounds")
  func jitter() throws {
    var limits: Set<TimeSpan> = []
    for seed in 0..<12 as Range<UInt64> {
      var story = try Story(
        apps:
          "{ bundle: \"app\", state: \"suspended\", tasks: [{ id: \"app.t\", kind: \"processing\", pendingFor: \"1h\", rearm: \"never\" }] }",
        more: "parameters: { processingJitter: 0.5 }", seed: seed)
      story.advance(.hours(3))
      for event in story.all("started") {
        if case .started(_, let start) = event.event, let limit = start.limit { limits.insert(limit) }
      }
    }
    #expect(limits.count > 6)
    #expect(limits.allSatisfy { (.seconds(150)...TimeSpan.seconds(450)).contains($0) })
  }

  @Test("Each rule", arguments: rows)
  func rule(_ row: RuleRow) throws { try row.check() }
}
