/// What a shell needs to complete commands, options and names, made from the commands.
enum ShellScript {
  private static let specs = [ProgramCommand.dashboard] + ProgramCommand.named

  /// The words that can follow a command, other than files; after the program's name, these include commands.
  private static func words(_ spec: ProgramCommand) -> [String] {
    spec.words() + (spec.name.isEmpty ? ProgramCommand.named.map(\.name) : [])
  }

  private static func options(_ spec: ProgramCommand) -> [String] {
    spec.options.flatMap { option in ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? []) }
  }

  static let bash: String = {
    var cases = ""
    for spec in specs {
      let pattern = spec.name.isEmpty ? "*" : spec.name
      cases += "    \(pattern)) words=\"\(words(spec).joined(separator: " "))\"\n"
      cases += "      options=\"\(options(spec).joined(separator: " "))\" ;;\n"
    }
    // The values that are known, each once.
    var values: [String] = []
    for row in specs.flatMap(\.options) {
      let words = row.offer.words().joined(separator: " ")
      let files = row.offer.files ? " -f" : ""
      let line = "    --\(row.name)) COMPREPLY=($(compgen -W \"\(words)\"\(files) -- \"$current\")); return ;;"
      if !words.isEmpty, !values.contains(line) { values.append(line) }
    }
    // The dashboard's pattern matches everything, so it comes last.
    let lines = cases.split(separator: "\n").map(String.init)
    let ordered = (lines.dropFirst(2) + lines.prefix(2)).joined(separator: "\n")
    return """
      # bash completion of bgtop: eval "$(bgtop completions bash)"
      _bgtop() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" words options
        case "$previous" in
      \(values.joined(separator: "\n"))
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

  static let zsh: String = {
    func quoted(_ text: String) -> String {
      text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]").replacing(
        ":", with: "\\:")
    }
    func arguments(_ spec: ProgramCommand) -> String {
      let options = spec.options.map { option in
        "'--\(option.name)[\(quoted(option.help))]" + (option.placeholder.map { ":\($0):_files" } ?? "") + "'"
      }
      return (options + ["'*:input:{ compadd -- \(words(spec).joined(separator: " ")); _files }'"])
        .joined(separator: " ")
    }
    var text = "#compdef bgtop\n# zsh completion of bgtop: bgtop completions zsh > a folder of $fpath, as _bgtop\n"
    text += "_bgtop() {\n  case \"${words[2]}\" in\n"
    for spec in ProgramCommand.named {
      text += "    \(spec.name)) shift words; (( CURRENT-- )); _arguments \(arguments(spec)) ;;\n"
    }
    return text + "    *) _arguments \(arguments(.dashboard)) ;;\n  esac\n}\n_bgtop \"$@\"\n"
  }()

  static let fish: String = {
    func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "\\'") + "'" }
    var lines = ["# fish completion of bgtop: bgtop completions fish | source"]
    let names = ProgramCommand.named.map(\.name).joined(separator: " ")
    for spec in specs {
      let condition =
        spec.name.isEmpty
        ? "not __fish_seen_subcommand_from \(names)" : "__fish_seen_subcommand_from \(spec.name)"
      if spec.name.isEmpty {
        for command in ProgramCommand.named {
          lines.append("complete -c bgtop -n \(quoted(condition)) -a \(command.name) -d \(quoted(command.summary))")
        }
      }
      let words = words(spec).filter { word in !ProgramCommand.named.contains { $0.name == word } }
      if !words.isEmpty {
        lines.append("complete -c bgtop -n \(quoted(condition)) -a \(quoted(words.joined(separator: " ")))")
      }
      for option in spec.options {
        let short = option.short.map { " -s \($0)" } ?? ""
        lines.append(
          "complete -c bgtop -n \(quoted(condition)) -l \(option.name)\(short)\(option.placeholder == nil ? "" : " -r") "
            + "-d \(quoted(option.help))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }()
}
