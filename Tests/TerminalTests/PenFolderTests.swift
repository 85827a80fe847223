import Terminal
import Testing

@Suite("Folding of pens")
struct PenFolderTests {
  @Test(arguments: [
    ("", ""), ("abc", "abc"), ("\u{1B}[31mab\u{1B}[m", "\u{1B}[31mab\u{1B}[m"),
    ("\u{1B}[0;1m\u{1B}[38;5;74m\u{1B}[48;5;2ma", "\u{1B}[1;38;5;74;48;5;2ma\u{1B}[m"),
    ("\u{1B}[31m\u{1B}[42ma\u{1B}[33m\u{1B}[42mb", "\u{1B}[31;42ma\u{1B}[33mb\u{1B}[m"),
    ("\u{1B}[31m a", " \u{1B}[31ma\u{1B}[m"), ("\u{1B}[4;31m a", "\u{1B}[4;31m a\u{1B}[m"),
    ("\u{1B}[1ma\u{1B}[mb", "\u{1B}[1ma\u{1B}[mb"),
    ("\u{1B}[1;31ma\u{1B}[0;31mb", "\u{1B}[1;31ma\u{1B}[0;31mb\u{1B}[m"),
    ("\u{1B}[44m\u{1B}[K", "\u{1B}[44m\u{1B}[K\u{1B}[m"), ("\u{1B}[44m\u{1B}[5;6H\u{1B}[49m", "\u{1B}[5;6H"),
    ("\u{1B}[38;2;1;2;3ma\u{1B}[39mb", "\u{1B}[38;2;1;2;3ma\u{1B}[mb"), ("\u{1B}(B\u{1B}[mé日", "é日"),
    ("\u{1B}[41ma\u{1B}[m\n", "\u{1B}[41ma\u{1B}[m\n"),
    ("\u{1B}[?25l\u{1B}[7m \r\n", "\u{1B}[?25l\u{1B}[7m \r\n\u{1B}[m"), ("\u{1B}", "\u{1B}"), ("\u{1B}[3", "\u{1B}[3"),
  ])
  func `the same in fewer bytes`(frame: String, folded: String) {
    var folder = PenFolder()
    #expect(String(decoding: folder.fold(Array(frame.utf8)), as: UTF8.self) == folded)
  }

  @Test(arguments: [
    ("────", "─\u{1B}[3b"), ("───", "───"), ("│────────────│", "│─\u{1B}[11b│"),
    ("\u{1B}[31m██████\u{1B}[32m████", "\u{1B}[31m█\u{1B}[5b\u{1B}[32m█\u{1B}[3b\u{1B}[m"),
    ("────\u{301}", "─\u{1B}[3b\u{301}"), ("aaaaaa", "aaaaaa"), ("éééééé", "éééééé"),
    ("──────\u{1B}", "─\u{1B}[5b\u{1B}"),
  ])
  func `rows of one glyph are sent as one and a number`(frame: String, folded: String) {
    var folder = PenFolder(canRepeat: true)
    #expect(String(decoding: folder.fold(Array(frame.utf8)), as: UTF8.self) == folded)
    var unable = PenFolder()
    #expect(!unable.fold(Array(frame.utf8)).contains(UInt8(ascii: "b")))
  }

  @Test func `any frame looks the same afterwards`() {
    var state: UInt64 = 7
    func draw(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let pieces = [
      "a", " ", "x y", "日", "──────", "░░░░░", "█", "\u{1B}[m", "\u{1B}[1m", "\u{1B}[7m", "\u{1B}[4m", "\u{1B}[31m",
      "\u{1B}[38;5;200m",
      "\u{1B}[48;5;20m", "\u{1B}[39;49m", "\u{1B}[49m", "\u{1B}[2;3H", "\u{1B}[K", "\u{1B}[3X",
      "\u{1B}(B\u{1B}[0;1;32m",
      "\u{1B}[38;2;9;8;7m", "\r", "\u{1B}[22m", "\u{1B}[27m", "\u{1B}[5;1H", "\n", "\u{1B}M", "\u{1B}[2;6r",
    ]
    for _ in 0..<400 {
      var frame = ""
      for _ in 0..<draw(40) { frame += pieces[draw(pieces.count)] }
      var plain = Emulator(columns: 60, rows: 8)
      var folded = plain
      var folder = PenFolder(canRepeat: true)
      plain.feed(Array(frame.utf8))
      folded.feed(folder.fold(Array(frame.utf8)))
      for (one, two) in zip(plain.cells.joined(), folded.cells.joined()) {
        var one = one
        if one.text == " ", one.attributes.isDisjoint(with: [4, 7]) {
          // What cannot be seen on a blank may differ.
          one.foreground = two.foreground
          one.attributes = two.attributes.isDisjoint(with: [4, 7]) ? two.attributes : one.attributes
        }
        #expect(one == two, "\(frame.debugDescription)")
      }
    }
  }
}
