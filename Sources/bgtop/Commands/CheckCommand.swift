internal import Diagnosis
internal import TaskTrace

extension ProgramCommand {
  /// `bgtop check`: mistakes in declarations, scenarios, traces and logs.
  static let check = ProgramCommand(
    "check", operands: "INPUT…", count: 1...1_000, summary: "find mistakes",
    details: """
      INPUT is an Info.plist (XML or binary), a scenario, a trace or a device log, or "-" for standard input. Every
      finding states where it occurs, what it costs, how to fix it, and the source; for an Info.plist the corrected keys are
      printed. 'bgtop list checks' lists all checks. Exit codes: 0 no findings, 1 findings, 2 unreadable.
      """
  ) { options in
    let only = options.add(.checks("only", "run only these checks, separated by commas"))
    let except = options.add(.checks("except", "skip these checks"))
    let (seed, date, json) = (options.add(.seed), options.add(.date), options.add(Switch.json))
    return { call in
      var (inputs, code) = ([CheckedInput](), Program.ExitCode.fine)
      // Every readable input is checked, regardless of errors in the others.
      for path in call.operands {
        do {
          var input = try CheckedInput.load(path, seed: call[seed], date: call[date])
          input.findings.removeAll {
            call[only]?.contains($0.check) == false || call[except]?.contains($0.check) == true
          }
          if input.findings.isEmpty { input.snippet = nil } else { code = max(code, Program.ExitCode.findings) }
          inputs.append(input)
        } catch {
          code = max(code, Program.report(error))
        }
      }
      if call[json] {
        try Program.print(JSONValue(.array(inputs.map(\.json))).text + "\n")
      } else {
        try Program.print(inputs.map(\.text).joined(separator: "\n"))
      }
      return code
    }
  }
}

extension Option where Value == Set<String> {
  /// The identifiers of checks, with commas between them.
  fileprivate static func checks(_ name: String, _ help: String) -> Option {
    Option(name: name, placeholder: "IDS", help: help, offer: Offer(words: { Check.all.map(\.id) }, files: false)) {
      (text) throws(Refusal) in
      var ids: Set<String> = []
      for id in text.split(separator: ",").map(String.init) {
        guard Check.named(id) != nil else {
          let hint = didYouMean(id, among: Check.all.map(\.id))
          throw Refusal(message: "there is no check '\(id)'\(hint) ('bgtop list checks' lists them)")
        }
        ids.insert(id)
      }
      return ids
    }
  }
}
