import Screen
import Testing

@Suite("Styles and cells")
struct StyleTests {
  @Test func `a style keeps what it was given`() {
    var paints = Role.allCases.map { Paint.role($0) }
    for gradient in Gradient.allCases { paints += (0..<Gradient.steps).map { .gradient(gradient, step: $0) } }
    for (index, paint) in paints.enumerated() {
      for background in [nil, paints[(index * 7 + 3) % paints.count]] {
        let attributes = Attributes(rawValue: UInt8(index % 32))
        let style = Style(paint, attributes, on: background)
        #expect(style.foreground == paint)
        #expect(style.background == background)
        #expect(style.attributes == attributes)
        #expect(style.on(nil).background == nil)
        #expect(style == Style(paint, attributes, on: background))
      }
    }
  }

  @Test func `a cell is small`() {
    #expect(MemoryLayout<Cell>.size == 16)
    #expect(MemoryLayout<Style>.size == 4)
  }

  @Test(arguments: [(-1.0, 0), (0, 0), (0.5, 8), (0.999, 15), (1, 15), (.infinity, 15), (.nan, 0)])
  func `steps of a gradient`(fraction: Double, step: Int) {
    #expect(Gradient.step(for: fraction) == step)
  }

  @Test(arguments: Glyph.allCases)
  func `every symbol has a one-column equivalent`(glyph: Glyph) {
    #expect(textWidth(String(glyph.utf8)) == 1)
    #expect(textWidth(String(glyph.ascii)) == 1)
    #expect(glyph.ascii.isASCII)
    #expect(textWidth(Symbols.ascii[glyph], symbols: .ascii) == 1)
    var canvas = Canvas(size: Size(columns: 1, rows: 1), symbols: .ascii)
    canvas.put(String(glyph.utf8), at: .zero, style: .text)
    #expect(canvas.lines == [String(glyph.ascii)])
  }
}
