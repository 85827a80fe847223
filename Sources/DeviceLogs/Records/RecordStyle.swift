/// How a tool prints the records of a log.
public enum RecordStyle: String, CaseIterable, Hashable, Sendable {
  /// `log show` and `log stream` without a style.
  case `default`
  case syslog
  case compact
  /// `--style json` and `--style ndjson`.
  case json
  /// Copied from Console.app.
  case console
  /// Xcode's debug console.
  case xcode
  /// idevicesyslog, and BSD's `/var/log/system.log`.
  case relay
  /// pymobiledevice3.
  case pymobiledevice
  /// A message that stands alone, without time or process.
  case bare
}
