internal import DeviceLogs
internal import TaskTrace

/// A pipe from which nothing has come yet, such as a device that logs nothing: what comes first determines what it is.
final class AwaitedInput: InputFeed {
  let header: TraceHeader
  private(set) var hasArrived = false
  private let source: Source

  init(_ source: Source) {
    self.source = source
    header = LogImporter(named: source.shortName).header
  }

  let isBusy = false
  let percent: Int? = nil
  let hasEnded = false
  let nextCheck: TimeSpan? = nil
  var descriptors: [Int32] { hasArrived ? [] : [source.descriptor] }
  func drainProblems() -> [String] { [] }

  func poll(isReadable: Bool) throws(FileAccess.Failure) -> InputUpdate {
    if isReadable, try source.readForKind(isLive: true) != nil { hasArrived = true }
    return .events([])
  }
}
