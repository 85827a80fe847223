/// Something in a theme file that was skipped.
public struct ThemeProblem: Hashable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  public var line: Int

  /// What is wrong with it, in words.
  public var message: String

  /// Makes a report.
  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }

  public var description: String { "line \(line): \(message)" }
}
