internal import BuiltInThemes
internal import Dashboard
internal import Diagnosis
internal import SchedulerModel
internal import Screen
internal import TaskTrace

/// `bgtop list`: the tables that the program is made of.
enum ListCommand {
  /// A table: the names of its columns, and its rows.
  struct Listing {
    var columns: [String]
    var rows: [[String]]
  }

  static let kinds = [
    "scenarios", "themes", "keys", "policies", "parameters", "checks", "symptoms", "errors", "events",
  ]

  static func run(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    let what = arguments.operands.first ?? ""
    guard let listing = listing(what) else {
      let hint = didYouMean(what, among: kinds)
      throw arguments.fault("'list' takes \(kinds.joined(separator: ", ")), not '\(what)'\(hint)")
    }
    Program.say(arguments.has("json") ? json(listing) : text(listing))
    return Program.ExitCode.fine
  }

  private static func listing(_ what: String) -> Listing? {
    switch what {
    case "scenarios":
      let rows = Scenario.builtIn.map { entry in
        [entry.name, (try? Scenario.parse(entry.text, named: entry.name))?.summary ?? ""]
      }
      return Listing(columns: ["name", "summary"], rows: rows)
    case "themes": return Listing(columns: ["name"], rows: BuiltInThemes.all.map { [$0.name] })
    case "keys":
      return Listing(
        columns: ["keys", "action", "group", "help"],
        rows: KeyTable.bindings.map {
          [$0.keys.map(\.description).joined(separator: " "), $0.action.commandName, $0.group.rawValue, $0.help]
        })
    case "policies":
      return Listing(
        columns: ["name", "rule"],
        rows: PolicyTable.all.map { [$0.name, $0.summary] }
          + PolicyTable.unmodelled.map { [$0.name, "not modelled: \($0.reason)"] })
    case "parameters":
      return Listing(
        columns: ["name", "value", "unit", "confidence", "source", "meaning"],
        rows: SchedulerProfile.ios26.parameters.map {
          [$0.name, number($0.value), $0.unit, $0.confidence.word, $0.source, $0.meaning]
        })
    case "checks":
      return Listing(
        columns: ["id", "severity", "title", "what", "consequence", "remedy", "source"],
        rows: Check.all.map {
          [$0.id, $0.severity.rawValue, $0.title, $0.what, $0.consequence, $0.remedy, $0.source]
        })
    case "symptoms":
      return Listing(
        columns: ["id", "title", "what", "questions", "source"],
        rows: Symptom.all.map { [$0.id, $0.title, $0.what, "\($0.questions.count) questions", $0.source] })
    case "errors":
      return Listing(
        columns: ["family", "code", "name", "meaning", "source"],
        rows: ErrorCode.all.map { [$0.family.rawValue, $0.codeText ?? "", $0.name, $0.meaning, $0.source] })
    case "events": return Listing(columns: ["name", "meaning"], rows: Event.names.map { [$0.name, $0.meaning] })
    default: return nil
    }
  }

  /// A number without a fraction that is not there.
  private static func number(_ value: Double) -> String { JSONValue(.number(value)).text }

  /// Columns side by side, each as wide as its widest cell; the last one is not filled up.
  private static func text(_ listing: Listing) -> String {
    let widths = listing.columns.indices.map { index in
      ([listing.columns[index]] + listing.rows.map { $0[index] }).map(\.count).max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      var text = ""
      for (index, cell) in cells.enumerated() {
        text += cell
        if index + 1 < cells.count { text += String(repeating: " ", count: widths[index] - cell.count + 2) }
      }
      while text.hasSuffix(" ") { text.removeLast() }
      return text + "\n"
    }
    return listing.rows.map(line).joined()
  }

  private static func json(_ listing: Listing) -> String {
    let rows = listing.rows.map { row in
      JSONValue(.object(zip(listing.columns, row).map { JSONMember($0, JSONValue(.string($1))) }))
    }
    return JSONValue(.array(rows)).text + "\n"
  }
}
