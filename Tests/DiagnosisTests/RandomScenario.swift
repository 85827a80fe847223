import SchedulerModel

/// Random scenarios, each generated from a number.
struct RandomScenario {
  private var state: UInt64

  private init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  private mutating func draw(_ below: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(below))
  }

  private mutating func pick(_ texts: [String]) -> String { texts[draw(texts.count)] }

  static func make(_ seed: UInt64) throws -> Scenario {
    var random = RandomScenario(seed)
    return try Scenario.parse(Array(random.text(seed).utf8), named: "random \(seed)")
  }

  private mutating func text(_ seed: UInt64) -> String {
    let apps = (0...draw(3)).map { app($0) }
    let entries = (0..<draw(30)).map { _ in entry(apps.count) }
    return """
      { epoch: "2026-06-01T06:00Z", seed: \(seed), length: "2d",
        device: { battery: \(15 + draw(85)), charger: \(draw(2) == 0), lowPower: \(draw(4) == 0), lowPowerAt: 20 },
        timeline: [\(entries.joined(separator: ", "))], apps: [\(apps.joined(separator: ", "))] }
      """
  }

  private mutating func entry(_ apps: Int) -> String {
    let app = "a\(draw(apps))"
    let what = pick([
      "charger: true", "charger: false", "use: \"20m\"", "thermal: \"serious\"", "thermal: \"nominal\"",
      "network: \"none\"", "network: \"wifi\"", "network: \"cellular\"", "lowPower: true", "lowPower: false",
      "do: \"force-quit \(app)\"", "do: [\"open \(app)\", \"leave \(app)\"]", "do: \"submit \(app).t0\"",
      "do: \"launch \(app).t0\"", "do: \"expire \(app).t0\"", "reboot: true", "cpu: 90", "cpu: 5",
      "do: \"prune \(app).t0\"",
    ])
    return "{ at: \"\(draw(2_800))m\", \(what) }"
  }

  private mutating func app(_ number: Int) -> String {
    let tasks = (0...draw(3)).map { task -> String in
      """
      { id: "a\(number).t\(task)", kind: "\(task == 0 ? "refresh" : "processing")", pendingFor: "\(draw(300) + 1)m",
        earliest: "\(draw(400))m", rearm: "\(pick(["first", "last", "never"]))", submits: ["\(pick(["launch", "leave", "open"]))"],
        power: \(task > 0 && draw(2) == 0), steps: [{ name: "s", for: "\(1 + draw(120))s", jitter: "1s" }] }
      """.replacing(task == 0 ? "power: false, " : "no such text", with: "")
    }
    return """
      { bundle: "a\(number)", state: "suspended", sessions: [{ at: "\(10 + draw(12)):15", for: "8m", jitter: "20m" }],
        tasks: [\(tasks.joined(separator: ", "))] }
      """
  }
}
