import SchedulerModel
import TaskTrace
import Testing

@Suite("Rules F: continued processing")
struct ContinuedRules {
  static let left = RuleRow.submits + ", { at: \"70s\", do: [\"leave app\", \"in-use off\"] }"
  static let pressure = """
    { at: "1m", do: ["open app", "submit app.a"] }, { at: "9m", do: "submit app.b" }, { at: "10m", memoryPressure: "critical" }
    """
  /// One that has done half in nine minutes, and one that has done a tenth in one.
  static let pair = """
    tasks: [{ id: "app.a", kind: "continued", title: "A", total: 1080 },
      { id: "app.b", kind: "continued", title: "B", total: 600, rate: 1 }]
    """
  static let rows: [RuleRow] = [
    RuleRow(
      "F5: title and subtitle change as the work goes on", timeline: RuleRow.submits,
      app: RuleRow.continued(
        "total: 60, rate: 1, titles: [{ from: 30, title: \"Half\", subtitle: \"{completed} done\" }]"),
      expect:
        "{ order: [{ event: \"progress\", with: { title: \"T\" } }, { event: \"progress\", with: { title: \"Half\" } }] }",
      "{ event: \"progress\", contains: \"60 done\" }"),
    RuleRow(
      "F7: there is no limit of time", timeline: left, app: RuleRow.continued("total: 14400, rate: 1"), hours: 6,
      expect: "{ event: \"ended\", with: { outcome: \"succeeded\" }, after: \"3h\" }",
      "{ event: \"warned\", exactly: 0 }"),
    RuleRow(
      "F9: units that take longer than the system waits are a stall", timeline: left,
      app: RuleRow.continued("total: 100, rate: 0.025"),
      expect: "{ event: \"warned\", with: { cause: \"stalled\" }, exactly: 1, before: \"3m\" }"),
    RuleRow(
      "F9: and finer units of the same work are not", timeline: left, app: RuleRow.continued("total: 10000, rate: 2.5"),
      expect: "{ event: \"ended\", with: { outcome: \"succeeded\" } }"),
    RuleRow(
      "F12: a second attempt while the first one's card is shown gives two cards",
      timeline: RuleRow.submits + ", { at: \"65s\", do: \"user-cancel app.t\" }, { at: \"80s\", do: \"submit app.t\" }",
      app: RuleRow.continued("total: 600"), expect: "{ event: \"layer\", with: { what: \"secondCard\" }, exactly: 1 }"),
    RuleRow(
      "F12: and none is started from the background", timeline: left + ", { at: \"5m\", do: \"submit app.t\" }",
      app: RuleRow.continued("total: 60"),
      expect: "{ event: \"refused\", with: { code: 3, cause: \"notForeground\" }, exactly: 1 }"),
    RuleRow(
      "F13: an indeterminate task that never reports has 45 s", timeline: left,
      app: RuleRow.continued("total: 0, stallsAt: 0"),
      expect: "{ event: \"warned\", with: { cause: \"stalled\" }, exactly: 1, after: \"100s\", before: \"110s\" }"),
    RuleRow(
      "F13: one that reports goes on", timeline: left, app: RuleRow.continued("total: 0, rate: 1"),
      expect: "{ event: \"warned\", exactly: 0 }"),
    RuleRow(
      "F14: some devices accept a task and never launch it", timeline: RuleRow.submits,
      app: RuleRow.continued("neverLaunches: true"),
      expect: "{ event: \"submitted\", exactly: 1 }", "{ event: \"held\", with: { what: \"fault\" }, exactly: 1 }",
      "{ event: \"started\", exactly: 0 }"),
    RuleRow(
      "F15: a task may fail while its app is in front", timeline: RuleRow.submits,
      app: RuleRow.continued("total: 100, rate: 2, stallsAt: 10"),
      expect: "{ event: \"ended\", with: { outcome: \"expired\", cause: \"stalled\" } }",
      "{ event: \"app\", with: { state: \"background\" }, exactly: 0 }"),
    RuleRow(
      "F17: an app that is refused waits longer each time", timeline: "{ at: \"1m\", do: \"submit app.t\" }",
      app: RuleRow.continued("retry: \"30s\""),
      expect: "{ event: \"refused\", exactly: 1, after: \"60s\", before: \"61s\" }",
      "{ event: \"refused\", exactly: 1, after: \"61s\", before: \"91s\" }",
      "{ event: \"refused\", exactly: 1, after: \"91s\", before: \"151s\" }",
      "{ event: \"refused\", spacing: { atLeast: \"30s\" } }"),
    RuleRow(
      "F8: under pressure the smaller share goes first, or the slower one", timeline: pressure,
      app: pair, expect: "{ event: \"warned\", task: \"app.b\", with: { cause: \"memoryPressure\" }, exactly: 1 }"),
    RuleRow(
      "F8: the slower one", timeline: pressure, app: pair, parameters: "pressureByRate: 1",
      expect: "{ event: \"warned\", task: \"app.a\", with: { cause: \"memoryPressure\" }, exactly: 1 }"),
    RuleRow(
      "Facts 1.6: a task that did less than half in its warm-up is asked about", timeline: left,
      app: RuleRow.continued("total: 2000, rate: 1, answer: \"stop\""),
      expect: "{ event: \"layer\", with: { what: \"slow\" }, exactly: 1, after: \"6m\", before: \"6m2s\" }",
      "{ event: \"ended\", with: { outcome: \"expired\", cause: \"userCancel\" } }"),
  ]

  @Test("Each rule", arguments: rows)
  func rule(_ row: RuleRow) throws { try row.check() }
}
