import DeviceLogs
import TaskTrace
import Testing

@Suite("The events of an activity are in the order of its life")
struct LifeOrderTests {
  private func board(_ lines: [(clock: String, text: String)]) -> Board {
    let text = lines.map {
      "2026-06-02 \($0.clock).000000+0200 0x402c7    Default     0x0                  120    8    dasd: [com.apple.duetactivityscheduler:lifecycle] \($0.text)"
    }
    let reading = DeviceLog.read(Array(text.joined(separator: "\n").utf8), named: "log")
    return Trace(header: reading.header, events: reading.events).latest
  }

  private let name = "bgRefresh-com.acme.news.refresh"

  @Test("A run that completes while the clock is set back is over")
  func setBack() throws {
    let board = board([
      ("10:10:01", "STARTING activity \(name):AAAAAA <private>!"),
      ("10:09:59", "COMPLETED \(name):AAAAAA at priority 5 <private>!"), ("10:49:01", "Evaluating 3 activities"),
    ])
    let record = try #require(board.task("com.acme.news.refresh"))
    #expect(record.running == nil && record.lastRun != nil)
  }

  @Test("A line that a thread wrote late keeps its time")
  func late() throws {
    let board = board([
      ("10:10:05", "COMPLETED \(name):AAAAAA at priority 5 <private>!"),
      ("10:10:01", "STARTING activity \(name):AAAAAA <private>!"),
    ])
    let last = try #require(board.task("com.acme.news.refresh")?.lastRun)
    #expect(last.endedAt - last.startedAt == .seconds(4))
  }

  @Test("Another activity of the same name is another request")
  func resubmitted() throws {
    let board = board([
      ("10:10:01", "STARTING activity \(name):AAAAAA <private>!"),
      ("10:10:05", "Submitted Activity: \(name):BBBBBB at priority 5 with interval 900 <private>"),
      ("10:10:06", "COMPLETED \(name):AAAAAA at priority 5 <private>!"),
      ("10:11:00", "CANCELED: \(name):BBBBBB at priority 5 <private>!"),
      ("10:11:01", "Submitted Activity: \(name):CCCCCC at priority 5 with interval 900 <private>"),
    ])
    let record = try #require(board.task("com.acme.news.refresh"))
    #expect(record.running == nil && record.pending?.activity == ActivityID("CCCCCC"))
    #expect(record.counts.replaced == 1 && record.counts.launched == 1)
  }

  @Test("A simulated start whose name the log has lost is of the task whose launch was simulated")
  func masked() {
    let head = "2020-10-11 08:54:0"
    let tail = "+0700 TestBgTask[381:16973] "
    let text = """
      \(head)1.927263\(tail)Simulating launch for task with identifier com.example.bgRefresh
      \(head)3.669153\(tail)Starting simulated task: <decode: missing data>
      \(head)7.560697\(tail)Marking simulated task complete: <BGAppRefreshTask: com.example.bgRefresh>
      """
    let reading = DeviceLog.read(Array(text.utf8), named: "log")
    let board = Trace(header: reading.header, events: reading.events).latest
    #expect(board.tasks.map(\.task) == ["com.example.bgRefresh"])
    #expect(board.tasks.first?.lastRun?.forced == true)
  }
}
