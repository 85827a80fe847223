/// An extent in character cells.
///
/// Zero and negative extents are legal and mean that there is nothing there.
public struct Size: Hashable, Sendable {
  /// How many cells lie side by side.
  public var columns: Int

  /// How many lines of cells lie one below the other.
  public var rows: Int

  /// Makes an extent.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Whether there is not a single cell in it.
  public var isEmpty: Bool { columns <= 0 || rows <= 0 }
}
