/// What the program is to do after an action; the reducer itself does nothing but change the state.
public enum Effect: Hashable, Sendable {
  case quit
  /// Forget what the terminal shows and send every cell.
  case redrawAll
  /// Put a text into the clipboard.
  case copy(String)
  /// Save the screen as it is drawn; the file extension selects text, ANSI, or SVG; without a name, one is generated.
  case savePicture(String?)
  /// Save the trace of the branch that is shown.
  case saveTrace(String)
  /// Take the mouse, or give it to the terminal.
  case mouse(Bool)
  /// Show another theme.
  case theme(String)
  /// Keep the options for the next time.
  case saveOptions
}
