/// Cells of one row that lie side by side.
public struct CellRun: Hashable, Sendable {
  /// The row, from the top.
  public var row: Int

  /// The columns, from the left.
  public var columns: Range<Int>

  /// Makes a run.
  public init(row: Int, columns: Range<Int>) {
    self.row = row
    self.columns = columns
  }
}

/// Finds the cells that are different on two canvases, from the top left to the bottom right.
///
/// Runs are as short as they can be, except that both halves of a wide glyph, old or new, are always in the same run.
/// If the sizes differ, all cells of the new canvas count as different.
///
/// - Complexity: linear in the number of cells; a row that is the same costs one comparison per cell.
public func diff(from old: Canvas, to new: Canvas) -> [CellRun] {
  let columns = new.size.columns
  guard old.size == new.size else {
    return columns == 0 ? [] : (0..<new.size.rows).map { CellRun(row: $0, columns: 0..<columns) }
  }
  let (before, after) = (old.cells, new.cells)
  var runs: [CellRun] = []
  for row in 0..<new.size.rows {
    let first = row * columns
    var column = 0
    while column < columns {
      guard before[first + column] != after[first + column] else {
        column += 1
        continue
      }
      var start = column
      while start > 0, before[first + start].isContinuation || after[first + start].isContinuation { start -= 1 }
      column += 1
      while column < columns,
        before[first + column] != after[first + column] || before[first + column].isContinuation
          || after[first + column].isContinuation
      { column += 1 }
      runs.append(CellRun(row: row, columns: start..<column))
    }
  }
  return runs
}
