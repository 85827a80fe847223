import Screen
import Testing

@Suite("Pictures of a canvas")
struct RenderingTests {
  private var canvas: Canvas {
    var canvas = Canvas(size: Size(columns: 16, rows: 4))
    let inner = canvas.frame(canvas.bounds, title: [TextRun("1 <a&b>", Style(.title, .bold))])
    canvas.put("日本 é ✗", at: inner.origin, style: Style(.bad))
    canvas.bar(at: Point(column: 1, row: 2), columns: 8, fraction: 0.3, gradient: .cpu)
    return canvas
  }

  @Test func `as text`() {
    #expect(canvas.text() == "╭─1 <a&b>──────╮\n│日本 é ✗      │\n│██▍           │\n╰──────────────╯\n")
    #expect(Canvas(size: Size(columns: 4, rows: 2)).text() == "\n\n")
    #expect(Canvas(size: Size(columns: 0, rows: 0)).text() == "")
  }

  @Test(arguments: ColorDepth.allCases)
  func `control sequences are colors, and end with a reset`(depth: ColorDepth) {
    let text = canvas.ansi(theme: .fallback, depth: depth)
    var plain = ""
    for (index, part) in text.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated() {
      guard index > 0 else {
        plain += part
        continue
      }
      guard let end = part.firstIndex(of: "m") else {
        Issue.record("a sequence without an end")
        return
      }
      #expect(part[..<end].allSatisfy { $0.isNumber || $0 == ";" })
      plain += part[part.index(after: end)...]
    }
    #expect(plain.split(separator: "\n").count == 4)
    #expect(text.hasSuffix("\u{1B}[0m\n"))
    let colors = ["38;2;", "38;5;", "\u{1B}[0;3"].map { text.contains($0) }
    switch depth {
    case .truecolor: #expect(colors[0] && !colors[1])
    case .colors256: #expect(!colors[0] && colors[1])
    case .colors16, .colors8: #expect(!colors[0] && !colors[1] && colors[2])
    case .none: #expect(!colors[0] && !colors[1] && !colors[2])
    }
  }

  @Test func `as a picture`() {
    let svg = canvas.svg(theme: .fallback)
    #expect(svg == canvas.svg(theme: .fallback))
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    #expect(svg.contains("1 &lt;a&amp;b&gt;"))
    #expect(!svg.contains("<a&b>"))
    #expect(svg.contains("textLength=\"36\""), "two wide glyphs are four columns of nine")
    #expect(!svg.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(Canvas(size: Size(columns: 0, rows: 0)).svg(theme: .fallback).contains("width=\"24\""))
  }
}
