/// What the mouse did, and on which cell.
public struct Mouse: Hashable, Sendable {
  /// A button of the mouse.
  public enum Button: Hashable, Sendable {
    case left, middle, right
  }

  /// What was done.
  public enum Action: Hashable, Sendable {
    /// A button went down.
    case press(Button)
    /// The mouse moved while a button was down.
    case drag(Button)
    /// A button was released; nil if the terminal does not say which.
    case release(Button?)
    /// The mouse moved with no button down.
    case move
    /// The wheel, or two fingers, moved by one notch.
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  /// Keys that were held down meanwhile.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let shift = Modifiers(rawValue: 4)
    public static let alt = Modifiers(rawValue: 8)
    public static let ctrl = Modifiers(rawValue: 16)
  }

  /// What was done.
  public var action: Action

  /// The cell, counted from zero.
  public var point: Point

  /// Keys that were held down meanwhile.
  public var modifiers: Modifiers

  /// Makes an event.
  public init(_ action: Action, at point: Point, modifiers: Modifiers = []) {
    self.action = action
    self.point = point
    self.modifiers = modifiers
  }
}

extension Mouse {
  /// Reads the three numbers of a report; nil for buttons that no mouse has, and for places that are none.
  ///
  /// Numbers are those of xterm's mouse protocol (ctlseqs, "Extended coordinates"): the button in bits 0 and 1, 4, 8 and
  /// 16 for shift, alt and ctrl, 32 for motion, 64 for the wheel; places count from 1.
  init?(code: Int, column: Int, row: Int, isRelease: Bool) {
    guard (0..<128).contains(code), (1...65_535).contains(column), (1...65_535).contains(row) else { return nil }
    let action: Action
    switch (code & 0b110_0011, isRelease) {
    case (0, false): action = .press(.left)
    case (1, false): action = .press(.middle)
    case (2, false): action = .press(.right)
    case (0, true), (32, true): action = .release(.left)
    case (1, true), (33, true): action = .release(.middle)
    case (2, true), (34, true): action = .release(.right)
    case (3, _): action = .release(nil)
    case (32, false): action = .drag(.left)
    case (33, false): action = .drag(.middle)
    case (34, false): action = .drag(.right)
    case (35, _): action = .move
    case (64, false): action = .wheelUp
    case (65, false): action = .wheelDown
    case (66, false): action = .wheelLeft
    case (67, false): action = .wheelRight
    default: return nil
    }
    self.init(
      action, at: Point(column: column - 1, row: row - 1), modifiers: Modifiers(rawValue: UInt8(code & 28)))
  }
}
