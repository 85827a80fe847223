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
  /// A message alone, without time or process.
  case bare
  /// A date or a time of day, and any columns in any order: what apps write into files, and exports of tools.
  case columns

  /// The place among all styles.
  var index: Int {
    switch self {
    case .default: 0
    case .syslog: 1
    case .compact: 2
    case .json: 3
    case .console: 4
    case .xcode: 5
    case .relay: 6
    case .pymobiledevice: 7
    case .bare: 8
    case .columns: 9
    }
  }
}
