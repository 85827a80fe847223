internal import SchedulerModel
internal import TaskTrace

/// The words of the command line that are the dashboard's own.
enum DashboardWord: String, CaseIterable, Sendable {
  case goto, speed, `break`, watch, unbreak, view, diagnose, error, pane, layout, select, filter, search, sort, theme,
    branch, write, picture, set, save
}

/// One word of the command line: its arguments, and its effect.
struct CommandWord: Sendable {
  var word: String
  /// What follows, in the notation of ``SchedulerModel/Command/forms``.
  var follows: String
  /// A sentence.
  var help: String

  /// All words: those of the dashboard, those of the simulation, and every action of the key table by its name.
  static let all: [CommandWord] = dashboard + simulation + actions

  static func named(_ word: String) -> CommandWord? { all.first { $0.word == word } }

  private static let dashboard: [CommandWord] = DashboardWord.allCases.map { word in
    let (follows, help) = word.usage
    return CommandWord(word: word.rawValue, follows: follows, help: help)
  }

  private static let simulation: [CommandWord] = Command.forms.map { form in
    CommandWord(word: form.word, follows: form.follows, help: "Simulation command, at the selected time.")
  }

  /// Actions that no other word carries out.
  private static let actions: [CommandWord] = KeyTable.bindings.compactMap { binding in
    let word = binding.action.commandName
    let isTaken = (dashboard + simulation).contains { $0.word == word }
    return isTaken ? nil : CommandWord(word: word, follows: "", help: binding.help)
  }
}

extension Action {
  /// The name after `:`, in the configuration and in `bgtop list keys`: `next-event`.
  public var commandName: String {
    var name = ""
    for letter in rawValue {
      if letter.isUppercase { name += "-" }
      name += letter.lowercased()
    }
    return name
  }
}

extension DashboardWord {
  /// What follows the word, and what it does.
  fileprivate var usage: (follows: String, help: String) {
    switch self {
    case .goto:
      ("TIME", "Go to a time: 21:45, 2h30m from the start, +30m, -1d.")
    case .speed:
      ("1…100000", "Simulated seconds per real second.")
    case .break:
      ("CONDITION", "Pause when a condition becomes true: thermal>=serious.")
    case .watch:
      ("CONDITION", "Notify when a condition becomes true; do not pause.")
    case .unbreak:
      ("", "Remove all :break and :watch conditions.")
    case .view:
      (View.allCases.map(\.name).joined(separator: "|"), "Show a view.")
    case .diagnose:
      ("[SYMPTOM]", "Find the cause of the selected task's symptom: never-runs.")
    case .error:
      ("CODE", "Decode an error, and check its causes against the selected task: 3, 0x8badf00d.")
    case .pane:
      (Pane.overview.map(\.name).joined(separator: "|"), "Go to a pane.")
    case .layout:
      (
        "[" + Preset.allCases.map(\.rawValue).joined(separator: "|") + "]",
        "Choose an overview layout, or switch to the next one."
      )
    case .select:
      ("TASK", "Select a task.")
    case .filter:
      ("QUERY", "Show only what matches; an empty query shows all.")
    case .search:
      ("QUERY", "Go to the next match.")
    case .sort:
      (TaskOrder.allCases.map(\.rawValue).joined(separator: "|"), "Sort the tasks.")
    case .theme:
      ("THEME", "Show another theme.")
    case .branch:
      ("[BRANCH]", "Show a branch by its letter, or the next one.")
    case .write:
      ("FILE", "Save the trace of this branch.")
    case .picture:
      ("[FILE]", "Save the screen as .svg, .ansi or .txt.")
    case .set:
      ("OPTION VALUE", "Change an option.")
    case .save:
      ("", "Save the options for next time.")
    }
  }
}
