import Screen
import Testing

@Suite("What has changed on a canvas") struct ChangesTests {
  /// A canvas with texts on its first rows, all of it shown.
  private func shown(_ texts: String..., columns: Int = 10, rows: Int = 3) -> Canvas {
    var canvas = Canvas(size: Size(columns: columns, rows: rows))
    for (row, text) in texts.enumerated() { canvas.put(text, at: Point(column: 0, row: row), style: .text) }
    canvas.forgetChanges()
    return canvas
  }

  @Test func `a new canvas has changed as a whole`() {
    #expect(Canvas(size: Size(columns: 3, rows: 2)).changes == [0..<3, 0..<3])
    #expect(Canvas(size: Size(columns: 0, rows: 2)).changes.map(\.isEmpty) == [true, true])
  }

  @Test func `what is written counts until it is forgotten`() {
    var canvas = shown("abcdefghij")
    #expect(canvas.changes == [0..<0, 0..<0, 0..<0])
    canvas.put("XX", at: Point(column: 2, row: 0), style: .text)
    canvas.put("j", at: Point(column: 9, row: 0), style: Style(.bad))
    canvas.highlight(Rect(column: 3, row: 2, columns: 2, rows: 1))
    #expect(canvas.changes == [2..<10, 0..<0, 3..<5])
    canvas.forgetChanges()
    #expect(canvas.changes == [0..<0, 0..<0, 0..<0])
  }

  @Test func `after a redraw, only differences count`() {
    var canvas = shown("abcdefghij", "0123456789", "----------")
    let area = Rect(column: 1, row: 0, columns: 8, rows: 2)
    canvas.redraw(area) {
      $0.put("bcXeYgh", at: Point(column: 1, row: 0), style: .text)
      $0.put("12345678", at: Point(column: 1, row: 1), style: .text)
    }
    #expect(canvas.lines == ["abcXeYgh j", "0123456789", "----------"])
    #expect(canvas.changes == [3..<9, 0..<0, 0..<0])
  }

  @Test func `what changed before, or outside of the area, still counts`() {
    var canvas = shown("abcdefghij", "0123456789")
    canvas.put("Z", at: .zero, style: .text)
    canvas.redraw(Rect(column: 4, row: 0, columns: 3, rows: 2)) {
      $0.put("efg", at: Point(column: 4, row: 0), style: .text)
      $0.put("456", at: Point(column: 4, row: 1), style: .text)
      $0.put("!", at: Point(column: 9, row: 1), style: .text)
    }
    #expect(canvas.lines == ["Zbcdefghij", "012345678!", "          "])
    #expect(canvas.changes[0] == 0..<1)
    #expect(canvas.changes[1].contains(9))
  }

  /// Texts of wide and narrow glyphs on top of each other, at every position: applying the changes gives the new
  /// canvas, and no glyph is divided by the ends of a change.
  @Test func `changes hold all that is different and divide no wide glyph`() {
    let texts = ["日本語です", "a日本語で", "日a本bcd", "abcdefghij", "日本x語ab", "", "xyz日"]
    for from in texts {
      for to in texts {
        for (start, width) in [(0, 10), (1, 5), (2, 3), (3, 7), (9, 1)] {
          for isRedrawn in [false, true] {
            let old = shown(from, rows: 1)
            var new = old
            let area = Rect(column: start, row: 0, columns: width, rows: 1)
            if isRedrawn {
              new.redraw(area) { $0.put(to, at: area.origin, style: .text, within: area) }
            } else {
              new.put(to, at: area.origin, style: .text, within: area)
            }
            let changes = new.changes[0]
            for column in 0..<10 where !changes.contains(column) {
              #expect(old[column: column, row: 0] == new[column: column, row: 0], "\(from), \(to) at \(start)")
            }
            for canvas in [old, new] where !changes.isEmpty {
              #expect(!canvas[column: changes.lowerBound, row: 0].isContinuation)
              #expect(!canvas[column: changes.upperBound, row: 0].isContinuation)
            }
          }
        }
      }
    }
  }
}
