import SchedulerModel

extension Micro {
  /// Ten apps with two tasks each, with every policy in use, and a library, pushes, and transfers as well.
  static var twentyTasks: Scenario? {
    var apps: [String] = []
    for number in 0..<10 {
      let hour = 7 + number
      let more =
        switch number % 3 {
        case 0: "push: { steps: [{ name: \"fetch\", for: \"3s\" }] },"
        case 1: "transfers: [{ name: \"part\", bytes: 30000000, on: [\"leave\"] }],"
        default: "assertions: [{ name: \"save\", for: \"6s\" }],"
        }
      apps.append(
        """
        { bundle: "app\(number)", state: "suspended", \(more)
          sessions: [{ at: "\(hour < 10 ? "0" : "")\(hour):20", for: "6m", jitter: "10m" }, { at: "20:\(10 + number)", for: "4m" }],
          tasks: [
            { id: "app\(number).refresh", kind: "refresh", earliest: "2h", submits: ["leave"], pendingFor: "1h",
              steps: [{ name: "fetch", for: "6s", jitter: "3s", bytes: 900000 }, { name: "write", for: "1s" }] },
            { id: "app\(number).work", kind: "processing", power: \(number % 2 == 0), network: true, earliest: "1h",
              submits: ["launch"], pendingFor: "2h", resumes: true,
              steps: [{ name: "one", for: "60s", cpu: 50 }, { name: "two", for: "90s", bytes: 20000000 }] } ] }
        """)
    }
    let text = """
      { device: { battery: 90, charger: true, idleDrain: 1, useDrain: 12, charge: 40, lowPowerAt: 20 },
        timeline: [
          { at: "07:20", jitter: "9m", charger: false }, { at: "08:10", jitter: "9m", network: "cellular" },
          { at: "08:40", network: "wifi" }, { at: "12:00", thermal: "fair" }, { at: "12:40", thermal: "nominal" },
          { at: "15:00", push: { to: "app0", count: 14, every: "6m30s" } },
          { at: "17:30", network: "cellular" }, { at: "18:15", network: "wifi" }, { at: "22:50", charger: true } ],
        apps: [\(apps.joined(separator: ","))], length: "7d" }
      """
    return try? Scenario.parse(Array(text.utf8), named: "twenty")
  }
}
