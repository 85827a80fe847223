import Screen
import Testing

@Suite("Difference of canvases")
struct DiffTests {
  @Test func `nothing if nothing changed`() {
    let canvas = Canvas(size: Size(columns: 10, rows: 4))
    #expect(diff(from: canvas, to: canvas).isEmpty)
  }

  @Test func `runs of what changed`() {
    var old = Canvas(size: Size(columns: 10, rows: 3))
    old.put("abcdefghij", at: .zero, style: .text)
    var new = old
    new.put("bXX", at: Point(column: 1, row: 0), style: .text)
    new.put("j", at: Point(column: 9, row: 0), style: Style(.bad))
    new.put("z", at: Point(column: 0, row: 2), style: .text)
    #expect(
      diff(from: old, to: new) == [
        CellRun(row: 0, columns: 2..<4), CellRun(row: 0, columns: 9..<10), CellRun(row: 2, columns: 0..<1),
      ])
  }

  @Test func `another size changes everything`() {
    let old = Canvas(size: Size(columns: 3, rows: 2))
    #expect(diff(from: old, to: Canvas(size: Size(columns: 2, rows: 2))).map(\.columns) == [0..<2, 0..<2])
    #expect(diff(from: old, to: Canvas(size: Size(columns: 0, rows: 2))).isEmpty)
  }

  @Test func `runs never cut a wide glyph`() {
    let texts = ["日本語です", "a日本語で", "日a本bcd", "abcdefghij", "日本x語ab"]
    for from in texts {
      for to in texts {
        var old = Canvas(size: Size(columns: 10, rows: 1))
        var new = old
        old.put(from, at: .zero, style: .text)
        new.put(to, at: .zero, style: .text)
        for run in diff(from: old, to: new) {
          for canvas in [old, new] {
            #expect(!canvas[column: run.columns.lowerBound, row: 0].isContinuation)
            #expect(!canvas[column: run.columns.upperBound, row: 0].isContinuation)
          }
        }
      }
    }
  }
}
