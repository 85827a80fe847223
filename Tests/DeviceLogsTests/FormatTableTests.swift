import DeviceLogs
import TaskTrace
import Testing

/// Every style in every copy is read with all of its times, or refused: nothing is read in part, and no task is invented.
@Suite("Every style, copied in every way")
struct FormatTableTests {
  /// Cells that are refused although the style can be read: a prefix hides the names of the columns.
  private static let refused: Set<String> = [
    "CSV: continuous integration", "CSV: docker", "CSV: [Xcode]", "CSV: flutter", "CSV: quoted", "CSV: less -N",
    "CSV: indented",
  ]

  @Test("A cell is read whole or refused", arguments: LogFormat.all, LogCopy.all)
  func cell(_ format: LogFormat, _ copy: LogCopy) {
    let text = copy.change(format.lines().flatMap { $0.split(separator: "\n").map(String.init) }).joined(
      separator: "\n")
    let reading = DeviceLog.read(Array((text + "\n").utf8), named: "log")
    let summary = reading.summary
    let isRefused = summary.records == 0 || summary.hasLostTimes
    let mayBeRefused = format.isRefused || Self.refused.contains("\(format.testDescription): \(copy.testDescription)")
    #expect(!isRefused || mayBeRefused, "refused: \(text)")
    guard !isRefused else { return }
    let tasks = Trace(header: reading.header, events: reading.events).latest.tasks.map(\.task.rawValue)
    #expect(tasks == ["com.acme.news.refresh"], "\(text)")
    let found = reading.events.filter { Self.kinds.contains($0.event.name) }
    #expect(found.map(\.event.name) == Self.kinds, "\(text)")
    guard found.count == Self.kinds.count else { return }
    if case .scored(_, let score) = found[1].event { #expect(score.policies.count == 2) }
    // Without times of their own, messages have those of the copy.
    guard !format.isRefused else {
      #expect(copy.hasTimes)
      return
    }
    for (event, record) in zip(found, LogFormat.story) {
      // Some styles print whole seconds.
      let apart = (event.at - found[0].at) - .milliseconds(record.at)
      #expect(apart > .seconds(-1) && apart < .seconds(1), "\(event.event.name) is off by \(apart): \(text)")
    }
  }

  private static let kinds = ["submitted", "scored", "compared", "started", "completed"]
}
