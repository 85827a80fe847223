extension Rect {
  /// Cuts rows off the top.
  ///
  /// The requested size is limited to the available size, so both parts together are always the whole.
  public func splitTop(_ count: Int) -> (top: Rect, rest: Rect) {
    let size = count.clamped(to: 0...max(0, rows))
    return (
      Rect(column: column, row: row, columns: columns, rows: size),
      Rect(column: column, row: row.saturatingAdding(size), columns: columns, rows: max(0, rows) - size)
    )
  }

  /// Cuts rows off the bottom, limited to what there is.
  public func splitBottom(_ count: Int) -> (rest: Rect, bottom: Rect) {
    let size = count.clamped(to: 0...max(0, rows))
    let parts = splitTop(max(0, rows) - size)
    return (parts.top, parts.rest)
  }

  /// Cuts columns off the left, limited to what there is.
  public func splitLeft(_ count: Int) -> (left: Rect, rest: Rect) {
    let size = count.clamped(to: 0...max(0, columns))
    return (
      Rect(column: column, row: row, columns: size, rows: rows),
      Rect(column: column.saturatingAdding(size), row: row, columns: max(0, columns) - size, rows: rows)
    )
  }

  /// Cuts columns off the right, limited to what there is.
  public func splitRight(_ count: Int) -> (rest: Rect, right: Rect) {
    let size = count.clamped(to: 0...max(0, columns))
    let parts = splitLeft(max(0, columns) - size)
    return (parts.left, parts.rest)
  }

  /// Divides the width in proportion to weights, from left to right.
  ///
  /// Weights below zero count as zero. No cell is lost: the parts lie side by side and fill the whole width, unless all
  /// weights are zero, when they are empty.
  public func dividedColumns(_ weights: [Int]) -> [Rect] {
    Self.shares(of: columns, weights).map { share in
      Rect(column: column.saturatingAdding(share.start), row: row, columns: share.length, rows: rows)
    }
  }

  /// Divides the height in proportion to weights, from top to bottom.
  public func dividedRows(_ weights: [Int]) -> [Rect] {
    Self.shares(of: rows, weights).map { share in
      Rect(column: column, row: row.saturatingAdding(share.start), columns: columns, rows: share.length)
    }
  }

  /// One line of the rectangle, counted from its top; empty if there is no such line.
  public func line(_ index: Int) -> Rect {
    guard index >= 0, index < rows else { return Rect(column: column, row: row, columns: columns, rows: 0) }
    return Rect(column: column, row: row.saturatingAdding(index), columns: columns, rows: 1)
  }

  /// Scales a length; ends are rounded down in the same way, so that adjacent parts meet.
  private static func shares(of length: Int, _ weights: [Int]) -> [(start: Int, length: Int)] {
    let length = max(0, length)
    let weights = weights.map { Double(max(0, $0)) }
    let total = weights.reduce(0, +)
    guard total > 0 else { return weights.map { _ in (0, 0) } }
    var before = 0.0
    var start = 0
    return weights.map { weight in
      before += weight
      let end = before >= total ? length : Int(exactly: (Double(length) * before / total).rounded(.down)) ?? length
      defer { start = end }
      return (start, max(0, end - start))
    }
  }
}
