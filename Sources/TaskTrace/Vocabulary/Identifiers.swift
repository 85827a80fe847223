/// A task's identifier: an entry of `BGTaskSchedulerPermittedIdentifiers`, or dasd's name for other work.
///
/// Compared byte for byte, as the system does (rule A1).
public struct TaskIdentifier: Hashable, Comparable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }
  public static func < (a: TaskIdentifier, b: TaskIdentifier) -> Bool { a.rawValue < b.rawValue }
}

/// The six hexadecimal digits that dasd appends to a name: one submission of a task (rule O1).
public struct ActivityID: Hashable, Sendable, LosslessStringConvertible {
  /// 0 to 0xFFFFFF.
  public let rawValue: UInt32

  /// Keeps the lowest 24 bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue & 0xFF_FFFF }

  /// Reads exactly six uppercase hexadecimal digits.
  public init?(_ text: String) { self.init(utf8: text.utf8) }

  /// Reads exactly six uppercase hexadecimal digits.
  public init?(utf8 bytes: some Collection<UInt8>) {
    guard bytes.count == 6 else { return nil }
    var value: UInt32 = 0
    for byte in bytes {
      switch byte {
      case 48...57: value = value << 4 | UInt32(byte - 48)
      case 65...70: value = value << 4 | UInt32(byte - 55)
      default: return nil
      }
    }
    rawValue = value
  }

  public var description: String {
    let digits = String(rawValue, radix: 16, uppercase: true)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}

/// A task, and one submission of it if known.
public struct TaskReference: Hashable, Sendable {
  public var task: TaskIdentifier
  public var activity: ActivityID?
  /// The kind according to the name in a log; a trace that contains the task's submission does not need it.
  public var kind: TaskKind?

  public init(_ task: TaskIdentifier, _ activity: ActivityID? = nil, kind: TaskKind? = nil) {
    (self.task, self.activity, self.kind) = (task, activity, kind)
  }
}
