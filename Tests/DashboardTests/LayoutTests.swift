import Dashboard
import Screen
import TaskTrace
import Testing

@Suite("Any size") struct LayoutTests {
  @Test func `every size from nothing to a large screen draws, in both sets of signs`() {
    for symbols in [Symbols.utf8, .ascii] {
      var state = Recordings.state(symbols: symbols)
      for columns in Array(0...44) + [60, 75, 76, 79, 80, 99, 120, 159, 160, 200] {
        for rows in Array(0...26) + [30, 40, 60, 70] {
          state.size = Size(columns: columns, rows: rows)
          let canvas = state.draw()
          #expect(canvas.size == state.size)
          if symbols.isASCII { #expect(canvas.text().utf8.allSatisfy { $0 < 128 }) }
        }
      }
    }
  }

  @Test func `frames are whole at every width`() {
    var state = Recordings.state()
    for columns in 10...130 {
      state.size = Size(columns: columns, rows: 40)
      for line in state.draw().lines {
        let open = line.count { $0 == "╭" || $0 == "╰" }
        let close = line.count { $0 == "╮" || $0 == "╯" }
        #expect(open == close, "\(columns): \(line)")
        #expect(textWidth(line) <= columns)
      }
    }
  }

  @Test func `the badge and the answer survive on the smallest screens`() {
    var state = Recordings.state(24, 4)
    #expect(state.draw().text().contains("RECORDING"))
    #expect(state.draw().text().contains("backup"))
    state.size = Size(columns: 40, rows: 12)
    Recordings.select("com.example.news.refresh", in: &state)
    #expect(state.draw().text().contains("none is pending"))
    Recordings.select("com.example.photos.backup", in: &state)
    #expect(state.draw().text().contains("why is photos.backup"))
  }

  @Test func `all six panes fit on a screen of 80 by 24`() {
    let text = Recordings.state(80, 24).draw().text()
    for title in ["╭─pending", "╭─running", "╭─W ", "╭─budgets", "╭─2 timeline", "╭─4 log"] {
      #expect(text.contains(title), "\(title)")
    }
  }
}
