internal import SchedulerModel
internal import TaskTrace

/// One word of the command line: what follows it, and what it does.
struct CommandWord: Sendable {
  var word: String
  /// What follows, in the notation of ``SchedulerModel/Command/forms``.
  var follows: String
  /// A sentence.
  var help: String

  /// All words: those of the dashboard, those of the simulation, and every action of the key table by its name.
  static let all: [CommandWord] = dashboard + simulation + actions

  static func named(_ word: String) -> CommandWord? { all.first { $0.word == word } }

  private static let dashboard: [CommandWord] = [
    CommandWord(word: "goto", follows: "TIME", help: "Go to a time: 21:45, 2h30m from the start, +30m, -1d."),
    CommandWord(word: "speed", follows: "1…100000", help: "Simulated seconds per real second."),
    CommandWord(word: "break", follows: "CONDITION", help: "Pause when a condition becomes true: thermal>=serious."),
    CommandWord(word: "watch", follows: "CONDITION", help: "Notify when a condition becomes true; do not pause."),
    CommandWord(word: "unbreak", follows: "", help: "Remove all :break and :watch conditions."),
    CommandWord(word: "view", follows: View.allCases.map(\.name).joined(separator: "|"), help: "Show a view."),
    CommandWord(
      word: "diagnose", follows: "[SYMPTOM]", help: "Find the cause of the selected task's symptom: never-runs."),
    CommandWord(
      word: "error", follows: "CODE",
      help: "Decode an error, and check its causes against the selected task: 3, 0x8badf00d."),
    CommandWord(word: "pane", follows: Pane.overview.map(\.name).joined(separator: "|"), help: "Go to a pane."),
    CommandWord(
      word: "layout", follows: "[" + Preset.allCases.map(\.rawValue).joined(separator: "|") + "]",
      help: "Choose an overview layout, or switch to the next one."),
    CommandWord(word: "select", follows: "TASK", help: "Select a task."),
    CommandWord(word: "filter", follows: "QUERY", help: "Show only what matches; an empty query shows all."),
    CommandWord(word: "search", follows: "QUERY", help: "Go to the next match."),
    CommandWord(
      word: "sort", follows: TaskOrder.allCases.map(\.rawValue).joined(separator: "|"), help: "Sort the tasks."),
    CommandWord(word: "theme", follows: "THEME", help: "Show another theme."),
    CommandWord(word: "branch", follows: "[BRANCH]", help: "Show a branch by its letter, or the next one."),
    CommandWord(word: "write", follows: "FILE", help: "Save the trace of this branch."),
    CommandWord(word: "picture", follows: "[FILE]", help: "Save the screen as .svg, .ansi or .txt."),
    CommandWord(word: "set", follows: "OPTION VALUE", help: "Change an option."),
    CommandWord(word: "save", follows: "", help: "Save the options for next time."),
  ]

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
