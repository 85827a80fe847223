import Screen
import Testing

@Suite("Width of text")
struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("bgtop", 5), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ｆｕｌｌ", 8), ("ｶﾞ", 2), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("│─╭█░▒", 6), ("✓✗≈·…●○◆▲▼▽▶‖→≥⌁≋", 17), ("⌛⚡🔋", 6),
    ("👩\u{200D}👩\u{200D}👧", 6), ("❤\u{FE0F}", 1), ("🇩🇪", 2), ("שלום", 4), ("\u{202E}abc\u{202C}", 3),
    ("a\u{200B}b\u{FEFF}c", 3), ("\u{E000}", 1), ("\u{1FAE8}", 1), ("\u{10FFFF}", 1), ("\u{3000}", 2),
    ("\u{301}", 1), ("नि", 2), ("กำ", 2), ("a\tb", 3), ("\u{1B}[2J", 4), ("\u{9B}2J", 6),
  ])
  func `vectors`(text: String, columns: Int) {
    #expect(textWidth(text) == columns)
  }

  @Test func `drawn text has the predicted width`() {
    for value in stride(from: UInt32(0), to: 0x30000, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for symbols in [Symbols.utf8, .ascii] {
        var canvas = Canvas(size: Size(columns: 12, rows: 1), symbols: symbols)
        let columns = canvas.put("a\(Character(scalar))b", at: .zero, style: .text)
        #expect(columns == textWidth("a\(Character(scalar))b", symbols: symbols), "U+\(String(value, radix: 16))")
        #expect(canvas[column: columns - 1, row: 0].text == "b")
      }
    }
  }

  @Test(arguments: [
    ("news.refresh", 20, "news.refresh"), ("news.refresh", 12, "news.refresh"), ("news.refresh", 11, "news.refre…"),
    ("news", 1, "…"), ("news", 0, ""), ("news", -5, ""), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ("日本語", 6, "日本語"), ("日", 1, "…"),
  ])
  func `cut with a sign`(text: String, columns: Int, expected: String) {
    #expect(truncated(text, to: columns) == expected)
    #expect(textWidth(truncated(text, to: columns)) <= max(0, columns))
  }

  @Test func `cut in ASCII`() {
    #expect(truncated("naïve ✓ text", to: 8, symbols: .ascii) == "na?ve +~")
  }
}
