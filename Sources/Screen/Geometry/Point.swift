/// The place of one cell, counted from zero at the top left.
///
/// Any value is legal: what is outside a canvas is not drawn.
public struct Point: Hashable, Sendable {
  /// Cells to the right of the left edge.
  public var column: Int

  /// Cells below the top edge.
  public var row: Int

  /// The top left corner.
  public static let zero = Point(column: 0, row: 0)

  /// Names a cell.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
