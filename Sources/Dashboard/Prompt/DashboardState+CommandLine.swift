internal import Diagnosis
internal import SchedulerModel
internal import Screen
internal import TaskTrace

extension DashboardState {
  /// The apps that commands may name.
  var bundles: [String] {
    let known = board.apps.map(\.bundle)
    let declared = simulation?.scenario.apps.map(\.bundle) ?? []
    return known + declared.filter { !known.contains($0) }
  }

  /// An instant as the user writes it: a clock time of the playhead's day, a time since the start, or a step.
  func instant(_ text: String) -> Instant? {
    let step = text.first
    if step == "+" || step == "-", let span = TimeSpan(units: text.dropFirst()) {
      return step == "+" ? playhead + span : playhead - span
    }
    guard let reference = TimeReference(text) else { return nil }
    let epoch = trace.header.epoch
    guard case .clock = reference else { return reference.instant(epoch: epoch, from: start) }
    // A clock time refers to the day that is shown.
    var midnight = epoch.civil(playhead)
    (midnight.hour, midnight.minute, midnight.second, midnight.microsecond) = (0, 0, 0, 0)
    return reference.instant(epoch: epoch, from: epoch.instant(midnight))
  }

  /// The whole line of a simulation's command, with identifiers that were shortened made whole; nil if it is none.
  func command(_ line: CommandLine) -> Command? {
    guard let form = Command.forms.first(where: { $0.word == line.word }) else { return nil }
    let names = form.follows.contains("TASK") ? knownTasks : form.follows.contains("BUNDLE") ? bundles : []
    let rest = line.rest.map { word in
      if names.contains(word) { return word }
      let meant = names.filter { $0.lowercased().contains(word.lowercased()) }
      return meant.count == 1 ? meant[0] : word
    }
    if rest.isEmpty, form.follows == "TASK", let task = selection.task {
      return Command("\(line.word) \(task.rawValue)")
    }
    return Command(([line.word] + rest).joined(separator: " "))
  }

  private var knownTasks: [String] {
    let declared = simulation?.scenario.apps.flatMap { $0.tasks.map(\.id.rawValue) } ?? []
    return board.tasks.map(\.task.rawValue) + declared
  }

  /// Why a word cannot be carried out now.
  func refusal(ofWord word: String) -> String? {
    if Command.forms.contains(where: { $0.word == word }) { return refusal(of: .launch) }
    return Action.allCases.first { $0.commandName == word }.flatMap { refusal(of: $0) }
  }

  /// What is wrong with what follows a word.
  func fault(of line: CommandLine) -> String? {
    let text = line.restText
    guard let known = DashboardWord(rawValue: line.word) else {
      if let form = Command.forms.first(where: { $0.word == line.word }) {
        return command(line) == nil ? "usage: \(form.word) \(form.follows)" : nil
      }
      return text.isEmpty ? nil : "'\(line.word)' takes no argument"
    }
    switch known {
    case .goto: return instant(text) == nil ? "'\(text)' is not a time: 21:45, 2h30m, +30m, -1d" : nil
    case .speed:
      return Int(text).map(Playback.speeds.contains) == true ? nil : "a speed is a number from 1 to 100000"
    case .break, .watch:
      do throws(BoardCondition.Fault) { _ = try BoardCondition(text) } catch { return error.message }
      return nil
    case .view: return View(name: text) == nil ? "there is no view '\(text)'" : nil
    case .diagnose: return Symptom.named(text) == nil ? "there is no symptom '\(text)'" : nil
    case .error: return ErrorCode.matching(text).isEmpty ? "unknown code '\(text)'" : nil
    case .pane:
      return Pane(name: text).map(Pane.overview.contains) == true ? nil : "the overview has no pane '\(text)'"
    case .layout: return text.isEmpty || Preset(rawValue: text) != nil ? nil : "there is no layout '\(text)'"
    case .select: return task(named: text) == nil ? "no task is named '\(text)'" : nil
    case .sort: return TaskOrder(rawValue: text) == nil ? "there is no order '\(text)'" : nil
    case .theme:
      return options.themeNames.isEmpty || options.themeNames.contains(text) || text.contains("/")
        ? nil : "there is no theme '\(text)'"
    case .branch: return others.contains { $0.name == text.uppercased() } ? nil : "there is no other branch '\(text)'"
    case .set: return optionFault(line.rest)
    case .write, .picture, .filter, .search: return nil
    case .unbreak, .save: return text.isEmpty ? nil : "'\(line.word)' takes no argument"
    }
  }

  /// The task that a part of its identifier names, if it is the only one.
  func task(named text: String) -> TaskIdentifier? {
    let wanted = text.lowercased()
    let all = board.tasks.map(\.task)
    if let exact = all.first(where: { $0.rawValue.lowercased() == wanted }) { return exact }
    let meant = all.filter { $0.rawValue.lowercased().contains(wanted) }
    return wanted.isEmpty || meant.count != 1 ? nil : meant[0]
  }

  /// Carries out a line that was typed after `:`.
  public mutating func run(_ text: String) -> [Effect] {
    let line = CommandLine(text)
    guard !line.isEmpty else { return [] }
    guard let known = CommandWord.named(line.word) else {
      refuse(line.preview(self).text)
      return []
    }
    if let fault = line.rest.isEmpty ? nil : fault(of: line) {
      refuse(fault)
      return []
    }
    if let command = command(line) {
      if let refusal = refusal(of: .launch) { refuse(refusal) } else { perform(command) }
      return []
    }
    let needsMore = !known.follows.isEmpty && !known.follows.hasPrefix("[") && line.rest.isEmpty
    if needsMore, known.word != "filter" {
      refuse("usage: \(known.word) \(known.follows)")
      return []
    }
    return run(known.word, line.restText, line.rest)
  }

  private mutating func run(_ word: String, _ text: String, _ rest: [String]) -> [Effect] {
    guard let known = DashboardWord(rawValue: word) else {
      return Action.allCases.first { $0.commandName == word }.map { reduce($0) } ?? []
    }
    switch known {
    case .goto: if let instant = instant(text) { go(to: instant) }
    case .speed: if let wanted = Int(text) { setSpeed(wanted) }
    case .break, .watch: addCondition(text, breaks: known == .break)
    case .unbreak:
      conditions = []
      toast = Toast(text: "All conditions removed.", isRefusal: false)
    case .view: if let view = View(name: text) { show(view) }
    case .diagnose, .error:
      show(.diagnosis)
      asked = Symptom.named(text)?.id ?? ErrorCode.matching(text).first?.name
    case .pane: if let pane = Pane(name: text) { go(to: pane) }
    case .layout: arrange(Preset(rawValue: text) ?? options.preset.next)
    case .select: if let task = task(named: text) { select(task) }
    case .filter: setFilter(text)
    case .search:
      selection.search = Query(text)
      findMatch(forward: true)
    case .sort: if let wanted = TaskOrder(rawValue: text) { options.order = wanted }
    case .theme: return [.theme(text)]
    case .branch: text.isEmpty ? switchBranch() : switchBranch(to: text.uppercased())
    case .write: return [.saveTrace(text)]
    case .picture: return [.savePicture(text.isEmpty ? nil : text)]
    case .set: return set(rest)
    case .save: return [.saveOptions]
    }
    return []
  }
}
