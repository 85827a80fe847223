/// Why a name is not the name of a key.
public enum KeyNameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is nothing between two commas.
  case empty(position: Int)
  /// There is no such key; the other one may have been intended.
  case unknown(name: String, position: Int, suggestion: String?)
  /// There are function keys from 1 to 12 only.
  case functionKey(name: String, position: Int)
  /// The Ctrl key combines only with letters and a few other characters.
  case control(name: String, position: Int)

  /// What is wrong, and with which key of the list, counted from 1.
  public var description: String {
    switch self {
    case .empty(let position):
      "key \(position) is empty; a comma is written 'comma'"
    case .unknown(let name, let position, let suggestion):
      "key \(position): there is no key '\(name)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
    case .functionKey(let name, let position):
      "key \(position): '\(name)' is not a function key; those are f1 to f12"
    case .control(let name, let position):
      "key \(position): '\(name)' cannot be typed; ctrl goes with a letter, an arrow or one of space @ [ \\ ] ^ _"
    }
  }
}
