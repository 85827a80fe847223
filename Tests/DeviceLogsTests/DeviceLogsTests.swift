import DeviceLogs
import TaskTrace
import Testing

/// A run as `log show` prints it: scored, compared, started and completed.
private let run = """
  Timestamp                       Thread     Type        Activity             PID    TTL
  2026-05-04 08:00:00.000100-0700 0x1f00     Default     0x0                  99     8    dasd: [com.apple.duetactivityscheduler:lifecycle] Submitted Activity: bgRefresh-org.example.mail.sync:00AA11 at priority 10 <private>
  2026-05-04 08:10:00.000200-0700 0x1f00     Default     0x0                  99     8    dasd: [com.apple.duetactivityscheduler:scoring] bgRefresh-org.example.mail.sync:00AA11:[
  \t{name: BatteryLevelPolicy, policyWeight: 1.000, response: {Decision: Can Proceed, Score: 0.71, Rationale: [{batteryLevel == 41 AND pluggedIn == 0}]}}
   ] sumScores:40.500000, denominator:45.000000, FinalDecision: Can Proceed FinalScore: 0.900000}
  2026-05-04 08:10:00.000300-0700 0x1f00     Default     0x0                  99     8    dasd: [com.apple.duetactivityscheduler:scoring] 'bgRefresh-org.example.mail.sync:00AA11' CurrentScore: 0.900000, ThresholdScore: 0.500000 DecisionToRun:1
  2026-05-04 08:10:00.100000-0700 0x1f00     Default     0x0                  99     8    dasd: [com.apple.duetactivityscheduler:lifecycle] STARTING activity bgRefresh-org.example.mail.sync:00AA11 <private>!
  2026-05-04 08:10:09.000000-0700 0x1f00     Default     0x0                  99     8    dasd: [com.apple.duetactivityscheduler:lifecycle] COMPLETED bgRefresh-org.example.mail.sync:00AA11 at priority 10 <private>!
  """

@Test func readsARunInTheDefaultStyle() {
  let reading = DeviceLog.read(Array(run.utf8), named: "run.log")
  let names = reading.events.map(\.event.name)
  #expect(names == ["submitted", "battery", "charger", "scored", "compared", "started", "completed"])
  #expect(reading.header.epoch.description == "2026-05-04T08:00:00.000100-07:00")
  #expect(reading.header.inferred.isEmpty)
  #expect(reading.summary.records == 5)
  #expect(reading.summary.notUnderstood == 0)
}
