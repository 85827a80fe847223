extension Canvas {
  /// The canvas as a picture: an SVG document that needs nothing but a monospaced font.
  ///
  /// The same canvas and theme always give the same bytes. Every run of text states its length, so that columns stay
  /// aligned in any font; boxes, bars, and shades are drawn as shapes, so that they meet.
  public func svg(theme: Theme) -> String {
    let width = size.columns * SVG.cellWidth + 2 * SVG.margin
    let height = size.rows * SVG.cellHeight + 2 * SVG.margin
    var shapes = ""
    var letters = ""
    for number in 0..<size.rows {
      var column = 0
      let row = Array(row(number))
      while column < row.count {
        let style = row[column].style
        let start = column
        while column < row.count, row[column].style == style { column += 1 }
        let appearance = SVG.Appearance(style, theme)
        if let behind = appearance.background {
          shapes += SVG.rect(start, number, columns: column - start, fill: behind)
        }
        var next = start
        while next < column {
          let base = row[next].base
          let first = next
          repeat { next += 1 } while next < column && row[next].base == base && SVG.joins(base)
          shapes += SVG.shape(of: base, first, number, columns: next - first, appearance) ?? ""
        }
        letters += SVG.text(row[start..<column], start, number, appearance)
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
      <rect width="\(width)" height="\(height)" rx="8" fill="\(theme.page.hex)"/>
      \(shapes)<g font-family="'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="\(SVG.fontSize)" \
      xml:space="preserve">
      \(letters)</g>
      </svg>

      """
  }
}
