internal import Diagnosis
internal import SchedulerModel
internal import TaskTrace

/// A line after `:`, parsed.
struct CommandLine {
  private var words: [String]
  private var endsWithSpace: Bool

  init(_ line: String) {
    words = line.split(separator: " ").map(String.init)
    endsWithSpace = line.hasSuffix(" ")
  }

  var word: String { words.first ?? "" }
  var rest: [String] { Array(words.dropFirst()) }
  var restText: String { rest.joined(separator: " ") }
  var isEmpty: Bool { words.isEmpty }

  /// The word that is being typed, which may be empty.
  private var partial: String { endsWithSpace ? "" : words.last ?? "" }
  private var indexOfPartial: Int { endsWithSpace ? words.count : max(0, words.count - 1) }

  /// The lines that Tab offers, best first.
  func completions(_ state: DashboardState) -> [String] {
    let before = words.prefix(indexOfPartial)
    let candidates = indexOfPartial == 0 ? CommandWord.all.map(\.word) : values(at: indexOfPartial - 1, state)
    let wanted = partial.lowercased()
    let beginning = candidates.filter { $0.lowercased().hasPrefix(wanted) }
    let inside = candidates.filter { !$0.lowercased().hasPrefix(wanted) && $0.lowercased().contains(wanted) }
    return (beginning + inside).prefix(200).map { (before + [$0]).joined(separator: " ") }
  }

  /// The values that are possible at a position after the first word.
  private func values(at index: Int, _ state: DashboardState) -> [String] {
    guard let known = CommandWord.named(word) else { return [] }
    let forms = known.follows.split(separator: " ").map { $0.trimmingBrackets }
    guard forms.indices.contains(index) else { return known.follows.hasSuffix("QUERY") ? Self.queryFields : [] }
    let form = forms[index]
    switch form {
    case "TASK": return state.board.tasks.map(\.task.rawValue)
    case "BUNDLE": return state.bundles
    case "THEME": return state.options.themeNames
    case "BRANCH": return state.others.map(\.name)
    case "QUERY": return Self.queryFields
    case "CONDITION": return BoardCondition.Subject.allCases.map { $0.rawValue + ($0 == .thermal ? ">=" : "=") }
    case "OPTION": return Options.Key.allCases.map(\.rawValue)
    case "SYMPTOM": return Symptom.all.map(\.id)
    case "CODE": return ErrorCode.all.map(\.name)
    case "VALUE": return rest.first.flatMap(Options.Key.init(rawValue:))?.values(state.options) ?? []
    default: return form.contains("|") ? form.split(separator: "|").map(String.init) : []
    }
  }

  private static let queryFields = Query.Field.allCases.map { $0.rawValue + ":" }

  /// What Enter would do, in a sentence; or what is wrong with the line.
  func preview(_ state: DashboardState) -> (text: String, isFault: Bool) {
    guard let known = CommandWord.named(word) else {
      if isEmpty { return ("a command; Tab lists all", false) }
      let beginning = CommandWord.all.filter { $0.word.hasPrefix(word) }.map(\.word)
      if !endsWithSpace, words.count == 1, !beginning.isEmpty {
        return (beginning.prefix(12).joined(separator: "  "), false)
      }
      let near = didYouMean(word, among: CommandWord.all.map(\.word))
      return ("there is no command '\(word)'\(near)", true)
    }
    let form = known.follows.isEmpty ? known.word : "\(known.word) \(known.follows)"
    if !rest.isEmpty, let fault = state.fault(of: self) { return (fault, true) }
    if let refusal = state.refusal(ofWord: known.word) { return (refusal, true) }
    if known.word == "goto", let instant = state.instant(restText) {
      return ("go to \(state.trace.header.epoch.stamp(instant))", false)
    }
    return ("\(form): \(known.help)", false)
  }
}

extension Substring {
  fileprivate var trimmingBrackets: String { String(drop { $0 == "[" }.prefix { $0 != "]" }) }
}
