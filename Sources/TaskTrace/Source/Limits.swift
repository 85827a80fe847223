/// The maximum sizes of inputs: one table, so that no reader accepts more than the rest of the program can handle.
///
/// Memory and time grow with the size of the input, so each of these limits bounds one of them. Anything larger is
/// rejected, with the limit in the message.
public enum Limits {
  // MARK: Depth

  /// Levels of nesting of JSON and property lists: each uses a stack frame.
  public static let depth = 128

  // MARK: Numbers

  /// Integers of a trace, which any JSON reader preserves exactly (RFC 8259, section 6): a thousand of them can be
  /// added up.
  public static let maxOfNumber: UInt64 = 1 << 53
  /// Microseconds of a time in a trace, some 36,000 years: sums and differences of such times stay in range.
  public static let maxMicroseconds: UInt64 = 1 << 60

  // MARK: Property lists

  /// Values of a property list: a binary one of a few bytes can refer to one object any number of times.
  public static let propertyListValues = 1_000_000
  /// Bytes of the texts and data of a binary property list, repeated references counted each time.
  public static let propertyListBytes = 32 << 20
  /// Bytes of a property list; an Info.plist has a few thousand.
  public static let propertyListFile = 16 << 20

  // MARK: Scenarios

  /// Bytes of a scenario.
  public static let scenarioFile = 16 << 20
  /// Silent pushes that a scenario's timeline sends in all: entries times pushes times days.
  public static let pushes: Int64 = 100_000

  // MARK: Runs

  /// Events of a run that a dashboard shows: some 150 bytes each. A headless run keeps none.
  public static let runEvents = 2_000_000
  /// How long a run may be: twenty years.
  public static let runLength = TimeSpan.days(20 * 366)

  // MARK: Small files

  /// Bytes of a theme or a configuration.
  public static let smallFile = 1 << 20
}
