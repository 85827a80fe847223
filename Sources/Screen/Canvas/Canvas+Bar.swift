extension Canvas {
  /// A bar that is filled from the left, to an eighth of a cell.
  ///
  /// Anything above zero shows at least one eighth, and anything below one leaves at least one, so that a bar never claims
  /// more than is true. In ASCII a cell is full, half or empty.
  ///
  /// - Parameters:
  ///   - point: The first cell.
  ///   - columns: How many cells the whole bar has.
  ///   - fraction: How much is filled, from 0 to 1; no number counts as 0.
  ///   - paint: The color of the filled part.
  ///   - background: The color of the rest.
  ///   - clip: The cells that may be written to; nil for the whole canvas.
  public mutating func bar(
    at point: Point, columns: Int, fraction: Double, paint: Paint, on background: Paint? = .role(.meterBackground),
    within clip: Rect? = nil
  ) {
    bar(at: point, columns: columns, fraction: fraction, on: background, within: clip) { _ in paint }
  }

  /// A bar whose cells have the colors of a gradient by position, from its start on the left to its end on the right.
  public mutating func bar(
    at point: Point, columns: Int, fraction: Double, gradient: Gradient,
    on background: Paint? = .role(.meterBackground), within clip: Rect? = nil
  ) {
    let last = Double(max(2, columns) - 1)
    bar(at: point, columns: columns, fraction: fraction, on: background, within: clip) { column in
      .gradient(gradient, at: Double(column) / last)
    }
  }

  private mutating func bar(
    at point: Point, columns: Int, fraction: Double, on background: Paint?, within clip: Rect?,
    paint: (Int) -> Paint
  ) {
    let whole = Rect(column: point.column, row: point.row, columns: columns, rows: 1)
    let area = (clip.map(bounds.intersection) ?? bounds).intersection(whole)
    guard !area.isEmpty else { return }
    // A bar longer than any canvas is as good as one of a million cells.
    let total = min(columns, 1_000_000) * 8
    var filled = 0
    if fraction > 0 {
      filled = fraction >= 1 ? total : Int((fraction * Double(total)).rounded()).clamped(to: 1...max(1, total - 1))
    }
    for column in area.column..<area.endColumn {
      let place = column.saturatingSubtracting(point.column)
      let eighths = (filled - min(place, 1_000_000) * 8).clamped(to: 0...8)
      let style = Style(eighths == 0 ? .role(.text) : paint(place), on: background)
      set(column, area.row, Cell(eighths == 0 ? emptyBarCell : symbols.horizontalEighths(eighths), style: style))
    }
  }

  private var emptyBarCell: Unicode.Scalar { symbols.isASCII ? "." : " " }

  /// A line of columns, one per value, each as high as its value, to an eighth of a cell.
  ///
  /// The last values are shown if there are more than columns, at the right end if there are fewer. Values that are not
  /// numbers are left blank.
  ///
  /// - Parameters:
  ///   - point: The first cell.
  ///   - columns: How many cells there are.
  ///   - values: What to show.
  ///   - range: The values of an empty and of a full cell.
  ///   - gradient: The colors by height.
  ///   - background: The color behind; nil for that of the canvas.
  ///   - clip: The cells that may be written to; nil for the whole canvas.
  public mutating func sparkline(
    at point: Point, columns: Int, values: [Double], range: ClosedRange<Double> = 0...1, gradient: Gradient,
    on background: Paint? = nil, within clip: Rect? = nil
  ) {
    sparkline(at: point, columns: columns, values: values, range: range, on: background, within: clip) {
      .gradient(gradient, at: $0)
    }
  }

  /// A line of columns in one color.
  public mutating func sparkline(
    at point: Point, columns: Int, values: [Double], range: ClosedRange<Double> = 0...1, paint: Paint,
    on background: Paint? = nil, within clip: Rect? = nil
  ) {
    sparkline(at: point, columns: columns, values: values, range: range, on: background, within: clip) { _ in paint }
  }

  private mutating func sparkline(
    at point: Point, columns: Int, values: [Double], range: ClosedRange<Double>, on background: Paint?,
    within clip: Rect?, paint: (Double) -> Paint
  ) {
    let whole = Rect(column: point.column, row: point.row, columns: columns, rows: 1)
    let area = (clip.map(bounds.intersection) ?? bounds).intersection(whole)
    let extent = range.upperBound - range.lowerBound
    for column in area.column..<area.endColumn {
      let fromEnd = whole.endColumn.saturatingSubtracting(column)
      guard fromEnd <= values.count else { continue }
      let value = values[values.count - fromEnd]
      guard value == value else { continue }
      let fraction = extent > 0 ? ((value - range.lowerBound) / extent).clamped(to: 0...1) : 0
      let eighths = fraction > 0 ? max(1, Int((fraction * 8).rounded())) : 0
      set(column, area.row, Cell(symbols.verticalEighths(eighths), style: Style(paint(fraction), on: background)))
    }
  }
}
