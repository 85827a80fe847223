public import Screen
internal import TaskTrace

extension DashboardState {
  /// Processes user input. Apart from time, this is the only way in which the state changes.
  public mutating func reduce(_ input: Input) -> [Effect] {
    switch input {
    case .key(let key): return reduce(key)
    case .mouse(let mouse): return reduce(mouse, on: hit(at: mouse.point))
    case .resize(let size):
      self.size = size
      return []
    case .paste(let text):
      guard case .prompt(var prompt) = overlay else { return [] }
      prompt.editor.insert(text)
      overlay = .prompt(prompt)
      return []
    case .focus: return []
    }
  }

  private mutating func reduce(_ key: Key) -> [Effect] {
    (toast, tip) = (nil, nil)
    if let overlay { return reduce(key, in: overlay) }
    guard let action = keyMap.action(for: key) else {
      toast = Toast(text: "\(key) does nothing here. Press ? for all keys.", isRefusal: true)
      return []
    }
    return reduce(action)
  }

  /// Carries out an action.
  public mutating func reduce(_ action: Action) -> [Effect] {
    toast = nil
    // No default: a new action does not compile until it is handled here.
    switch action {
    case .launch, .expire, .userCancel, .submit, .cancel, .push, .download, .thermalUp, .thermalDown, .lowPower,
      .batteryDown, .batteryUp, .charger, .network, .inUse, .backgroundRefresh, .memoryPressure, .app, .forceQuit,
      .reboot:
      perform(action)
    case .pause: togglePlaying()
    case .faster: setSpeed(playback.speed * 2)
    case .slower: setSpeed(playback.speed / 2)
    case .nextEvent: nextEvent()
    case .previousEvent: previousEvent()
    case .back: go(to: playhead - .minutes(10))
    case .forward: go(to: playhead + .minutes(10))
    case .previousDay: go(to: playhead - .days(1))
    case .nextDay: go(to: playhead + .days(1))
    case .nextProblem: findProblem(forward: true)
    case .previousProblem: findProblem(forward: false)
    case .bookmark: toggleBookmark()
    case .nextBookmark: goToNextBookmark()
    case .fork: forkHere()
    case .branch: switchBranch()
    case .undo: undo()
    case .redo: redo()
    case .live: goLive()
    case .quit: return [.quit]
    case .redraw: return [.redrawAll]
    case .help: overlay = .help(HelpState())
    case .choose: overlay = .chooser(ChooserState())
    case .command: open(.command)
    case .search: open(.search)
    case .filter: open(.filter)
    case .searchNext: findMatch(forward: true)
    case .searchPrevious: findMatch(forward: false)
    case .copy: return copyFocus()
    case .options: overlay = .options(OptionsState())
    case .picture: return [.savePicture(nil)]
    case .mouse:
      options.mouse.toggle()
      toast = Toast(
        text: options.mouse
          ? "Clicks go to bgtop." : "Clicks go to the terminal, which selects text; F3 takes them back.",
        isRefusal: false)
      return [.mouse(options.mouse)]
    case .sort:
      options.order = options.order.next
      toast = Toast(text: "Tasks are sorted by \(options.order.rawValue).", isRefusal: false)
    case .mark: toggleMark()
    case .pin: togglePin()
    case .span: toggleSpan()
    case .close: close()
    case .enter: enter()
    case .zoom: zoomed = view == .overview && !zoomed
    case .layout: arrange(options.preset.next)
    case .panLeft: pan(by: -0.25)
    case .panRight: pan(by: 0.25)
    case .zoomIn: zoomTimeline(to: TimelineScale.shorter(than: timeline.length))
    case .zoomOut: zoomTimeline(to: TimelineScale.longer(than: timeline.length))
    case .nextPane: movePane(by: 1)
    case .previousPane: movePane(by: -1)
    case .overview: show(.overview)
    case .timelineView: show(.timeline)
    case .taskView: show(.task)
    case .logView: show(.log)
    case .findingsView: show(.findings)
    case .statisticsView: show(.statistics)
    case .compareView: show(.compare)
    case .diagnosisView:
      asked = nil
      show(.diagnosis)
    case .why: go(to: .why)
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .pageUp: move(by: -10)
    case .pageDown: move(by: 10)
    case .first: move(by: -1_000_000)
    case .last: move(by: 1_000_000)
    }
    selectSomething()
    return []
  }

  /// Closes the innermost thing that is open.
  private mutating func close() {
    if let caption = board.caption, caption.at != closedCaption {
      closedCaption = caption.at
    } else if zoomed {
      zoomed = false
    } else if timeline.marked != nil {
      timeline.marked = nil
    } else if timeline.start != nil {
      timeline.start = nil
    } else if view != .overview {
      show(.overview)
    } else if selection.filter != nil {
      selection.filter = nil
    } else if !selection.marked.isEmpty {
      selection.marked = []
    }
  }

  /// Looks into what is selected.
  private mutating func enter() {
    switch (view, focus) {
    case (.overview, .log): show(.log)
    case (.overview, .timeline): show(.timeline)
    case (.overview, _): show(.task)
    default: show(.overview)
    }
  }

  /// Shows the overview with the panes of a preset.
  mutating func arrange(_ preset: Preset) {
    show(.overview)
    options.preset = preset
    if !preset.panes.contains(focus) { focus = preset.panes.first ?? .pending }
    toast = Toast(text: "Layout \(preset.rawValue): \(preset.help). L changes it.", isRefusal: false)
  }

  /// Moves the timeline by a part of the time that it shows; never so far that nothing known is left on it.
  private mutating func pan(by part: Double) {
    let (lower, upper) = (trace.start - timeline.length.scaled(by: 0.9), edge - timeline.length.scaled(by: 0.1))
    let wanted = TimelineScale(self, columns: 1).start + timeline.length.scaled(by: part)
    timeline.start = min(max(wanted, lower), max(lower, upper))
    toast = Toast(text: "Timeline panned. Press Esc or R to follow the selected time again.", isRefusal: false)
  }

  /// Changes the length of time that the timeline shows; the middle stays in place if the timeline was moved manually.
  private mutating func zoomTimeline(to span: TimeSpan) {
    if let start = timeline.start { timeline.start = start + (timeline.length - span).scaled(by: 0.5) }
    timeline.length = span
  }

  mutating func show(_ view: View) {
    if self.view != view { scroll.view = 0 }
    self.view = view
    zoomed = false
    if let pane = view.pane { focus = pane } else if !Pane.overview.contains(focus) { focus = .pending }
  }

  mutating func go(to pane: Pane) {
    show(.overview)
    focus = pane
  }

  mutating func select(_ task: TaskIdentifier) {
    selection.task = task
    scroll.why = 0
  }

  private mutating func toggleMark() {
    guard let task = selection.task else { return }
    if let index = selection.marked.firstIndex(of: task) {
      selection.marked.remove(at: index)
    } else {
      selection.marked.append(task)
    }
    let text = selection.marked.count == 1 ? "1 task is marked" : "\(selection.marked.count) tasks are marked"
    toast = Toast(
      text: "\(text); commands apply to \(selection.marked.isEmpty ? "the selected one" : "all of them").",
      isRefusal: false)
  }

  private mutating func toggleSpan() {
    guard timeline.marked == nil else {
      timeline.marked = nil
      return
    }
    timeline.marked = TimelineState.Span(from: playhead)
    toast = Toast(text: "A span starts here. Go to its other end, then press v or Esc.", isRefusal: false)
  }

  private mutating func togglePin() {
    guard let task = selection.task else { return }
    if let index = selection.pinned.firstIndex(of: task) {
      selection.pinned.remove(at: index)
    } else {
      selection.pinned.append(task)
    }
  }

  /// Shows one pane on the whole screen.
  public mutating func zoom(_ pane: Pane) {
    if let view = View.allCases.first(where: { $0.pane == pane }) { show(view) } else { (focus, zoomed) = (pane, true) }
  }

  private func copyFocus() -> [Effect] { [.copy(focusText)] }

  private mutating func movePane(by step: Int) {
    if view != .overview { show(.overview) }
    let panes = Pane.overview.filter(options.preset.panes.contains)
    let index = panes.firstIndex(of: focus) ?? (step > 0 ? -1 : 0)
    focus = panes[(index + step + panes.count) % panes.count]
  }

  private mutating func move(by step: Int) {
    switch focus {
    case .log: scrollLog(by: step)
    case .why where zoomed: scroll.why = max(0, min(scroll.why + step, 1_000))
    case .task, .findings, .statistics, .compare, .diagnosis: scroll.view = max(0, min(scroll.view + step, 100_000))
    case .pending, .running, .why, .budgets, .timeline: moveSelection(by: step)
    }
  }

  private mutating func moveSelection(by step: Int) {
    let board = board
    let rows = rows(on: board)
    guard !rows.isEmpty else { return }
    let index = rows.firstIndex { board.tasks[$0].task == selection.task } ?? (step > 0 ? -1 : rows.count)
    selection.task = board.tasks[rows[min(max(0, index + step), rows.count - 1)]].task
    scroll.why = 0
  }
}
