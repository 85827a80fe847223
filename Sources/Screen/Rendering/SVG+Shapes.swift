extension SVG {
  /// Whether a glyph is drawn as a shape and not as a letter.
  static func isShape(_ base: Unicode.Scalar) -> Bool {
    switch base {
    case "▀"..."▐", "░"..."▓", "▕": true
    case "─", "│", "━", "┃", "╭", "╮", "╰", "╯", "├", "┤", "┬", "┴", "┼": true
    default: false
    }
  }

  /// Whether adjacent shapes of a glyph form one wider shape.
  static func joins(_ base: Unicode.Scalar) -> Bool {
    switch base {
    case "▀"..."█", "░"..."▓", "─", "━": true
    default: false
    }
  }

  /// The shape of a glyph in a cell, or nil if it is a letter; `columns` of it where it ``joins(_:)``.
  static func shape(of base: Unicode.Scalar, _ column: Int, _ row: Int, columns: Int = 1, _ appearance: Appearance)
    -> String?
  {
    guard isShape(base) else { return nil }
    let left = x(column)
    let top = y(row)
    let width = Double(cellWidth * columns)
    let height = Double(cellHeight)
    let color = appearance.foreground
    switch base {
    case "▀": return rect(left, top, width, height / 2, color)
    case "▁"..."█":
      let part = height * Double(base.value - 0x2580) / 8
      return rect(left, top + height - part, width, part, color)
    case "▉"..."▏": return rect(left, top, width * Double(0x2590 - base.value) / 8, height, color)
    case "▐": return rect(left + width / 2, top, width / 2, height, color)
    case "▕": return rect(left + width * 7 / 8, top, width / 8, height, color)
    case "░": return rect(left, top, width, height, color, opacity: "0.25")
    case "▒": return rect(left, top, width, height, color, opacity: "0.5")
    case "▓": return rect(left, top, width, height, color, opacity: "0.75")
    default: return line(base, left, top, columns, color)
    }
  }

  /// A piece of a frame.
  private static func line(
    _ base: Unicode.Scalar, _ left: Double, _ top: Double, _ columns: Int, _ color: RGB
  ) -> String {
    let right = left + Double(cellWidth * columns)
    let bottom = top + Double(cellHeight)
    let middle = left + Double(cellWidth) / 2
    let center = top + Double(cellHeight) / 2
    func path(_ parts: (Double, Double)...) -> String {
      parts.enumerated().map { ($0 == 0 ? "M" : "L") + "\(number($1.0)) \(number($1.1))" }.joined()
    }
    /// A quarter of a circle from the side at `x` to the top or bottom at `y`.
    func corner(_ x: Double, _ y: Double) -> String {
      let radius = 4.0
      let fromX = x > middle ? middle + radius : middle - radius
      let toY = y > center ? center + radius : center - radius
      return "M\(number(x)) \(number(center))L\(number(fromX)) \(number(center))"
        + "Q\(number(middle)) \(number(center)) \(number(middle)) \(number(toY))L\(number(middle)) \(number(y))"
    }
    let horizontal = path((left, center), (right, center))
    let vertical = path((middle, top), (middle, bottom))
    let data =
      switch base {
      case "─", "━": horizontal
      case "│", "┃": vertical
      case "╭": corner(right, bottom)
      case "╮": corner(left, bottom)
      case "╰": corner(right, top)
      case "╯": corner(left, top)
      case "├": vertical + path((middle, center), (right, center))
      case "┤": vertical + path((left, center), (middle, center))
      case "┬": horizontal + path((middle, center), (middle, bottom))
      case "┴": horizontal + path((middle, top), (middle, center))
      default: horizontal + vertical
      }
    let width = base == "━" || base == "┃" ? 3 : 1
    return "<path d=\"\(data)\" fill=\"none\" stroke=\"\(color.hex)\" stroke-width=\"\(width)\"/>\n"
  }
}
