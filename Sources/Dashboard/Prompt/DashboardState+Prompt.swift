internal import Screen
internal import TaskTrace

extension DashboardState {
  /// Lines of the command line that are remembered.
  static let maxHistory = 100

  mutating func open(_ kind: Prompt.Kind) {
    let text = kind == .filter ? selection.filter?.text ?? "" : ""
    overlay = .prompt(Prompt(kind: kind, editor: LineEditor(text, history: kind == .command ? commandHistory : [])))
  }

  /// While a line is being typed, every key belongs to it.
  mutating func reduce(_ key: Key, in open: Prompt) -> [Effect] {
    var prompt = open
    switch key {
    case .escape, .ctrl("c"), .ctrl("g"):
      overlay = nil
      return []
    case .enter:
      overlay = nil
      return finish(prompt)
    case .tab, .backTab:
      if prompt.kind == .command { complete(&prompt, forward: key == .tab) }
    case .backspace where prompt.editor.text.isEmpty:
      overlay = nil
      return []
    default:
      let before = prompt.editor.text
      _ = prompt.editor.handle(key)
      if prompt.editor.text != before { (prompt.offers, prompt.offered) = ([], nil) }
    }
    overlay = .prompt(prompt)
    // A filter shows what it does while it is typed.
    if prompt.kind == .filter { selection.filter = Query(prompt.editor.string) }
    return []
  }

  /// Puts the next of the offers into the line.
  private func complete(_ prompt: inout Prompt, forward: Bool) {
    if prompt.offers.isEmpty {
      prompt.offers = CommandLine(prompt.editor.string).completions(self)
      prompt.offered = nil
    }
    guard !prompt.offers.isEmpty else { return }
    let count = prompt.offers.count
    let next = prompt.offered.map { ($0 + (forward ? 1 : count - 1)) % count } ?? (forward ? 0 : count - 1)
    prompt.offered = next
    prompt.editor.set(prompt.offers[next] + (count == 1 ? " " : ""))
    if count == 1 { (prompt.offers, prompt.offered) = ([], nil) }
  }

  private mutating func finish(_ prompt: Prompt) -> [Effect] {
    let line = prompt.editor.string
    switch prompt.kind {
    case .command:
      let words = line.split(separator: " ").joined(separator: " ")
      guard !words.isEmpty else { return [] }
      commandHistory.removeAll { $0 == words }
      commandHistory.append(words)
      if commandHistory.count > Self.maxHistory { commandHistory.removeFirst() }
      return run(words)
    case .search:
      selection.search = Query(line) ?? selection.search
      findMatch(forward: true)
    case .filter: setFilter(line)
    }
    return []
  }

  mutating func setFilter(_ text: String) {
    selection.filter = Query(text)
    scroll.log = 0
    guard let filter = selection.filter else { return }
    let count = rows(on: board).count
    let tasks = count == 1 ? "1 task matches" : "\(count) tasks match"
    toast = Toast(text: "\(tasks) \(filter.text); press Esc to show all.", isRefusal: false)
  }
}
