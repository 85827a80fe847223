/// A rectangle of cells.
///
/// Zero and negative extents are legal and mean an empty rectangle. No operation overflows: results that would not fit
/// into an `Int` stop at its ends.
public struct Rect: Hashable, Sendable {
  /// The leftmost column.
  public var column: Int

  /// The topmost row.
  public var row: Int

  /// How many cells lie side by side.
  public var columns: Int

  /// How many lines of cells lie one below the other.
  public var rows: Int

  /// A rectangle without a cell.
  public static let empty = Rect(column: 0, row: 0, columns: 0, rows: 0)

  /// Makes a rectangle from its top left corner and its extent.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = columns
    self.rows = rows
  }

  /// Makes a rectangle that starts at a cell.
  public init(at origin: Point = .zero, size: Size) {
    self.init(column: origin.column, row: origin.row, columns: size.columns, rows: size.rows)
  }

  /// The first column to the right of the rectangle.
  public var endColumn: Int { column.saturatingAdding(max(0, columns)) }

  /// The first row below the rectangle.
  public var endRow: Int { row.saturatingAdding(max(0, rows)) }

  /// The top left cell.
  public var origin: Point { Point(column: column, row: row) }

  /// The extent alone.
  public var size: Size { Size(columns: columns, rows: rows) }

  /// Whether there is not a single cell in it.
  public var isEmpty: Bool { columns <= 0 || rows <= 0 }

  /// Whether a cell is inside.
  public func contains(_ point: Point) -> Bool {
    point.column >= column && point.column < endColumn && point.row >= row && point.row < endRow
  }

  /// The cells that both rectangles have.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(column, other.column)
    let top = max(row, other.row)
    let right = min(endColumn, other.endColumn)
    let bottom = min(endRow, other.endRow)
    guard right > left, bottom > top else { return Rect(column: left, row: top, columns: 0, rows: 0) }
    return Rect(
      column: left, row: top, columns: right.saturatingSubtracting(left), rows: bottom.saturatingSubtracting(top))
  }

  /// The rectangle without a rim of the given thickness in cells on all four sides.
  ///
  /// A rim that is too thick leaves an empty rectangle; a negative one adds cells.
  public func inset(by rim: Int) -> Rect {
    inset(columns: rim, rows: rim)
  }

  /// The rectangle without a rim, `columns` thick on the left and right, `rows` thick above and below.
  public func inset(columns: Int, rows: Int) -> Rect {
    Rect(
      column: column.saturatingAdding(columns), row: row.saturatingAdding(rows),
      columns: max(0, self.columns.saturatingSubtracting(columns).saturatingSubtracting(columns)),
      rows: max(0, self.rows.saturatingSubtracting(rows).saturatingSubtracting(rows)))
  }

  /// The same extent somewhere else.
  public func moved(columns: Int = 0, rows: Int = 0) -> Rect {
    Rect(
      column: column.saturatingAdding(columns), row: row.saturatingAdding(rows), columns: self.columns,
      rows: self.rows)
  }
}
