/// Pieces of an SVG picture of a canvas.
enum SVG {
  // In units of the picture. A cell is as wide as a letter of DejaVu Sans Mono at this size (0.602 em) and rather high,
  // as in most terminals; both divide by eight parts without a rest that shows.
  static let cellWidth = 9
  static let cellHeight = 19
  static let fontSize = 15
  static let margin = 12
  private static let baseline = 14

  /// The colors of a run.
  struct Appearance {
    var foreground: RGB
    var background: RGB?
    var attributes: Attributes

    init(_ style: Style, _ theme: Theme) {
      let front = theme.resolve(style.foreground) ?? (theme.page.luminance < 0.18 ? RGB(0xE0_E0E0) : RGB(0x20_2020))
      let back = style.background == nil ? nil : theme.background(of: style)
      attributes = style.attributes
      let isReversed = attributes.contains(.reverse)
      foreground = isReversed ? back ?? theme.page : front
      background = isReversed ? front : back
      if attributes.contains(.dim) { foreground = foreground.mixed(with: background ?? theme.page, at: 0.4) }
    }
  }

  /// A rectangle over whole cells.
  static func rect(_ column: Int, _ row: Int, columns: Int, fill: RGB) -> String {
    rect(x(column), y(row), Double(columns * cellWidth), Double(cellHeight), fill)
  }

  static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ fill: RGB, opacity: String? = nil)
    -> String
  {
    let faint = opacity.map { " fill-opacity=\"\($0)\"" } ?? ""
    return "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\" "
      + "fill=\"\(fill.hex)\"\(faint)/>\n"
  }

  static func x(_ column: Int) -> Double { Double(margin + column * cellWidth) }
  static func y(_ row: Int) -> Double { Double(margin + row * cellHeight) }

  /// A number with at most three decimals, and none that are not needed.
  static func number(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded())
    let whole = thousandths / 1000
    let rest = abs(thousandths % 1000)
    guard rest > 0 else { return String(whole) }
    var digits = String(1000 + rest).dropFirst()
    while digits.last == "0" { digits = digits.dropLast() }
    return "\(whole).\(digits)"
  }

  /// The words of a run; cells that are shapes, and long stretches of blanks, are omitted.
  static func text(_ cells: ArraySlice<Cell>, _ start: Int, _ row: Int, _ appearance: Appearance) -> String {
    var result = ""
    var word = ""
    var wordStart = 0
    var textColumns = 0
    var wordWidth = 1
    var blanks = 0
    func finish() {
      defer { blanks = 0 }
      guard !word.isEmpty else { return }
      var attributes = "x=\"\(number(x(wordStart)))\" y=\"\(number(y(row) + Double(baseline)))\" "
      attributes += "textLength=\"\(textColumns * cellWidth)\" fill=\"\(appearance.foreground.hex)\""
      if appearance.attributes.contains(.bold) { attributes += " font-weight=\"bold\"" }
      if appearance.attributes.contains(.italic) { attributes += " font-style=\"italic\"" }
      if appearance.attributes.contains(.underline) { attributes += " text-decoration=\"underline\"" }
      result += "<text \(attributes)>\(escaped(word))</text>\n"
      word = ""
    }
    for (offset, cell) in cells.enumerated() where !cell.isContinuation {
      if cell.isBlank, !appearance.attributes.contains(.underline) {
        blanks += 1
        continue
      }
      // A run is stretched evenly, so narrow and wide glyphs must not share one.
      if isShape(cell.base) || blanks > 2 || cell.width != wordWidth { finish() }
      if isShape(cell.base) { continue }
      if !word.isEmpty {
        word += String(repeating: " ", count: blanks)
        textColumns += blanks
      }
      blanks = 0
      if word.isEmpty {
        wordStart = start + offset
        textColumns = 0
        wordWidth = cell.width
      }
      cell.append(to: &word)
      textColumns += cell.width
    }
    finish()
    return result
  }

  /// A text with the five characters that XML reserves escaped.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
