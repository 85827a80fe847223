import Foundation
import Testing

@testable import bgtop

@Suite("The command line") struct UsageTests {
  @Test func `help names every command and ends well`() throws {
    let help = try bgtop("--help")
    #expect(help.code == 0)
    for command in ["run", "import", "shot", "list", "help"] {
      #expect(help.output.contains("  \(command) "))
      let own = try bgtop("help", command)
      #expect(own.code == 0)
      #expect(own.output.hasPrefix("usage: bgtop \(command)"))
      #expect(try bgtop(command, "--help").output == own.output)
    }
    #expect(try bgtop("--version").output.hasPrefix("bgtop "))
    #expect(try bgtop("-V").code == 0)
  }

  @Test(
    "a command line error is reported in one line, with the nearest word and exit code 2",
    arguments: [
      (["--sped", "3"], "did you mean '--speed'"), (["run", "day", "--untl", "3d"], "did you mean '--until'"),
      (["imprt", "x", "y"], "did you mean 'import'"), (["dya"], "did you mean 'day'"), (["run"], "run needs SCENARIO"),
      (["run", "day", "--until", "soon"], "takes a time"), (["run", "day", "--seed", "-1"], "whole number"),
      (["shot", "day", "--size", "12"], "takes columns and rows"), (["shot", "day", "--view", "pendig"], "'pending'"),
      (["shot", "day", "--as", "gif"], "text, ansi or svg"), (["shot", "day", "--keys", "lauch"], "--keys"),
      (["list", "thems"], "did you mean 'themes'"), (["help", "runn"], "did you mean 'run'"),
      (["-x"], "unknown option"),
      (["--speed"], "needs a value"), (["run", "day", "--trace", "--json"], "'--trace' needs a value"),
      (["run", "day", "--trace", "--seed=3"], "'--trace' needs a value"),
      (["import", "x", "-o", "-h"], "needs a value"), (["--ascii=yes"], "takes no value"),
      (["--color", "blue"], "--color"),
      (["shot", "day", "--theme", "drak"], "did you mean 'dark'"), (["run", "day", "--until=-5s"], "takes a time"),
    ])
  func mistakes(_ arguments: [String], _ part: String) throws {
    let outcome = try bgtop(arguments)
    #expect(outcome.code == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(part), "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("bgtop: "))
  }

  @Test(
    "options can precede the command",
    arguments: [
      (["--theme", "light", "--as", "ansi", "shot", "day"], ["shot", "day", "--theme", "light", "--as", "ansi"]),
      (["--until", "1h", "--json", "run", "day"], ["run", "day", "--until", "1h", "--json"]),
      (["--at", "20h", "why", "day", "photos.backup"], ["why", "day", "photos.backup", "--at", "20h"]),
      (["--at=20h", "diagnose", "day"], ["diagnose", "day", "--at", "20h"]),
      (["--json", "error", "3"], ["error", "3", "--json"]),
      (["--json", "error", "-999"], ["error", "-999", "--json"]),
      (["--only", "chain-broken", "check", "day"], ["check", "day", "--only", "chain-broken"]),
      (
        ["--answers", "time,maintenance,heavy,offline", "choose"],
        ["choose", "--answers", "time,maintenance,heavy,offline"]
      ),
      (["--json", "list", "themes"], ["list", "themes", "--json"]), (["--help", "run"], ["run", "--help"]),
      (["-h", "completions", "bash"], ["completions", "-h"]), (["-h", "manual"], ["help", "manual"]),
      (["--help", "help"], ["help", "help"]), (["-h", "compare"], ["help", "compare"]),
      (["-o", "-", "import", "-"], ["import", "-", "-o", "-"]),
      (["--size", "60x10", "shot", "--seed", "3", "day"], ["shot", "day", "--seed", "3", "--size", "60x10"]),
      // A value is not a command, whatever its text.
      (["--theme", "mono", "--trace", "-", "--until", "1h", "run", "day"], ["run", "--theme"]),
      (["--version", "run", "day"], ["--version"]), (["--ascii", "day"], ["day", "--ascii"]),
    ])
  func optionsFirst(_ words: [String], _ usual: [String]) throws {
    let (first, second) = (try bgtop(words), try bgtop(usual))
    #expect(first.output == second.output)
    #expect(first.code == second.code)
    if first.code == 0 { #expect(!first.output.isEmpty) }
  }

  @Test func `an option of one command is unknown to another, wherever it appears`() throws {
    let outcome = try bgtop("--until", "3d", "shot", "day")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("unknown option '--until'"))
    #expect(outcome.errors.contains("for details: 'bgtop help shot'"))
  }

  /// Parsing relies on this: the command is known only after the options before it were skipped.
  @Test func `an option of one name takes a value in all commands or in none, and means the same letter`() {
    let rows = ([.dashboard] + ProgramCommand.named).flatMap(\.options)
    for row in rows {
      for other in rows where other.name == row.name || other.short != nil && other.short == row.short {
        #expect((other.placeholder == nil) == (row.placeholder == nil), "--\(row.name)")
        #expect(other.name == row.name && other.short == row.short, "--\(row.name)")
      }
    }
    for command in [.dashboard] + ProgramCommand.named {
      #expect(Set(command.options.map(\.name)).count == command.options.count, "\(command.name)")
    }
  }

  @Test func `a double hyphen ends the options`() throws {
    let outcome = try bgtop("shot", "--", "--help")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("--help: no such file"))
  }

  @Test func `lists are tables or JSON`() throws {
    for what in ["scenarios", "themes", "keys", "policies", "parameters", "events"] {
      let text = try bgtop("list", what)
      #expect(text.code == 0)
      let json = try bgtop("list", what, "--json")
      let rows = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: String]])
      #expect(rows.count == text.output.split(separator: "\n").count)
      #expect(!rows.isEmpty)
    }
    #expect(try bgtop("list", "keys").output.contains("Launch the selected request"))
  }

  @Test func `without a terminal the dashboard prints one screen without escape codes`() throws {
    for environment in [["LC_ALL": "C.UTF-8"], ["LC_ALL": "C"]] {
      let outcome = try bgtop([], environment: environment)
      #expect(outcome.code == 0)
      #expect(outcome.output.contains("pending"))
      #expect(!outcome.output.contains("\u{1B}"))
      #expect(outcome.errors.contains("terminal"))
      if environment["LC_ALL"] == "C" { #expect(outcome.output.utf8.allSatisfy { $0 < 128 }) }
    }
  }

  @Test func `the manual page has every command, option and key`() throws {
    let page = try bgtop("manual").output
    #expect(page.utf8.allSatisfy { $0 < 0x80 })
    let plain = page.replacing("\\-", with: "-").replacing("\\(dq", with: "\"").replacing("\\[u00D7]", with: "×")
      .replacing("\\[u2212]", with: "−")
    for command in ["run", "import", "compare", "shot", "list", "completions", "manual"] {
      #expect(plain.contains(".SS bgtop \(command)"), "\(command)")
    }
    for option in ["--seed", "--read-only", "--linear", "--until", "--summary-json"] { #expect(plain.contains(option)) }
    let keys = try bgtop("list", "keys", "--json")
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(keys.output.utf8)) as? [[String: String]])
    for row in rows {
      let help = try #require(row["help"])
      #expect(plain.contains(help), "\(help)")
    }
  }

  @Test func `each shell gets completions that it can read`() throws {
    for shell in ["bash", "zsh", "fish"] {
      let outcome = try bgtop("completions", shell)
      #expect(outcome.code == 0)
      for word in ["overnight", "import", "read-only"] { #expect(outcome.output.contains(word), "\(shell): \(word)") }
    }
    let bash = Process()
    bash.executableURL = URL(fileURLWithPath: "/bin/bash")
    let script =
      try bgtop("completions", "bash").output + """
        COMP_WORDS=(bgtop list the); COMP_CWORD=2; _bgtop; echo "${COMPREPLY[*]}"
        COMP_WORDS=(bgtop --li); COMP_CWORD=1; _bgtop; echo "${COMPREPLY[*]}"
        COMP_WORDS=(bgtop run overn); COMP_CWORD=2; _bgtop; echo "${COMPREPLY[*]}"
        """
    bash.arguments = ["--norc", "-c", script]
    let pipe = Pipe()
    bash.standardOutput = pipe
    try bash.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    bash.waitUntilExit()
    #expect(output == "themes\n--linear\novernight\n")
    let wrong = try bgtop("completions", "bsh")
    #expect(wrong.code == 2)
    #expect(wrong.errors.contains("did you mean 'bash'"))
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")

  private static let records = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil

  /// Compares a part of a document with its expected content; `make golden` rewrites it.
  private func expect(_ part: Range<String.Index>?, of page: String, in file: URL, is wanted: String) throws {
    let part = try #require(part, "\(file.lastPathComponent) has lost its part")
    if Self.records {
      try (page[..<part.lowerBound] + wanted + page[part.upperBound...]).write(
        to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(file.lastPathComponent)")
    } else {
      #expect(page[part] == wanted)
    }
  }

  @Test func `the page on the dashboard has the table of keys`() throws {
    let file = Self.root.appending(path: "Docs/Dashboard.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let output = try bgtop("list", "keys", "--json").output
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: String]])
    let table = rows.map { row in
      "| `\((row["keys"] ?? "").replacing("|", with: "\\|"))` | `\(row["action"] ?? "")` | \(row["help"] ?? "") |"
    }
    let head = page.range(of: "|---|---|---|\n", options: .backwards)
    try expect(
      head.map { $0.upperBound..<page.endIndex }, of: page, in: file, is: table.joined(separator: "\n") + "\n")
  }

  @Test func `the screen in the README is what bgtop shows`() throws {
    let file = Self.root.appending(path: "README.md")
    let readme = try String(contentsOf: file, encoding: .utf8)
    let screen = try bgtop("shot", "day", "--at", "14h", "--size", "100x36").output
    let lines = screen.split(separator: "\n").map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    let start = readme.range(of: "```\n bgtop day")
      .map { readme.index($0.lowerBound, offsetBy: 4) }
    let end = start.flatMap { readme.range(of: "\n```", range: $0..<readme.endIndex)?.lowerBound }
    let part = start.flatMap { start in end.map { start..<$0 } }
    try expect(part, of: readme, in: file, is: lines.joined(separator: "\n"))
  }

  @Test("the pictures in the README are what bgtop draws", arguments: ["dark", "light"])
  func pictures(_ theme: String) throws {
    let file = Self.root.appending(path: "Docs/Pictures/overview-\(theme).svg")
    let picture = try bgtop("shot", "day", "--at", "14h", "--size", "120x40", "--as", "svg", "--theme", theme).output
    if Self.records {
      try Data(picture.utf8).write(to: file)
      Issue.record("recorded \(file.lastPathComponent)")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == picture)
  }

  @Test func `many seeds are run, and their distribution is reported`() throws {
    let outcome = try bgtop("run", "day", "--until", "2d", "--seeds", "20", "--json")
    #expect(outcome.code == 0)
    let summary = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(summary["seeds"] as? Int == 20)
    let tasks = try #require(summary["tasks"] as? [[String: Any]])
    let news = try #require(tasks.first { $0["task"] as? String == "news.refresh" })
    let runs = try #require(news["runs"] as? [Int])
    #expect(runs.count == 3 && runs == runs.sorted())
    // The first of the seeds is the run that is made without them.
    let one = try bgtop("run", "day", "--until", "2d", "--seeds", "1", "--json")
    let alone = try bgtop("run", "day", "--until", "2d", "--json")
    let many = try #require(try JSONSerialization.jsonObject(with: Data(one.output.utf8)) as? [String: Any])
    let row = try #require((many["tasks"] as? [[String: Any]])?.first { $0["task"] as? String == "news.refresh" })
    let launched = try #require((row["runs"] as? [Int])?.first)
    #expect(alone.output.contains("news.refresh"))
    #expect(
      try bgtop("run", "day", "--until", "2d").output.split(separator: "\n").contains { line in
        line.hasPrefix("news.refresh") && line.split(separator: " ")[3] == "\(launched)"
      })
    #expect(try bgtop("run", "day", "--seeds", "0").code == 2)
  }
}

@Suite("The guide to the code names existing files and symbols") struct ArchitectureTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")

  /// Every file, folder and test that the guide names in code font, and the names of types.
  @Test func `every file, test and type of the guide exists`() throws {
    let page = try String(contentsOf: Self.root.appending(path: "Docs/Architecture.md"), encoding: .utf8)
    var sources = ""
    for folder in ["Sources", "Tests"] {
      let files = FileManager.default.enumerator(atPath: Self.root.appending(path: folder).path)
      for case let name as String in files ?? FileManager.DirectoryEnumerator() {
        sources += name + "\n"
        guard name.hasSuffix(".swift") || name.hasSuffix(".c") else { continue }
        sources += try String(contentsOf: Self.root.appending(path: "\(folder)/\(name)"), encoding: .utf8)
      }
    }
    let spans = page.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    #expect(spans.count > 80)
    for span in Set(spans) where !span.contains(" ") && !span.contains("\n") {
      // Of a call or a member, its last name: `Branch.live`, `reduce(_ action:)`.
      let path = span.replacing("*", with: "").replacing("Name", with: "")
      let isFile = path.contains("/")
      if isFile {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        let whole = Self.root.appending(path: path).path
        let isThere =
          FileManager.default.fileExists(atPath: whole)
          || FileManager.default.fileExists(atPath: Self.root.appending(path: folder).path)
          || sources.contains(path)
        #expect(isThere, "Docs/Architecture.md names \(span)")
      } else if let word = span.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "+" }).first
      {
        #expect(sources.contains(word), "Docs/Architecture.md names \(span)")
      }
    }
  }
}
