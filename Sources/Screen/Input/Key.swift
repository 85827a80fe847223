/// A key of the keyboard, as far as terminals report it.
public enum Key: Hashable, Sendable {
  /// A letter, digit or sign; space as well.
  case character(Character)
  case up, down, left, right, home, end, pageUp, pageDown
  case shiftUp, shiftDown, shiftLeft, shiftRight
  case ctrlUp, ctrlDown, ctrlLeft, ctrlRight
  case tab, backTab, enter, escape, backspace, insert, delete
  /// A function key; F1 is 1.
  case f(Int)
  /// A letter with the control key; always a small letter, or a sign such as `\`.
  case ctrl(Character)
  /// A character with the alt or option key.
  case alt(Character)
}
