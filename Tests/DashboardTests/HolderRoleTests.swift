import Screen
import TaskTrace
import Testing

@testable import Dashboard

@Suite("The color of a task's holder")
struct HolderRoleTests {
  @Test(
    "Each kind of holder has its color, regardless of the first letter of its name",
    arguments: [
      (Holder.belowThreshold, Role.info), (.policy(.chargerPluggedIn), .bad), (.policy(.thermal), .bad),
      (.policy(.batteryLevel), .bad), (.policy(.lowPowerMode), .bad), (.hold(.forceQuit), .bad),
      (.hold(.backgroundRefresh), .bad), (.policy(.networkQuality), .warning), (.policy(.cpuUsage), .warning),
      (.hold(.unused), .warning), (.hold(.contention), .warning), (.policy(PolicyName(rawValue: "brandNew")), .warning),
      (.earlierRun, .warning), (.launch, .good), (.window, .inactive), (.notScored, .inactive), (.unknown, .inactive),
    ])
  func role(_ holder: Holder, _ role: Role) { #expect(holder.role == role) }
}
