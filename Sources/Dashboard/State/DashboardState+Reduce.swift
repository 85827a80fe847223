public import Screen
internal import TaskTrace

extension DashboardState {
  /// Takes in something that a person did. The only way in which the state changes, besides time.
  public mutating func reduce(_ input: Input) -> [Effect] {
    switch input {
    case .key(let key): return reduce(key)
    case .mouse(let mouse): return reduce(mouse)
    case .resize(let size):
      self.size = size
      return []
    case .paste(let text):
      prompt?.editor.insert(text)
      return []
    case .focus: return []
    }
  }

  private mutating func reduce(_ key: Key) -> [Effect] {
    (toast, tip) = (nil, nil)
    if prompt != nil { return reducePrompt(key) }
    if optionsOpen != nil, key != .ctrl("c") { return reduceOptions(key) }
    if help != nil, key != .ctrl("c") { return reduceHelp(key) }
    if chooser != nil, key != .ctrl("c") { return reduceChooser(key) }
    guard let action = keyMap.action(for: key) else {
      toast = Toast(text: "\(key) is not a key here: ? shows all keys.", isRefusal: true)
      return []
    }
    return reduce(action)
  }

  /// Carries out an action.
  public mutating func reduce(_ action: Action) -> [Effect] {
    toast = nil
    if action.isCommand {
      perform(action)
      return []
    }
    switch action {
    case .quit: return [.quit]
    case .redraw: return [.redrawAll]
    case .help: help = HelpState()
    case .choose: chooser = ChooserState()
    case .command: open(.command)
    case .search: open(.search)
    case .filter: open(.filter)
    case .searchNext: findMatch(forward: true)
    case .searchPrevious: findMatch(forward: false)
    case .copy: return copyFocus()
    case .options: optionsOpen = OptionsState()
    case .picture: return [.savePicture(nil)]
    case .mouse:
      mouse.toggle()
      toast = Toast(
        text: mouse ? "Clicks go to bgtop." : "Clicks go to the terminal, which selects text; F3 takes them again.",
        isRefusal: false)
      return [.mouse(mouse)]
    case .sort:
      order = order.next
      toast = Toast(text: "The tasks stand in the order of \(order.rawValue).", isRefusal: false)
    case .mark: toggleMark()
    case .pin: togglePin()
    case .span: toggleSpan()
    case .close: close()
    case .enter: enter()
    case .zoom: zoomed = view == .overview && !zoomed
    case .layout: arrange(preset.next)
    case .panLeft: pan(by: -0.25)
    case .panRight: pan(by: 0.25)
    case .zoomIn: zoomTimeline(to: TimelineScale.shorter(than: timelineSpan))
    case .zoomOut: zoomTimeline(to: TimelineScale.longer(than: timelineSpan))
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
    default: reduceTime(action)
    }
    return []
  }

  /// Closes the innermost thing that is open.
  private mutating func close() {
    if let caption = board.caption, caption.at != closedCaption {
      closedCaption = caption.at
    } else if zoomed {
      zoomed = false
    } else if span != nil {
      span = nil
    } else if timelineStart != nil {
      timelineStart = nil
    } else if view != .overview {
      show(.overview)
    } else if filter != nil {
      filter = nil
    } else if !marked.isEmpty {
      marked = []
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
    self.preset = preset
    if !preset.panes.contains(focus) { focus = preset.panes.first ?? .pending }
    toast = Toast(text: "Layout \(preset.rawValue): \(preset.help). L changes it.", isRefusal: false)
  }

  /// Moves the timeline by a part of the time that it shows; never so far that nothing known is left on it.
  private mutating func pan(by part: Double) {
    let (least, most) = (trace.start - timelineSpan.scaled(by: 0.9), edge - timelineSpan.scaled(by: 0.1))
    let wanted = TimelineScale(self, columns: 1).start + timelineSpan.scaled(by: part)
    timelineStart = min(max(wanted, least), max(least, most))
    toast = Toast(text: "The timeline is moved; Esc or R lets it go with the instant again.", isRefusal: false)
  }

  /// Changes the length of time that the timeline shows; the middle stays where somebody has moved it.
  private mutating func zoomTimeline(to span: TimeSpan) {
    if let start = timelineStart { timelineStart = start + (timelineSpan - span).scaled(by: 0.5) }
    timelineSpan = span
  }

  mutating func show(_ view: View) {
    if self.view != view { viewOffset = 0 }
    self.view = view
    zoomed = false
    if let pane = view.pane { focus = pane } else if !Pane.overview.contains(focus) { focus = .pending }
  }

  mutating func go(to pane: Pane) {
    show(.overview)
    focus = pane
  }

  mutating func select(_ task: TaskIdentifier) {
    selection = task
    whyOffset = 0
  }

  private mutating func toggleMark() {
    guard let selection else { return }
    if let index = marked.firstIndex(of: selection) { marked.remove(at: index) } else { marked.append(selection) }
    let text = marked.count == 1 ? "1 task is marked" : "\(marked.count) tasks are marked"
    toast = Toast(
      text: "\(text); commands go to \(marked.isEmpty ? "the selected one" : "all of them").", isRefusal: false)
  }

  private mutating func toggleSpan() {
    guard span == nil else {
      span = nil
      return
    }
    span = Span(from: playhead)
    toast = Toast(text: "A span begins here: go to its other end; v or Esc ends it.", isRefusal: false)
  }

  private mutating func togglePin() {
    guard let selection else { return }
    if let index = pinned.firstIndex(of: selection) { pinned.remove(at: index) } else { pinned.append(selection) }
  }

  /// Shows one pane on the whole screen.
  public mutating func zoom(_ pane: Pane) {
    if let view = View.allCases.first(where: { $0.pane == pane }) { show(view) } else { (focus, zoomed) = (pane, true) }
  }

  private func copyFocus() -> [Effect] { [.copy(focusText)] }

  private mutating func movePane(by step: Int) {
    if view != .overview { show(.overview) }
    let panes = Pane.overview.filter(preset.panes.contains)
    let index = panes.firstIndex(of: focus) ?? (step > 0 ? -1 : 0)
    focus = panes[(index + step + panes.count) % panes.count]
  }

  private mutating func move(by step: Int) {
    switch focus {
    case .log: scrollLog(by: step)
    case .why where zoomed: whyOffset = max(0, min(whyOffset + step, 1_000))
    case .task, .findings, .statistics, .compare, .diagnosis: viewOffset = max(0, min(viewOffset + step, 100_000))
    case .pending, .running, .why, .budgets, .timeline: moveSelection(by: step)
    }
  }

  private mutating func moveSelection(by step: Int) {
    let board = board
    let rows = rows(on: board)
    guard !rows.isEmpty else { return }
    let index = rows.firstIndex { board.tasks[$0].task == selection } ?? (step > 0 ? -1 : rows.count)
    selection = board.tasks[rows[min(max(0, index + step), rows.count - 1)]].task
    whyOffset = 0
  }
}
