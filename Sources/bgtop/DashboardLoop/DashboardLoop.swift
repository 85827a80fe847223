internal import Dashboard
internal import Screen
internal import TaskTrace
internal import Terminal

/// The one place where the dashboard's state, the terminal and the clock meet.
enum DashboardLoop {
  /// Fills the terminal, or prints one screen as text if there is none to fill.
  static func runOnTerminal(
    _ state: inout DashboardState, _ theme: Theme, _ options: TerminalOptions, _ follower: (any InputFeed)?,
    _ recorder: TraceRecorder? = nil
  ) throws(FileAccess.Failure) -> Int32 {
    do throws(TerminalError) {
      var session = try TerminalSession(options)
      defer { session.restore() }
      (state.options.symbols, state.size) = (session.symbols, session.size)
      return loop(&state, theme, &session, follower, recorder)
    } catch {
      state.options.symbols = options.symbols ?? (Locale.isUTF8 ? .utf8 : .ascii)
      if let follower { continueReading(follower, &state) }
      Program.complain(["\(error), so here is one screen as text; 'bgtop shot' prints others"])
      try Program.put(state.draw().text() + "\n")
      return Program.ExitCode.fine
    }
  }

  /// Draw, sleep, handle input; while nothing changes, nothing is drawn and the process is not woken.
  private static func loop(
    _ state: inout DashboardState, _ theme: Theme, _ session: inout TerminalSession, _ follower: (any InputFeed)?,
    _ recorder: TraceRecorder?
  ) -> Int32 {
    var theme = theme
    var themeFile: ThemeFile?
    var last = System.monotonicMicroseconds()
    var drawing = Drawing()
    while true {
      drawing.draw(state)
      session.present(&drawing.canvas, theme: theme)
      // Folders are searched once the first screen is shown.
      if state.options.themeNames.isEmpty { state.options.themeNames = ThemeLoader.names }
      if themeFile == nil { themeFile = ThemeFile(state.options.themeName) }
      // Time advances when the next change is due, not with every key: a key acts at the instant that is on the screen,
      // and what it does not change need not be drawn again.
      let due = state.nextChange.map { last + $0.microseconds }
      let check = follower?.nextCheck.map { System.monotonicMicroseconds() + $0.microseconds }
      // Work that takes some milliseconds waits until no key has been pressed for a moment.
      let hasWork = drawing.hasPendingWork(state)
      let moment: Int64 = drawing.isWorking(state) ? 0 : 150_000
      let thought = hasWork ? System.monotonicMicroseconds() + moment : nil
      // Rounded up: a wake-up before the due instant would draw nothing and sleep again.
      let record =
        state.loading == nil
        ? recorder?.nextUpdate(state.trace).map { System.monotonicMicroseconds() + $0.microseconds } : nil
      let timeout = [due, check, thought, record].compactMap(\.self).min().map { next in
        Int32(clamping: max(0, next - System.monotonicMicroseconds() + 999) / 1_000)
      }
      var result = session.wait(
        until: timeout, extraDescriptors: (follower?.descriptors ?? []) + (themeFile?.descriptors ?? []))
      let now = System.monotonicMicroseconds()
      if due.map({ $0 <= now }) ?? true {
        state.elapse(TimeSpan(microseconds: now - last))
        last = now
      }
      if let follower {
        follow(follower, result, &state)
        // A frame for every step would never be seen.
        let frame = now + 1_000_000 / DashboardState.framesPerSecond
        while follower.isBusy, result == .timeout, System.monotonicMicroseconds() < frame {
          result = session.wait(until: 0)
          follow(follower, result, &state)
        }
      }
      if let recorder, state.loading == nil {
        do throws(FileAccess.Failure) { try recorder.update(state.trace) } catch { state.refuse(error.message) }
      }
      switch result {
      case .timeout where hasWork: drawing.continueWork(state)
      case .timeout: break
      case .readable:
        if themeFile?.hasChanged(state.options.themeName) == true {
          carryOut(.theme(state.options.themeName), &state, &theme, &session)
        }
      case .signal(let number): return 128 + number
      case .hangup: return 128 + 1
      case .input:
        if themeFile?.hasChanged(state.options.themeName) == true {
          carryOut(.theme(state.options.themeName), &state, &theme, &session)
        }
        for input in session.readInputs() {
          for effect in state.reduce(input) {
            if effect == .quit { return Program.ExitCode.fine }
            carryOut(effect, &state, &theme, &session)
          }
        }
      }
    }
  }
}
