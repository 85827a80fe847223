internal import BuiltInThemes
internal import Dashboard
internal import Diagnosis
internal import SchedulerModel
internal import Screen
internal import TaskTrace

extension ProgramCommand {
  /// `bgtop list`: the tables of which the program consists.
  static let list = ProgramCommand(
    "list", operands: "WHAT", count: 1...1, summary: "list built-in items",
    details: "WHAT is \(Listing.names.dropLast().joined(separator: ", ")) or \(Listing.names.last ?? "").",
    words: { Listing.names }
  ) { options in
    let json = options.add(Switch.json)
    return { call in
      let what = call.operands[0]
      guard let entry = Listing.all.first(where: { $0.name == what }) else {
        let hint = didYouMean(what, among: Listing.names)
        throw call.fault("'list' takes \(Listing.names.joined(separator: ", ")), not '\(what)'\(hint)")
      }
      let listing = entry.make()
      try Program.print(call[json] ? listing.json : listing.text)
      return Program.ExitCode.fine
    }
  }
}

/// A table: the names of its columns, and its rows.
private struct Listing {
  var columns: [String]
  var rows: [[String]]

  /// A table that can be listed.
  struct Entry: Sendable {
    var name: String
    var make: @Sendable () -> Listing
  }

  static var names: [String] { all.map(\.name) }

  static let all: [Entry] = [
    Entry(name: "scenarios") {
      Listing(
        columns: ["name", "summary"],
        rows: Scenario.builtIn.map { entry in
          [entry.name, (try? Scenario.parse(entry.text, named: entry.name))?.summary ?? ""]
        })
    },
    Entry(name: "themes") {
      Listing(columns: ["name"], rows: BuiltInThemes.all.map { [$0.name] })
    },
    Entry(name: "keys") {
      Listing(
        columns: ["keys", "action", "group", "help"],
        rows: KeyTable.bindings.map {
          [$0.keys.map(\.description).joined(separator: " "), $0.action.commandName, $0.group.rawValue, $0.help]
        })
    },
    Entry(name: "policies") {
      Listing(
        columns: ["name", "rule"],
        rows: PolicyTable.all.map { [$0.name, $0.summary] }
          + PolicyTable.unmodeled.map { [$0.name, "not modeled: \($0.reason)"] })
    },
    Entry(name: "parameters") {
      Listing(
        columns: ["name", "value", "unit", "confidence", "source", "meaning"],
        rows: SchedulerProfile.ios26.parameters.map {
          [$0.name, JSONValue(.number($0.value)).text, $0.unit, $0.confidence.word, $0.source, $0.meaning]
        })
    },
    Entry(name: "checks") {
      Listing(
        columns: ["id", "severity", "title", "what", "consequence", "remedy", "source"],
        rows: Check.all.map {
          [$0.id, $0.severity.rawValue, $0.title, $0.what, $0.consequence, $0.remedy, $0.source]
        })
    },
    Entry(name: "symptoms") {
      Listing(
        columns: ["id", "title", "what", "questions", "source"],
        rows: Symptom.all.map { [$0.id, $0.title, $0.what, "\($0.questions.count) questions", $0.source] })
    },
    Entry(name: "errors") {
      Listing(
        columns: ["family", "code", "name", "meaning", "source"],
        rows: ErrorCode.all.map { [$0.family.rawValue, $0.codeText ?? "", $0.name, $0.meaning, $0.source] })
    },
    Entry(name: "events") {
      Listing(columns: ["name", "meaning"], rows: Event.names.map { [$0.name, $0.meaning] })
    },
  ]

  /// Columns side by side, each as wide as its widest cell; the last one is not filled up.
  var text: String {
    let widths = columns.indices.map { index in
      ([columns[index]] + rows.map { $0[index] }).map(\.count).max() ?? 0
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
    return rows.map(line).joined()
  }

  var json: String {
    let rows = rows.map { row in
      JSONValue(.object(zip(columns, row).map { JSONMember($0, JSONValue(.string($1))) }))
    }
    return JSONValue(.array(rows)).text + "\n"
  }
}
