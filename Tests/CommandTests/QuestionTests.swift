import Foundation
import Testing

/// What people ask most of background tasks, and what bgtop answers.
@Suite("Questions that people ask") struct QuestionTests {
  struct Question: CustomTestStringConvertible {
    var number: Int
    var text: String
    /// The command line; a name in `Questions` is replaced by the path of its file.
    var command: [String]

    var testDescription: String { "\(number). \(text)" }
    var golden: URL { QuestionTests.folder.appending(path: "\(number < 10 ? "0" : "")\(number).txt") }
  }

  static let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "Questions")

  static let all: [Question] = [
    Question(
      number: 1, text: "Why does my task never run on a real iPhone?",
      command: ["why", "01.json5", "com.example.notes.clean"]),
    Question(number: 2, text: "How do I run every few minutes?", command: ["check", "02.json5"]),
    Question(
      number: 3, text: "Why does it run from the debugger, and not in TestFlight?",
      command: ["why", "03.json5", "com.example.feed.refresh", "--at", "2h"]),
    Question(
      number: 4, text: "How do I test it without waiting for days?",
      command: ["why", "04.json5", "com.example.mail.index", "--at", "20:30"]),
    Question(
      number: 5, text: "submit fails with code 3: what is it?", command: ["why", "error-codes", "plist.refresh"]),
    Question(
      number: 6, text: "Why does it crash: no launch handler, already registered, registered after launch?",
      command: ["check", "registration", "--only", "no-handler,registered-twice,registered-late"]),
    Question(
      number: 7, text: "How often will it really run?", command: ["why", "day", "news.refresh", "--at", "10:00"]),
    Question(
      number: 8, text: "Why did it stop early, and what was the reason?",
      command: ["why", "overnight", "photos.backup", "--at", "23:13"]),
    Question(
      number: 9, text: "Why did it run once and never again?",
      command: ["why", "broken-chain", "last.refresh", "--at", "1d"]),
    Question(
      number: 10, text: "Does it run after the app was swiped away?",
      command: ["why", "force-quit", "chat.clean", "--at", "2h"]),
    Question(
      number: 11, text: "Is my task still scheduled?",
      command: ["why", "11.json5", "com.example.mail.sync", "--at", "3h"]),
    Question(number: 12, text: "Why is it submitted, or run, again and again?", command: ["check", "12.json5"]),
    Question(number: 13, text: "Why does the continued task end, or hang?", command: ["check", "stall"]),
    Question(number: 14, text: "Do a library's constraints work on iOS?", command: ["check", "14.json5"]),
    Question(number: 15, text: "Which Info.plist keys do I need?", command: ["check", "15.plist"]),
    Question(number: 16, text: "Can I use more than 30 s, or the GPU?", command: ["check", "16.json5"]),
  ]

  /// `RECORD_SNAPSHOTS=1` rewrites the answers and fails, so that they are reviewed.
  @Test(arguments: all) func `it has an answer`(_ question: Question) throws {
    try expectAnswer(
      question.command, files: Self.folder, golden: question.golden, heading: question.text,
      code: question.command[0] == "check" ? 1 : 0)
  }
}

// Runs a command and compares its output with a file; names of files in the command are replaced by those in a folder.
func expectAnswer(_ text: [String], files folder: URL, golden: URL, heading: String, code: Int32) throws {
  let command = text.map { word in
    let file = folder.appending(path: word)
    return word.contains(".") && FileManager.default.fileExists(atPath: file.path) ? file.path : word
  }
  let outcome = try bgtop(command)
  #expect(outcome.errors.isEmpty)
  #expect(outcome.code == code)
  let asked = text.map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " ")
  let answer =
    "\(heading)\n$ bgtop \(asked)\n\n" + outcome.output.replacingOccurrences(of: folder.path + "/", with: "")
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
    try answer.write(to: golden, atomically: true, encoding: .utf8)
    Issue.record("recorded \(golden.lastPathComponent)")
  } else {
    #expect(try String(contentsOf: golden, encoding: .utf8) == answer)
  }
}
