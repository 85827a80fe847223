/// An action of the user, or of their terminal.
public enum Input: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse was moved or a button of it pressed.
  case mouse(Mouse)
  /// Text was pasted; it may contain anything, line feeds and control characters too.
  case paste(String)
  /// The terminal has another size now.
  case resize(Size)
  /// The terminal's window got (true) or lost the focus.
  case focus(Bool)
}
