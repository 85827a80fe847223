internal import BuiltInThemes
internal import Diagnosis
internal import SchedulerModel
internal import TaskTrace

/// `bgtop completions`: what a shell needs to complete commands, options and names, made from the table of commands.
enum CompletionsCommand {
  static let shells = ["bash", "zsh", "fish"]

  static func run(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    let shell = arguments.operands.first ?? ""
    switch shell {
    case "bash": Program.say(bash)
    case "zsh": Program.say(zsh)
    case "fish": Program.say(fish)
    default:
      let hint = didYouMean(shell, among: shells)
      throw arguments.fault("'completions' takes \(shells.joined(separator: ", ")), not '\(shell)'\(hint)")
    }
    return Program.ExitCode.fine
  }

  /// The commands, and the words that may follow each besides files.
  private static let operands: [(command: String, words: [String])] = {
    let scenarios = Scenario.builtIn.map(\.name)
    let fixed = [
      "list": ListCommand.kinds, "completions": shells, "help": CommandTable.named.map(\.name), "manual": [],
      "choose": [],
      "diagnose": scenarios + Symptom.all.map(\.id), "error": ErrorCode.all.map(\.name) + scenarios,
    ]
    return [("", scenarios + CommandTable.named.map(\.name))]
      + CommandTable.named.map { ($0.name, fixed[$0.name] ?? scenarios) }
  }()

  private static let specs = [CommandTable.dashboard] + CommandTable.named

  private static func options(_ spec: CommandSpec) -> [String] {
    spec.options.flatMap { option in ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? []) }
  }

  private static func words(_ command: String) -> [String] { operands.first { $0.command == command }?.words ?? [] }

  private static let bash: String = {
    var cases = ""
    for spec in specs {
      let pattern = spec.name.isEmpty ? "*" : spec.name
      cases += "    \(pattern)) words=\"\(words(spec.name).joined(separator: " "))\"\n"
      cases += "      options=\"\(options(spec).joined(separator: " "))\" ;;\n"
    }
    // The dashboard's pattern matches everything, so it stands last.
    let lines = cases.split(separator: "\n").map(String.init)
    let ordered = (lines.dropFirst(2) + lines.prefix(2)).joined(separator: "\n")
    return """
      # bash completion of bgtop: eval "$(bgtop completions bash)"
      _bgtop() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" words options
        case "$previous" in
          --theme) COMPREPLY=($(compgen -W "\(BuiltInThemes.all.map(\.name).joined(separator: " "))" -f -- "$current")); return ;;
          --color) COMPREPLY=($(compgen -W "auto never 16 256 truecolor" -- "$current")); return ;;
        esac
        case "${COMP_WORDS[1]}" in
      \(ordered)
        esac
        if [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$current"))
        else COMPREPLY=($(compgen -W "$words" -f -- "$current")); fi
      }
      complete -o filenames -F _bgtop bgtop

      """
  }()

  private static let zsh: String = {
    func quoted(_ text: String) -> String {
      text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]").replacing(
        ":", with: "\\:")
    }
    func arguments(_ spec: CommandSpec) -> String {
      let options = spec.options.map { option in
        "'--\(option.name)[\(quoted(option.help))]" + (option.value.map { ":\($0):_files" } ?? "") + "'"
      }
      return (options + ["'*:input:{ compadd -- \(words(spec.name).joined(separator: " ")); _files }'"])
        .joined(separator: " ")
    }
    var text = "#compdef bgtop\n# zsh completion of bgtop: bgtop completions zsh > a folder of $fpath, as _bgtop\n"
    text += "_bgtop() {\n  case \"${words[2]}\" in\n"
    for spec in CommandTable.named {
      text += "    \(spec.name)) shift words; (( CURRENT-- )); _arguments \(arguments(spec)) ;;\n"
    }
    return text + "    *) _arguments \(arguments(CommandTable.dashboard)) ;;\n  esac\n}\n_bgtop \"$@\"\n"
  }()

  private static let fish: String = {
    func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "\\'") + "'" }
    var lines = ["# fish completion of bgtop: bgtop completions fish | source"]
    let names = CommandTable.named.map(\.name).joined(separator: " ")
    for spec in specs {
      let condition =
        spec.name.isEmpty
        ? "not __fish_seen_subcommand_from \(names)" : "__fish_seen_subcommand_from \(spec.name)"
      if spec.name.isEmpty {
        for command in CommandTable.named {
          lines.append("complete -c bgtop -n \(quoted(condition)) -a \(command.name) -d \(quoted(command.summary))")
        }
      }
      let words = words(spec.name).filter { word in !CommandTable.named.contains { $0.name == word } }
      if !words.isEmpty {
        lines.append("complete -c bgtop -n \(quoted(condition)) -a \(quoted(words.joined(separator: " ")))")
      }
      for option in spec.options {
        let short = option.short.map { " -s \($0)" } ?? ""
        lines.append(
          "complete -c bgtop -n \(quoted(condition)) -l \(option.name)\(short)\(option.value == nil ? "" : " -r") "
            + "-d \(quoted(option.help))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }()
}
