import DeviceLogs
import TaskTrace
import Testing

/// Reads messages as a process prints them, one a second.
private func read(_ messages: String..., process: String = "dasd") -> DeviceLog.Reading {
  let records = messages.enumerated().map {
    FixtureRecord(at: $0.offset * 1_000_000, process: process, category: "x", message: $0.element)
  }
  return DeviceLog.read(Array(FixtureStyle.default.text(records).utf8), named: "x")
}

/// What one message says, and how often it is said.
@Suite("Single messages") struct MessageTests {
  @Test(arguments: [("5e-1", 0.5), ("5e+1", 50), ("5e1", 50), ("0.5E2", 50), ("5", 5)])
  func `numbers may have an exponent, with or without a sign`(_ text: String, _ score: Double) {
    let events = read("'a.b:0000AA' CurrentScore: \(text), ThresholdScore: 1 DecisionToRun:0").events
    guard case .compared(_, score: let read, _, _)? = events.first?.event else {
      Issue.record("no comparison")
      return
    }
    #expect(read == score)
  }

  @Test(arguments: ["a.b", "'a.b'"]) func `the topic of a push may be in quotes`(_ topic: String) {
    let events = read("Received incoming message on topic \(topic) at priority 5", process: "apsd").events
    #expect(events.map(\.event) == [.push(nil, Push(bundle: "a.b", state: .received, priority: 5))])
  }

  @Test func `a budget is set to its value, and the capacity is that of its name`() {
    let reading = read(
      "Allocating 188 budget on start for com.apple.dasd.systemEnergy",
      "Updating budget status for com.apple.example from 5 to 7")
    #expect(
      reading.events.map(\.event) == [
        .budget(name: "com.apple.dasd.systemEnergy", value: 188, capacity: 200, cause: .start),
        .budget(name: "com.apple.example", value: 7, capacity: 7, cause: nil),
      ])
    #expect(reading.summary.notUnderstood == 0)
  }

  @Test func `background refresh is an event when it changes, and only then`() {
    let reading = read("BAR disabled", "BAR disabled", "BAR enabled", "BAR enabled", "BAR disabled")
    let changes: [(Int64, Bool)] = [(0, false), (2, true), (4, false)]
    #expect(
      reading.events.map(\.event) == changes.map { .condition(.backgroundRefresh($0.1, bundle: nil)) })
    #expect(reading.events.map(\.at) == changes.map { .zero + .seconds($0.0) })
  }

  @Test(arguments: ["c.d:0000AC", "'c.d:0000AC'"])
  func `an activity that must not run beside another one is held, and the other one is named`(_ other: String) {
    let events = read("'a.b:0000AA' has compatibility score of -1.000000 with \(other). Bailing out.").events
    guard case .held(let task, let hold)? = events.first?.event else {
      Issue.record("not held")
      return
    }
    #expect(task.task == "a.b" && hold.what == .compatibility)
    #expect(hold.detail?.hasPrefix("not beside c.d") == true, "\(hold.detail ?? "")")
  }

  @Test func `an assertion that is about to expire is a warning; its beginning and its end are none`() {
    let target = "[application<a.b>:432]"
    let reading = read(
      "Acquiring assertion targeting \(target) from originator [x] with description <RBSAssertionDescriptor| \"n\" ID:1>",
      "Assertion n for \(target) is about to expire",
      "Invalidating assertion n (target:\(target)) from originator [x]", process: "runningboardd")
    let states = reading.events.compactMap {
      if case .assertion(let assertion) = $0.event { assertion.state } else { nil }
    }
    #expect(states == [.acquired, .expiring, .ended])
    #expect(reading.summary.warnings == 1)
  }

  @Test func `a line without a head is an assertion's only if nothing else prints such lines`() {
    // Any program says "Assertion": without a head nothing tells who spoke.
    let lines = [
      "[application<a.b>:432] Suspending task.", "Assertion failed: [application<a.b>:432] is about to expire",
    ]
    let events = DeviceLog.read(Array(lines.joined(separator: "\n").utf8), named: "x").events
    #expect(events.map(\.event.name) == ["app"])
  }

  @Test func `a category alone tells who speaks`() {
    func notUnderstood(_ category: String) -> Int {
      let line = "2026-05-04 08:00:00.000000-0700 Mail[99:1f00] [\(category)] Something new"
      return DeviceLog.read(Array(line.utf8), named: "x").summary.notUnderstood
    }
    #expect(notUnderstood("BackgroundTask") == 1)
    #expect(notUnderstood("Background") == 0)
  }

  @Test(arguments: ["A", "App"]) func `the name of the device is no part of a process`(_ process: String) {
    let message = "No task request with identifier <decode: missing data> has been scheduled"
    let line = "May  4 08:00:00 Some-iPhone \(process)[99] <Notice>: \(message)"
    let events = DeviceLog.read(Array(line.utf8), named: "x").events
    guard case .note(let note) = events.first?.event, events.count == 1 else {
      Issue.record("one note is expected: \(events)")
      return
    }
    #expect(note.process == process)
    #expect(note.text == message)
  }
}
