/// What the program is to do after an action; the reducer itself does nothing but change the state.
public enum Effect: Hashable, Sendable {
  case quit
  /// Forget what the terminal shows and send every cell.
  case redrawAll
}
