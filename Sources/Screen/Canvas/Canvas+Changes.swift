extension Canvas {
  /// Marks the present cells as shown.
  public mutating func forgetChanges() {
    for row in changes.indices { changes[row] = 0..<0 }
  }

  /// Redraws a rectangle, starting with blank cells. Only what differs afterwards counts as changed.
  ///
  /// - Parameters:
  ///   - rect: What becomes blank first.
  ///   - draw: Draws it. What it draws elsewhere counts as changed in any case.
  /// - Complexity: linear in the number of cells, plus the cost of `draw`.
  public mutating func redraw(_ rect: Rect, _ draw: (inout Canvas) -> Void) {
    let area = bounds.intersection(rect)
    let rows = area.row..<area.endRow
    let earlier = Array(changes[rows])
    var before: [Cell] = []
    before.reserveCapacity(area.columns * area.rows)
    for row in rows {
      before += self.row(row)[cellRange(row, area.column..<area.endColumn)]
      changes[row] = 0..<0
    }
    fill(area, style: .text)
    draw(&self)
    for row in rows {
      let first = (row - area.row) * area.columns
      let differing = differing(in: row, area, from: before[first..<first + area.columns])
      changes[row] = earlier[row - area.row]
      touch(row, differing)
    }
  }

  /// The columns of a row that are different from the cells that were there, among those that were touched.
  private func differing(in row: Int, _ area: Rect, from before: ArraySlice<Cell>) -> Range<Int> {
    let touched = changes[row]
    // A glyph across the edge of the area was divided, so there is more to it than was kept.
    guard touched.lowerBound >= area.column, touched.upperBound <= area.endColumn else { return touched }
    let after = cells[cellRange(row, area.column..<area.endColumn)]
    guard let ends = differingEnds(before, after) else { return 0..<0 }
    var (start, end) = (ends.lowerBound, ends.upperBound)
    func isHalf(_ offset: Int) -> Bool {
      before[before.startIndex + offset].isContinuation || after[after.startIndex + offset].isContinuation
    }
    while start > 0, isHalf(start) { start -= 1 }
    while end < area.columns, isHalf(end) { end += 1 }
    return area.column + start..<area.column + end
  }

  private func cellRange(_ row: Int, _ columns: Range<Int>) -> Range<Int> {
    row * size.columns + columns.lowerBound..<row * size.columns + columns.upperBound
  }

  /// Notes that columns of a row may be different now.
  mutating func touch(_ row: Int, _ columns: Range<Int>) {
    let known = changes[row]
    if known.isEmpty {
      changes[row] = columns
    } else if !columns.isEmpty, columns.lowerBound < known.lowerBound || columns.upperBound > known.upperBound {
      changes[row] = min(known.lowerBound, columns.lowerBound)..<max(known.upperBound, columns.upperBound)
    }
  }

  /// Notes, before it is done, that a cell will be different, and with it the wide glyphs that it divides.
  mutating func touchAround(_ row: Int, _ column: Int) {
    func isHalf(_ column: Int) -> Bool { cells[row * size.columns + column].isContinuation }
    var start = max(0, column - 1)
    if start > 0, isHalf(start) { start -= 1 }
    var end = min(size.columns, column + 3)
    if end < size.columns, isHalf(end) { end += 1 }
    touch(row, start..<end)
  }
}

/// From the first to the last offset at which cells are different; nil if none is. Nearly all rows are the same, and
/// are compared as bytes.
private func differingEnds(_ before: ArraySlice<Cell>, _ after: ArraySlice<Cell>) -> Range<Int>? {
  guard !areSame(before, after) else { return nil }
  var (start, end) = (0, before.count)
  while before[before.startIndex + start] == after[after.startIndex + start] { start += 1 }
  while before[before.startIndex + end - 1] == after[after.startIndex + end - 1] { end -= 1 }
  return start..<end
}

/// Whether cells are equal: a loop without branches, which the compiler vectorizes.
private func areSame(_ before: ArraySlice<Cell>, _ after: ArraySlice<Cell>) -> Bool {
  guard before.count == after.count else { return false }
  return unsafe before.withUnsafeBytes { before in
    unsafe after.withUnsafeBytes { after in
      let (a, b) = unsafe (before.assumingMemoryBound(to: UInt64.self), after.assumingMemoryBound(to: UInt64.self))
      var difference: UInt64 = 0
      for word in 0..<a.count { unsafe difference |= a[word] ^ b[word] }
      return difference == 0
    }
  }
}
