import Screen
import Testing

@Suite("Canvas")
struct CanvasTests {
  private static let wild = [Int.min, -3, -1, 0, 1, 5, 39, 40, 41, Int.max - 1, Int.max]

  @Test func `every size and position is handled`() {
    for rows in 0...20 {
      for columns in 0...40 {
        var canvas = Canvas(size: Size(columns: columns, rows: rows))
        for place in Self.wild {
          let point = Point(column: place, row: place == 5 ? 0 : place)
          let rect = Rect(column: place, row: 1, columns: columns, rows: place)
          canvas.put("日本 text\u{301}", at: point, style: .text, ellipsis: true)
          canvas.put("日本 text", at: Point(column: place, row: 0), style: .text, within: rect, ellipsis: true)
          canvas.put([TextRun("a"), TextRun("日b")], at: point, within: rect, ellipsis: true)
          canvas.put("日本", endingAt: place, row: 0, style: .text)
          canvas.frame(rect, title: [TextRun("title 日")], trailing: [TextRun("more")])
          canvas.bar(at: point, columns: place, fraction: 0.4, gradient: .cpu)
          canvas.sparkline(at: point, columns: place, values: [0, 1, .nan, .infinity], gradient: .cpu)
          canvas.highlight(rect)
          #expect(canvas[column: place, row: place].width <= 2)
        }
        for line in canvas.lines { #expect(textWidth(line) == columns) }
        checkHalves(canvas)
      }
    }
  }

  @Test(arguments: [
    Size(columns: -1, rows: 5), Size(columns: 5, rows: .min), Size(columns: .max, rows: 0),
    Size(columns: .max, rows: .max),
  ])
  func `impossible sizes`(size: Size) {
    let canvas = Canvas(size: size)
    #expect(canvas.size.columns >= 0 && canvas.size.columns <= Canvas.limit.columns)
    #expect(canvas.size.rows >= 0 && canvas.size.rows <= Canvas.limit.rows)
  }

  @Test func `both halves of a wide glyph live and die together`() {
    for column in -1...6 {
      for other in -1...6 {
        var canvas = Canvas(size: Size(columns: 6, rows: 1))
        canvas.put("日", at: Point(column: column, row: 0), style: .text)
        canvas.put("本", at: Point(column: other, row: 0), style: .text)
        canvas.put("x", at: Point(column: 3, row: 0), style: .text)
        checkHalves(canvas)
        #expect(textWidth(canvas.lines[0]) == 6)
      }
    }
  }

  @Test func `clipped on all sides`() {
    var canvas = Canvas(size: Size(columns: 8, rows: 3))
    canvas.fill(canvas.bounds, ".", style: .text)
    let clip = Rect(column: 2, row: 1, columns: 4, rows: 1)
    #expect(canvas.put("abcdefgh", at: Point(column: 0, row: 1), style: .text, within: clip) == 6)
    #expect(canvas.put("abcdefgh", at: Point(column: 0, row: 0), style: .text, within: clip) == 6)
    #expect(canvas.text() == "........\n..cdef..\n........\n")
    canvas.put("日本日本", at: Point(column: 1, row: 1), style: .text, within: clip)
    #expect(canvas.text() == "........\n.. 本 ..\n........\n")
  }

  @Test(arguments: [
    (12, "╭─1 pending──╮"), (10, "╭─1 pendi…─╮"), (5, "╭1 pe…╮"), (3, "╭1 …╮"), (2, "╭──╮"), (0, "╭╮"),
  ])
  func `a title yields to its frame`(inner: Int, top: String) {
    var canvas = Canvas(size: Size(columns: inner + 2, rows: 2))
    canvas.frame(canvas.bounds, title: [TextRun("1 ", Style(.highlight)), TextRun("pending")])
    #expect(canvas.lines[0] == top)
  }

  @Test func `what trails in a frame goes first`() {
    var canvas = Canvas(size: Size(columns: 24, rows: 2))
    canvas.frame(canvas.bounds, title: [TextRun("6 log")], trailing: [TextRun("/ search")])
    #expect(canvas.lines[0] == "╭─6 log───────/ search─╮")
    canvas.frame(
      Rect(column: 0, row: 0, columns: 15, rows: 2), title: [TextRun("6 log")], trailing: [TextRun("/ search")])
    #expect(canvas.lines[0].hasPrefix("╭─6 log───────╮"))
  }

  @Test(arguments: [
    (0.0, "        "), (0.001, "▏       "), (0.5, "████    "), (0.53, "████▎   "), (0.999, "███████▉"), (1, "████████"),
    (7, "████████"), (-1, "        "), (.nan, "        "),
  ])
  func `bars claim no more than is true`(fraction: Double, expected: String) {
    var canvas = Canvas(size: Size(columns: 8, rows: 1))
    canvas.bar(at: .zero, columns: 8, fraction: fraction, paint: .role(.good))
    #expect(canvas.lines[0] == expected)
  }

  @Test func `a sparkline shows the last values`() {
    var canvas = Canvas(size: Size(columns: 5, rows: 1))
    canvas.sparkline(at: .zero, columns: 5, values: [9, 0, 1, 2, 4, 8], range: 0...8, gradient: .temperature)
    #expect(canvas.lines[0] == " ▁▂▄█")
    canvas = Canvas(size: Size(columns: 5, rows: 1))
    canvas.sparkline(at: .zero, columns: 5, values: [4, .nan, 8], range: 0...8, gradient: .temperature)
    #expect(canvas.lines[0] == "  ▄ █")
  }

  @Test func `a selection keeps states and backgrounds`() {
    var canvas = Canvas(size: Size(columns: 3, rows: 1))
    canvas.put("a", at: .zero, style: .text)
    canvas.put("b", at: Point(column: 1, row: 0), style: Style(.bad))
    canvas.put("c", at: Point(column: 2, row: 0), style: .badge(.badgeLive))
    canvas.highlight(canvas.bounds)
    #expect(canvas[column: 0, row: 0].style == Style(.selected).on(.selectedBackground))
    #expect(canvas[column: 1, row: 0].style == Style(.bad).on(.selectedBackground))
    #expect(canvas[column: 2, row: 0].style == .badge(.badgeLive))
  }

  private func checkHalves(_ canvas: Canvas) {
    for row in 0..<canvas.size.rows {
      var before = 1
      for column in 0..<canvas.size.columns {
        let width = canvas[column: column, row: row].width
        #expect((before == 2) == (width == 0))
        before = width
      }
      #expect(before != 2)
    }
  }
}
