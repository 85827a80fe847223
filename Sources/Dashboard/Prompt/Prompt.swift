/// A line that is being typed at the bottom of the screen.
public struct Prompt: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// After `:`.
    case command
    /// After `/`.
    case search
    /// After `&`.
    case filter

    /// What stands before the line.
    var sign: String {
      switch self {
      case .command: ":"
      case .search: "/"
      case .filter: "&"
      }
    }
  }

  public var kind: Kind
  public var editor: LineEditor
  /// What Tab offers in turn, and which of them stands in the line.
  var offers: [String] = []
  var offered: Int?
}
