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
/// - Complexity: linear in the number of cells; rows that are the same, which nearly all are, are compared as bytes.
public func diff(from old: Canvas, to new: Canvas) -> [CellRun] {
  let columns = new.size.columns
  guard old.size == new.size else {
    return columns == 0 ? [] : (0..<new.size.rows).map { CellRun(row: $0, columns: 0..<columns) }
  }
  let (before, after) = (old.cells, new.cells)
  var runs: [CellRun] = []
  for row in 0..<new.size.rows where !areSame(before, after, row * columns..<(row + 1) * columns) {
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

/// Whether a range of cells is the same: a loop without branches, which the compiler does for many cells at once.
private func areSame(_ before: [Cell], _ after: [Cell], _ range: Range<Int>) -> Bool {
  let wordsPerCell = MemoryLayout<Cell>.stride / MemoryLayout<UInt64>.stride
  return unsafe before.withUnsafeBytes { before in
    unsafe after.withUnsafeBytes { after in
      let (a, b) = unsafe (before.assumingMemoryBound(to: UInt64.self), after.assumingMemoryBound(to: UInt64.self))
      var difference: UInt64 = 0
      for word in range.lowerBound * wordsPerCell..<range.upperBound * wordsPerCell {
        unsafe difference |= a[word] ^ b[word]
      }
      return difference == 0
    }
  }
}
