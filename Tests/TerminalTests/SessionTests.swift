import Screen
import Terminal
import Testing

/// There is one terminal at a time, so one test after the other.
@Suite("A session on a terminal", .serialized)
struct SessionTests {
  private func options(_ terminal: PseudoTerminal, _ depth: ColorDepth) -> TerminalOptions {
    var options = TerminalOptions()
    options.device = terminal.path
    options.needsTerminalOutput = false
    options.symbols = .utf8
    options.color = .depth(depth)
    return options
  }

  private func scene(_ size: Size, _ symbols: Symbols, _ step: Int) -> Canvas {
    var canvas = Canvas(size: size, symbols: symbols)
    let inner = canvas.frame(canvas.bounds, title: [TextRun("1 pending", Style(.title, .bold))])
    for line in 0..<inner.rows {
      let row = inner.line(line)
      let role = Role.allCases[(line * 5 + step) % 22]
      canvas.put("news.refresh e\u{301} 日本 ✗ \(step * line)", at: row.origin, style: Style(role), within: row)
      canvas.bar(
        at: Point(column: row.column + 26, row: row.row), columns: 12, fraction: Double((line + step) % 9) / 8,
        gradient: Gradient.allCases[line % 9], within: row)
      if line == step % max(1, inner.rows) {
        canvas.highlight(row)
        canvas.cursor = row.origin
      }
    }
    canvas.put(" LIVE ", endingAt: size.columns - 2, row: 0, style: .badge(.badgeLive))
    return canvas
  }

  @Test(.needsPseudoTerminal, arguments: [ColorDepth.truecolor, .colors256, .colors16, .none])
  func `the terminal shows what is on the canvas`(depth: ColorDepth) throws {
    let terminal = try #require(PseudoTerminal(columns: 48, rows: 12))
    var emulator = Emulator(columns: 48, rows: 12)
    var session = try TerminalSession(options(terminal, depth))
    let dark = Theme.fallback
    for step in 0..<40 {
      var canvas = scene(session.size, session.symbols, step)
      session.present(&canvas, theme: dark)
      emulator.feed(terminal.output())
      #expect(emulator.problems == [])
      #expect(emulator.lines == canvas.lines, "step \(step)")
      #expect(canvas.cursor == Point(column: emulator.column, row: emulator.row))
      expectStyles(emulator, canvas, dark, session.depth)
      #expect(emulator.modes.contains("?1049"), "what was on the terminal before is kept aside")
    }
    session.restore()
    emulator.feed(terminal.output())
    #expect(emulator.modes.isDisjoint(with: ["?1049", "?1000", "?1002", "?1006", "?2004", "?1004", "?2026"]))
    #expect(terminal.hasEcho)
  }

  /// Compares colors: cells with the same appearance look alike on the terminal, and those with different ones do not.
  private func expectStyles(_ emulator: Emulator, _ canvas: Canvas, _ theme: Theme, _ depth: ColorDepth) {
    var seen: [Appearance: Emulator.Cell] = [:]
    for row in 0..<canvas.size.rows {
      for column in 0..<canvas.size.columns {
        let cell = canvas[column: column, row: row]
        guard !cell.isBlank, !cell.isContinuation else { continue }
        var shown = emulator.cells[row][column]
        shown.text = ""
        let appearance = theme.appearance(of: cell.style, depth: depth)
        #expect(seen[appearance] == nil || seen[appearance] == shown, "at \(row);\(column)")
        seen[appearance] = shown
        if case .rgb(let color) = appearance.foreground {
          #expect(shown.foreground == "2;\(color.red);\(color.green);\(color.blue)")
        }
      }
    }
    #expect(Set(seen.values).count == seen.count)
  }

  @Test(.needsPseudoTerminal) func `nothing is sent when nothing has changed, and little when little has`() throws {
    let terminal = try #require(PseudoTerminal(columns: 80, rows: 24))
    var session = try TerminalSession(options(terminal, .colors256))
    var canvas = scene(session.size, session.symbols, 3)
    #expect(session.present(&canvas, theme: .fallback) > 1000)
    #expect(session.present(&canvas, theme: .fallback) == 0)
    _ = terminal.output()
    canvas.put("x", at: Point(column: 60, row: 10), style: .text)
    let sent = session.present(&canvas, theme: .fallback)
    let bytes = terminal.output()
    #expect(sent == bytes.count)
    #expect(sent < 60)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}[?2026h") && text.hasSuffix("\u{1B}[?2026l"))
    session.restore()
  }

  @Test(.needsPseudoTerminal) func `keys, resizes and the time`() throws {
    let terminal = try #require(PseudoTerminal(columns: 40, rows: 10))
    var session = try TerminalSession(options(terminal, .colors256))
    #expect(session.wait(until: 10) == .timeout)
    terminal.type("l\u{1B}[A\u{1B}[<0;3;4M\u{1B}[200~q\u{1B}[201~")
    #expect(session.wait(until: 1000) == .input)
    #expect(
      session.readInputs() == [
        .key(.character("l")), .key(.up), .mouse(Mouse(.press(.left), at: Point(column: 2, row: 3))), .paste("q"),
      ])
    terminal.type("\u{1B}")
    #expect(session.wait(until: 1000) == .input)
    #expect(session.readInputs() == [])
    #expect(session.wait(until: 1000) == .input)
    #expect(session.readInputs() == [.key(.escape)])
    session.restore()
  }

  @Test(.needsPseudoTerminal) func `a session can follow another`() throws {
    let terminal = try #require(PseudoTerminal(columns: 40, rows: 10))
    for _ in 0..<3 {
      var session = try TerminalSession(options(terminal, .truecolor))
      var canvas = scene(session.size, session.symbols, 1)
      session.present(&canvas, theme: .fallback)
      #expect(!terminal.hasEcho)
      _ = terminal.output()
    }
    #expect(terminal.hasEcho)
  }

  @Test func `no terminal, no session`() {
    var options = TerminalOptions()
    options.device = "/dev/null"
    options.needsTerminalOutput = false
    #expect(throws: TerminalError.noTerminal) { _ = try TerminalSession(options) }
  }
}
