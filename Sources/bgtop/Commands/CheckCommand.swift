internal import Diagnosis
internal import TaskTrace

/// `bgtop check`: mistakes in declarations, scenarios, traces and logs.
enum CheckCommand {
  static func run(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    let seed = try arguments.integer(CommandTable.seed, in: 0...UInt64.max)
    let date = try arguments.date()
    let only = try checks(arguments, "only")
    let except = try checks(arguments, "except") ?? []
    var (inputs, code) = ([CheckedInput](), Program.ExitCode.fine)
    // What can be read is checked, whatever is wrong with the rest.
    for path in arguments.operands {
      let result = try Program.reporting {
        var input = try CheckedInput.load(path, seed: seed, date: date)
        input.findings.removeAll { only?.contains($0.check) == false || except.contains($0.check) }
        if input.findings.isEmpty { input.snippet = nil }
        inputs.append(input)
        return input.findings.isEmpty ? Program.ExitCode.fine : Program.ExitCode.findings
      }
      code = max(code, result)
    }
    if arguments.has("json") {
      Program.say(JSONValue(.array(inputs.map(\.json))).text + "\n")
    } else {
      Program.say(inputs.map(\.text).joined(separator: "\n"))
    }
    return code
  }

  /// The identifiers of checks in an option's value, with commas between them.
  private static func checks(_ arguments: Arguments, _ option: String) throws(Arguments.UsageError) -> Set<String>? {
    guard let value = arguments.value(option) else { return nil }
    var ids: Set<String> = []
    for id in value.split(separator: ",").map(String.init) {
      guard Check.named(id) != nil else {
        let hint = didYouMean(id, among: Check.all.map(\.id))
        throw arguments.fault("there is no check '\(id)'\(hint) ('bgtop list checks' names them)")
      }
      ids.insert(id)
    }
    return ids
  }
}
