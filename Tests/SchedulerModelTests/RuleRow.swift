import SchedulerModel
import TaskTrace
import Testing

/// A rule as a short scenario and what must come of it; the parts are those of ``Story``.
struct RuleRow: Sendable, CustomTestStringConvertible {
  /// The rule's number and text.
  var testDescription: String
  var device: String
  var timeline: String
  var apps: String
  var parameters: String
  var hours: Int64
  var expect: [String]

  init(
    _ rule: String, device: String = "battery: 90, charger: true", timeline: String = "", app: String,
    parameters: String = "", hours: Int64 = 3, expect: String...
  ) {
    testDescription = rule
    (self.device, self.timeline, self.parameters, self.hours) = (device, timeline, parameters, hours)
    // The parts of one app, or several whole apps.
    apps = app.hasPrefix("{") ? app : "{ bundle: \"app\", state: \"suspended\", \(app) }"
    self.expect = expect
  }

  func check() throws {
    // Chance stays out of it, unless the row is about it.
    let early = parameters.contains("earlyExpiryShare") ? "" : "earlyExpiryShare: 0,"
    let more = """
      length: "\(hours)h", parameters: { \(early) \(parameters) }, expect: [\(expect.joined(separator: ", "))]
      """
    var story = try Story(device: device, timeline: timeline, apps: apps, more: more)
    story.advance(.hours(hours))
    let expected = story.simulation.scenario.expectations
    for verdict in ExpectationCheck.verdicts(expected, story.events, until: story.simulation.now) {
      #expect(verdict.state == .met, "\(verdict.sentence)")
    }
    #expect(story.simulation.checkInvariants() == [])
    #expect(try TraceFile.read(story.bytes).events == story.events)
  }

  /// A refresh that works for three seconds and is not re-armed, with other parts of the task.
  static func refresh(_ parts: String = "", pending: String = "1h") -> String {
    "tasks: [{ id: \"app.t\", kind: \"refresh\", pendingFor: \"\(pending)\", rearm: \"never\", \(parts.isEmpty ? work : parts) }]"
  }

  static let work = "steps: [{ name: \"work\", for: \"3s\" }]"
  /// The user opens the app and submits its task a minute after the start.
  static let submits = "{ at: \"1m\", do: [\"open app\", \"submit app.t\"] }"
  static func continued(_ parts: String) -> String {
    "tasks: [{ id: \"app.t\", kind: \"continued\", title: \"T\", \(parts) }]"
  }
}
