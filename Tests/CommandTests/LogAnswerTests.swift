import Foundation
import Testing

/// What a person reads in a real log, and what the commands therefore say.
private struct Golden: Sendable, CustomTestStringConvertible {
  /// The number of the log.
  var log: String
  /// Phrases that the answers of each command contain.
  var why: [String] = []
  var diagnose: [String] = []
  var check: [String] = []
  /// Phrases that no answer contains.
  var never: [String] = []

  var testDescription: String { log }

  static let noTask = "No task is on record by then."
  static let unseen = "It names no task, so it does not show whether a task was submitted, is held, or ran."

  static let all: [Golden] = [
    Golden(
      log: "43",
      why: [
        "com.apple.metrickitd.data (activity) at Wed 1 Jun 02:17:23\n  It is not running: someone is using the device; and it requires external power, and the device is not charging.",
        "the policy \"File protection\" forbids it: classALocked == 0, activityFileProtection == <File Protection: ClassB>",
        "com.apple.securityd.daily (activity) at Wed 1 Jun 02:17:23\n  It is pending, and nothing says what is holding it.",
      ], check: ["no findings"],
      never: ["no charger is plugged in", "no one has unlocked the device", "processing waits until no one is"]),
    Golden(
      log: "44",
      why: [
        "com.apple.XProtect.PluginService.agent.fast.scan (activity) at Sun 15 Mar 23:55:22\n  It is pending, and nothing says what is holding it."
      ], diagnose: ["no symptoms found", "Was its app swiped away in the App Switcher?"], check: ["no findings"],
      never: ["running:"]),
    Golden(
      log: "45",
      why: ["at 14:14:16 (no date)\n  It is not running: its app was launched too often recently."],
      diagnose: ["Verdict: its app was launched too often recently.", "14:14:16 (no date), line 19"],
      check: ["no findings"], never: ["Jan", "all slots"]),
    Golden(
      log: "46", why: ["(activity) at Thu 6 Aug 10:03:11\n  According to the last record, nothing is holding it."],
      diagnose: ["no symptoms found", "It does not answer:"], check: ["no findings"]),
    Golden(log: "47", why: [noTask], diagnose: ["no symptoms found", unseen], check: ["no findings"]),
    Golden(
      log: "48", why: [noTask], diagnose: ["'bgtop check' lists a mistake.", unseen],
      check: ["warning  assertion-old  Jetpack", "Fri 4 Aug 10:50:17, line 2: Called by Jetpack is overdue"]),
    Golden(
      log: "49",
      why: [
        "org.wordpress.bgtask.weeklyroundup (activity)\n  No request is pending: no launch handler is registered for it."
      ],
      diagnose: ["Seen: no time, line 9: no launch handler is registered for it."],
      check: ["error  no-handler  org.wordpress.bgtask.weeklyroundup", "no time, line 9"],
      never: ["Jan", "00:00:00", "was refused"]),
    Golden(
      log: "50",
      why: ["submit was refused with code 1, unavailable: the log does not say which of its causes applies."],
      diagnose: ["Verdict: submit throws unavailable (code 1)."],
      check: ["warning  unavailable  <not named>", "line 2", "line 3"]),
    Golden(log: "51", why: [noTask], diagnose: ["no symptoms found", unseen], check: ["no findings"]),
    Golden(log: "52", why: [noTask], diagnose: ["no symptoms found", unseen], check: ["no findings"]),
    Golden(log: "53", why: [noTask], diagnose: ["no symptoms found", unseen], check: ["no findings"]),
    Golden(log: "54", why: [noTask], diagnose: ["no symptoms found", unseen], check: ["no findings"]),
    Golden(
      log: "55",
      why: [
        "com.example.bgRefresh (activity) at Sun 11 Oct 08:54:07\n  No request is pending: it ran at 08:54:03 (launched by hand), that run ended, and no request has been submitted since."
      ], diagnose: ["no symptoms found", "It does not answer:"], check: ["no findings"], never: ["decode", "running"]),
    Golden(
      log: "56", why: [noTask],
      diagnose: [
        "com.baidu.TBDebugClient: it crashes, or is killed, in the background",
        "Verdict: the app took too long to launch, to change scenes, or to exit.",
      ],
      check: [
        "error  watchdog  com.baidu.TBDebugClient", "no time, line 5: watchdog: scene-create took longer than 19.93 s",
      ],
      never: ["Jan", "00:00:00", "does not say why"]),
    Golden(log: "57", why: [noTask], diagnose: ["no symptoms found", unseen], check: ["no findings"]),
  ]
}

private let folder = ProcessInfo.processInfo.environment["BGTOP_LOG_CORPUS"]

/// Real logs are not part of the sources: `BGTOP_LOG_CORPUS` names a folder with them, each beginning with a number.
@Suite(.enabled(if: folder != nil)) struct LogAnswerTests {
  @Test(arguments: Golden.all) private func `what a person reads is what every command says`(_ golden: Golden) throws {
    let folder = try #require(folder)
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasPrefix(golden.log + "-") })
    for (command, phrases) in [("why", golden.why), ("diagnose", golden.diagnose), ("check", golden.check)] {
      let output = try bgtop(command, "\(folder)/\(name)").output
      for phrase in phrases {
        #expect(output.contains(phrase), "\(command) does not say \"\(phrase)\":\n\(output.prefix(4_000))")
      }
      for phrase in golden.never { #expect(!output.contains(phrase), "\(command) says \"\(phrase)\"") }
    }
  }

  @Test func `a log without a date is told so by every command`() throws {
    let folder = try #require(folder)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasPrefix("45-") })
    let path = "\(folder)/\(name)"
    let invented = /\b(Sat|Sun|Mon|Tue|Wed|Thu|Fri) \d+ [A-Z][a-z]{2}\b|2000/
    for words in [
      ["why", path], ["diagnose", path], ["check", path], ["shot", path, "--size", "160x60"],
      ["shot", path, "--size", "160x60", "--view", "task"], ["shot", path, "--size", "160x60", "--view", "findings"],
      ["shot", path, "--size", "160x60", "--view", "statistics"],
      ["shot", path, "--size", "160x60", "--view", "timeline"],
      ["shot", path, "--size", "160x60", "--view", "diagnosis"],
    ] {
      let output = try bgtop(words).output
      #expect(!output.contains(invented), "\(words): \(output)")
      if words[0] != "check" { #expect(output.contains("no date"), "\(words): \(output)") }
    }
    #expect(try bgtop("import", path).errors.contains("The log gives no date"))
  }
}
