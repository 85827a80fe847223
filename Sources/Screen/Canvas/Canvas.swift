/// A grid of cells to draw on: a screen as a plain value.
///
/// Drawing never fails. Everything outside is clipped, regardless of the size of the canvas and of the coordinates.
///
/// A canvas tracks which of its cells may have changed since they were last shown (``changes``), so that a terminal
/// need not examine the others.
public struct Canvas: Sendable {
  /// The largest extent; a larger one is cut down to it.
  ///
  /// Four times the columns and rows of an 8K screen with the usual fonts, and 32 MB of cells.
  public static let limit = Size(columns: 2000, rows: 1000)

  /// The extent, never negative.
  public let size: Size

  /// Which symbols may be drawn.
  public let symbols: Symbols

  /// The cell of the item that has the focus, where the hardware cursor belongs; nil if there is none.
  public var cursor: Point?

  /// Whether the cursor is visible there, as in a text field, or only found by screen readers.
  public var isCursorVisible = false

  /// The columns of each row that may be different since ``forgetChanges()``; a new canvas is different as a whole.
  ///
  /// The ends never divide a glyph that is two columns wide, neither an old nor a new one.
  public internal(set) var changes: [Range<Int>]

  // Row by row.
  private(set) var cells: [Cell]

  /// Makes an empty canvas.
  public init(size: Size, symbols: Symbols = .utf8) {
    self.size = Size(
      columns: size.columns.clamped(to: 0...Self.limit.columns), rows: size.rows.clamped(to: 0...Self.limit.rows))
    self.symbols = symbols
    cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
    changes = Array(repeating: 0..<self.size.columns, count: self.size.rows)
  }

  /// The whole canvas.
  public var bounds: Rect { Rect(size: size) }

  /// The cell at a place; a blank outside of the canvas.
  public subscript(column column: Int, row row: Int) -> Cell {
    guard let index = index(column, row) else { return .blank }
    return cells[index]
  }

  /// The cells of a row from left to right; none outside of the canvas.
  public func row(_ row: Int) -> ArraySlice<Cell> {
    guard row >= 0, row < size.rows else { return [] }
    return cells[row * size.columns..<(row + 1) * size.columns]
  }

  private func index(_ column: Int, _ row: Int) -> Int? {
    guard column >= 0, column < size.columns, row >= 0, row < size.rows else { return nil }
    return row * size.columns + column
  }

  /// Puts a cell down; halves of wide glyphs that it leaves behind become spaces.
  mutating func set(_ column: Int, _ row: Int, _ cell: Cell) {
    guard let index = index(column, row) else { return }
    let old = cells[index]
    // If only narrow glyphs are involved, no adjacent cell changes.
    if old.width == 1, cell.width == 1 { touch(row, column..<column + 1) } else { touchAround(row, column) }
    if old.width != 1 {
      if old.isContinuation {
        if column > 0, cells[index - 1].width == 2 { cells[index - 1] = Cell(" ", style: cells[index - 1].style) }
      } else if column + 1 < size.columns, cell.width != 2 {
        cells[index + 1] = Cell(" ", style: old.style)
      }
    }
    cells[index] = cell
    guard cell.width == 2 else { return }
    guard column + 1 < size.columns else {
      cells[index] = Cell(" ", style: cell.style)
      return
    }
    if cells[index + 1].width == 2, column + 2 < size.columns {
      cells[index + 2] = Cell(" ", style: cells[index + 2].style)
    }
    cells[index + 1] = .continuation(style: cell.style)
  }

  /// Puts the same narrow cell into columns of a row that exist, whose edges divide no wide glyph.
  mutating func replace(_ row: Int, _ columns: Range<Int>, _ cell: Cell) {
    touch(row, columns)
    for index in row * size.columns + columns.lowerBound..<row * size.columns + columns.upperBound {
      cells[index] = cell
    }
  }

  /// Changes the style of a cell, and nothing else.
  mutating func restyle(_ column: Int, _ row: Int, _ change: (inout Style) -> Void) {
    guard let index = index(column, row) else { return }
    if cells[index].width == 1 { touch(row, column..<column + 1) } else { touchAround(row, column) }
    change(&cells[index].style)
  }
}

extension Canvas: Equatable {
  /// Whether two canvases show the same, regardless of their recorded changes.
  public static func == (a: Canvas, b: Canvas) -> Bool {
    a.size == b.size && a.symbols == b.symbols && a.cursor == b.cursor && a.isCursorVisible == b.isCursorVisible
      && a.cells == b.cells
  }
}
