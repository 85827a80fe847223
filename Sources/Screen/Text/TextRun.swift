/// A piece of text that looks the same throughout.
public struct TextRun: Hashable, Sendable {
  /// What is written.
  public var text: String

  /// How it looks.
  public var style: Style

  /// Makes a run.
  public init(_ text: String, _ style: Style = .text) {
    self.text = text
    self.style = style
  }
}

extension [TextRun] {
  /// How many columns the runs take side by side.
  public func width(symbols: Symbols = .utf8) -> Int {
    reduce(0) { $0 + textWidth($1.text, symbols: symbols) }
  }
}
