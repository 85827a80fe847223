import Screen
import Testing

@Suite("Text from outside")
struct SanitisingTests {
  @Test(arguments: [
    ("\u{1B}[31mred", "␛[31mred", "\\x1b[31mred"), ("a\nb", "a␊b", "a\\x0ab"), ("a\r\nb", "a␍␊b", "a\\x0d\\x0ab"),
    ("a\tb", "a b", "a b"), ("\0", "␀", "\\x00"), ("\u{7F}", "␡", "\\x7f"), ("\u{9B}31m", "\\x9b31m", "\\x9b31m"),
    ("\u{85}", "\\x85", "\\x85"), ("\u{202E}evil\u{2066}", "evil", "evil"), ("a\u{200D}b\u{FE0F}", "ab", "ab"),
    ("\u{2028}", "␊", "\\n"), ("\u{E0041}", "", ""), ("\u{F8FF}", "\u{FFFD}", "?"), ("日", "日", "??"),
    ("✓ ≈ 0.92 … ×60", "✓ ≈ 0.92 … ×60", "+ ~ 0.92 ~ x60"), ("naïve", "naïve", "na?ve"), ("🇩🇪", "DE", "DE"),
    ("a\u{A0}b\u{2003}c", "a b c", "a b c"), ("\u{3000}x", "  x", "  x"), ("\u{AD}soft", "soft", "soft"),
    ("\u{301}a", "◌\u{301}a", "a"), ("a\u{301}\u{302}\u{303}\u{304}\u{305}", "a\u{301}\u{302}\u{303}\u{304}", "a"),
  ])
  func `becomes harmless`(text: String, utf8: String, ascii: String) {
    for (symbols, expected) in [(Symbols.utf8, utf8), (.ascii, ascii)] {
      var canvas = Canvas(size: Size(columns: 30, rows: 1), symbols: symbols)
      canvas.put(text, at: .zero, style: .text)
      let shown = canvas.text()
      #expect(shown.unicodeScalars.dropLast().elementsEqual(expected.unicodeScalars), "\(shown)")
    }
  }

  @Test func `nothing that moves a cursor ever reaches a cell`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = truncated(String(Character(scalar)), to: 20)
      for result in shown.unicodeScalars {
        let category = result.properties.generalCategory
        if category == .control || category == .format || category == .lineSeparator || category == .privateUse {
          Issue.record("U+\(String(value, radix: 16)) let U+\(String(result.value, radix: 16)) through")
        }
      }
    }
  }

  @Test func `an ASCII canvas holds nothing but ASCII`() {
    var canvas = Canvas(size: Size(columns: 60, rows: 12), symbols: .ascii)
    let inner = canvas.frame(canvas.bounds, title: [TextRun("1 größe ▸ 日本")])
    canvas.put("e\u{301} ✓ │ ░▒▓ 👩‍👧 שלום ⌁≋ ￼ \u{1B}", at: inner.origin, style: .text)
    canvas.bar(at: Point(column: 2, row: 3), columns: 20, fraction: 0.33, gradient: .cpu)
    canvas.sparkline(at: Point(column: 2, row: 4), columns: 9, values: (0...8).map { Double($0) / 8 }, gradient: .cpu)
    canvas.fill(Rect(column: 2, row: 5, columns: 9, rows: 1), "▒", style: .text)
    let text = canvas.text()
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(canvas.lines.allSatisfy { $0.utf8.count == 60 })
  }
}
