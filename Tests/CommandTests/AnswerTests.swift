import Foundation
import Testing

/// What `diagnose`, `error` and `choose` say, as an engineer reads it.
@Suite("bgtop diagnose, error and choose") struct AnswerTests {
  struct Answer: CustomTestStringConvertible {
    var name: String
    var text: String
    /// The command line; a name in `Answers` is replaced by the path of its file.
    var command: [String]
    var code: Int32 = 1

    var testDescription: String { name }
  }

  private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "Answers")

  static let all: [Answer] = [
    Answer(
      name: "never-runs", text: "A processing task that is never launched, of a run that is told whole",
      command: ["diagnose", "clean.json5", "never-runs", "notes.clean"]),
    Answer(
      name: "never-runs-log", text: "Two tasks of a log: one is denied, the other not permitted",
      command: ["diagnose", "denied.log"]),
    Answer(
      name: "never-runs-plist", text: "An identifier that an Info.plist spells otherwise",
      command: ["diagnose", "mail.plist", "never-runs", "org.example.mail.Sync"]),
    Answer(name: "broken-chain", text: "Every symptom of a scenario", command: ["diagnose", "broken-chain"]),
    Answer(name: "quiet", text: "A scenario that shows no symptom", command: ["diagnose", "reboot"], code: 0),
    Answer(
      name: "ends-early", text: "An end that the app is not told the cause of",
      command: ["diagnose", "stall", "ends-early"]),
    Answer(
      name: "delegate-silent", text: "Transfers after the app was swiped away",
      command: ["diagnose", "force-quit", "delegate-silent"]),
    Answer(
      name: "not-shown", text: "A symptom that is asked about and does not show",
      command: ["diagnose", "day", "crashes", "news.refresh"], code: 0),
    Answer(
      name: "code-3", text: "Code 3, of a run",
      command: ["error", "Domain=BGTaskSchedulerErrorDomain Code=3", "error-codes"]),
    Answer(name: "code-3-alone", text: "Code 3, of nothing", command: ["error", "3"], code: 0),
    Answer(
      name: "code-3-plist", text: "Code 3, of an Info.plist", command: ["error", "notPermitted", "modeless.plist"]),
    Answer(name: "badfood", text: "A termination", command: ["error", "0x8badf00d", "leaving"]),
    Answer(
      name: "choose-night", text: "Maintenance", command: ["choose", "--answers", "time,maintenance,heavy,offline"],
      code: 0),
    Answer(
      name: "choose-export", text: "An export", command: ["choose", "--answers", "user,device,ios26,plain"], code: 0),
  ]

  /// `RECORD_SNAPSHOTS=1` rewrites the answers and fails, so that they are reviewed.
  @Test(arguments: all) func `they answer`(_ answer: Answer) throws {
    try expectAnswer(
      answer.command, files: Self.folder, golden: Self.folder.appending(path: answer.name + ".txt"),
      heading: answer.text, code: answer.code)
  }

  @Test(
    arguments: [
      (["diagnose", "day", "never-run", "news.refresh", "x"], "unexpected argument 'x'"),
      (["diagnose", "day", "never-run", "news.refresh"], "did you mean 'never-runs'?"),
      (["diagnose", "day", "never-run"], "did you mean 'never-runs'?"),
      (["diagnose", "day", "news.refesh"], "did you mean 'news.refresh'?"),
      (["diagnose", "day", "--at", "soon"], "takes a time"), (["diagnose"], "needs INPUT"),
      (["diagnose", "no-such-file"], "no such file"), (["error"], "needs CODE"),
      (["error", "notPermited"], "did you mean 'notPermitted'?"), (["error", "3", "no-such-file"], "no such file"),
      (["choose", "--answers", "tine"], "did you mean 'time'?"), (["choose", "--answers", "time"], "What does it do?"),
      (["choose", "--answers", "place,place"], "all questions are answered"),
      (["choose", "day"], "unexpected argument 'day'"),
      (["choose"], "not every question was answered"),
    ])
  func `unknown input is reported`(_ arguments: [String], _ part: String) throws {
    let outcome = try bgtop(arguments)
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(part), "\(outcome.errors)")
  }

  @Test func `questions are answered with numbers and words, and answers can be undone`() throws {
    let outcome = try bgtop("choose", input: "x\n1\nback\n 3 \ncontent\n")
    #expect(outcome.code == 0 && outcome.output.hasPrefix("BGAppRefreshTask (iOS 13)\n"))
    #expect(outcome.errors.contains("'x' is not an answer") && outcome.errors.contains("--answers time,content"))
  }

  @Test func `hostile names do nothing to a terminal`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      "evil.plist",
      "<plist><dict><key>BGTaskSchedulerPermittedIdentifiers</key><array><string>a&#27;[31m</string></array></dict></plist>"
    )
    for words in [
      ["diagnose", path, "never-runs", "b\u{1B}]0;x\u{7}"], ["error", "3", path], ["error", "\u{1B}[31m"],
    ] {
      let outcome = try bgtop(words)
      #expect(!(outcome.output + outcome.errors).unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
  }

  /// Real logs are not part of the sources: `BGTOP_LOG_CORPUS` names a folder with them, each beginning with a number.
  private static let corpus: URL? = ProcessInfo.processInfo.environment["BGTOP_LOG_CORPUS"].map { URL(filePath: $0) }

  @Test(.enabled(if: corpus != nil)) func `real logs are answered, with their lines`() throws {
    let folder = try #require(Self.corpus)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let path = folder.appending(path: name).path
      for words in [["why", path], ["check", path], ["diagnose", path], ["error", "1", path]] {
        let outcome = try bgtop(words)
        #expect(outcome.code == 0 || outcome.code == 1, "\(words): \(outcome.errors)")
        #expect(!outcome.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
      }
      let answer = try bgtop("diagnose", path).output
      switch name.prefix(3) {
      case "06-": #expect(answer.contains("line 2: its registration was refused"))
      case "11-":
        // The newest of its three denials counts.
        #expect(answer.contains("line 9: someone is using the device"))
      case "13-": #expect(answer.contains("its app cannot receive pushes"))
      case "30-": #expect(answer.contains("line 2: refused with code 1: the cause is not given"))
      default: break
      }
    }
  }

  @Test func `JSON has the answers, the evidence and the verdict`() throws {
    let outcome = try bgtop("diagnose", "broken-chain", "irregular", "--json")
    let found = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    #expect(found.map { $0["subject"] as? String } == ["last.refresh"])
    #expect((found.first?["verdict"] as? [String: Any])?["id"] as? String == "chain-broken")
    let answers = try #require(found.first?["answers"] as? [[String: Any]])
    #expect(answers.first?["reply"] as? String == "no" && answers.first?["wrong"] as? Bool == true)
    let evidence = try #require((answers.first?["evidence"] as? [[String: Any]])?.first)
    #expect(evidence["event"] is Int && evidence["t"] is Int)
    for words in [
      ["error", "3", "error-codes", "--json"], ["error", "3", "--json"], ["choose", "--answers", "place", "--json"],
    ] {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(try bgtop(words).output.utf8)) }
    }
  }
}
