import Screen
import Testing

@Suite("Rectangles")
struct RectTests {
  private static let numbers = [Int.min, -7, -1, 0, 1, 2, 9, Int.max]

  @Test func `no cell is lost or found twice`() {
    for count in Self.numbers {
      for columns in [-1, 0, 1, 10] {
        let rect = Rect(column: 3, row: 4, columns: columns, rows: 6)
        let left = rect.splitLeft(count)
        let right = rect.splitRight(count)
        #expect(left.left.columns + left.rest.columns == max(0, columns))
        #expect(right.rest.columns + right.right.columns == max(0, columns))
        #expect(left.rest.column == left.left.endColumn && right.right.column == right.rest.endColumn)
        let top = rect.splitTop(count)
        #expect(top.top.rows + top.rest.rows == 6 && top.rest.row == top.top.endRow)
        let bottom = rect.splitBottom(count)
        #expect(bottom.rest.rows + bottom.bottom.rows == 6 && bottom.bottom.endRow == rect.endRow)
      }
    }
  }

  @Test(arguments: [
    [1, 1, 1], [2, 1], [0, 5, 0], [7], [-1, 3], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [.max, .max],
  ])
  func `shares fill the whole`(weights: [Int]) {
    for columns in 0...20 {
      let parts = Rect(column: 2, row: 0, columns: columns, rows: 3).dividedColumns(weights)
      #expect(parts.map(\.columns).reduce(0, +) == columns)
      #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.endColumn == $1.column })
    }
    #expect(Rect(column: 0, row: 0, columns: 9, rows: 9).dividedRows([0, 0]).allSatisfy { $0.isEmpty })
  }

  @Test func `nothing overflows`() {
    for one in Self.numbers {
      for two in Self.numbers {
        let rect = Rect(column: one, row: two, columns: two, rows: one)
        for rim in Self.numbers {
          let inner = rect.inset(by: rim)
          #expect(inner.columns >= 0 && inner.rows >= 0)
          #expect(rect.intersection(inner).columns >= 0)
        }
        #expect(rect.moved(columns: two, rows: one).columns == two)
        #expect(rect.line(two).rows <= 1)
      }
    }
  }
}
