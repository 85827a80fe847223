/// A line that is being typed at the bottom of the screen.
public struct Prompt: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// After `:`.
    case command
    /// After `/`.
    case search
    /// After `&`.
    case filter

    /// The text before the line.
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
  /// The completions that Tab cycles through, and which of them is in the line.
  var offers: [String] = []
  var offered: Int?
}
