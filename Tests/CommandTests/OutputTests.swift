import CPlatform
import Foundation
import Testing

@testable import bgtop

/// Where results go, and what becomes of them when they cannot go there.
@Suite("Outputs") struct OutputTests {
  private static let log = LoadingTests.log(records: 50)

  @Test(
    "a full disk under standard output is an error in every command",
    arguments: [
      "--help", "--version", "help run", "list keys", "list scenarios --json", "run day --until 1h",
      "run day --until 1h --json", "run day --until 1h --trace -", "run day --seeds 2 --until 1h", "why day --at 2h",
      "why day --at 2h --json", "check day", "check day --json", "shot day", "shot day --as svg", "shot day --as ansi",
      "import x.log", "import x.log --summary-json -", "compare x.log", "compare x.log --json", "compare x.log x.log",
      "diagnose day", "diagnose day --json", "error 3", "choose --answers time,maintenance,heavy,offline",
      "completions bash", "manual", "day",
    ])
  func full(_ command: String) throws {
    let scratch = try Scratch()
    _ = try scratch.write("x.log", Self.log)
    let outcome = try shell("bgtop \(command) >/dev/full", in: scratch)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("standard output: no space left on device"))
  }

  @Test(
    "an output that is also the input is refused, under any name",
    arguments: [
      "import x.log -o x.log", "import x.log -o ./x.log", "import x.log -o soft", "import x.log -o hard",
      "import x.log -o new --summary-json x.log", "run s.json5 --trace s.json5",
    ])
  func same(_ command: String) throws {
    let scratch = try Scratch()
    let log = try scratch.write("x.log", Self.log)
    _ = try scratch.write("s.json5", "{}")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("soft"), withDestinationPath: log)
    try FileManager.default.linkItem(atPath: log, toPath: scratch.path("hard"))
    let outcome = try shell("bgtop \(command)", in: scratch)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("is also the input"))
    #expect(try scratch.read("x.log") == Data(Self.log.utf8))
    #expect(try scratch.read("s.json5") == Data("{}".utf8))
  }

  @Test func `a limit of the size of files is an error, and the old file stays`() throws {
    let scratch = try Scratch()
    _ = try scratch.write("t.jsonl", "old")
    let outcome = try shell("ulimit -f 8; bgtop run day --trace t.jsonl", in: scratch)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("t.jsonl: file too large"))
    #expect(try scratch.read("t.jsonl") == Data("old".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == ["t.jsonl"])
  }

  @Test func `a file keeps its permissions and its links, and a FIFO without a reader is an error`() throws {
    let scratch = try Scratch()
    let outcome = try shell(
      """
      echo old >t; chmod 600 t; ln -s t soft; mkfifo fifo
      bgtop run day --until 1h --trace soft >/dev/null && stat -c '%a %F' t soft; head -c 9 t
      bgtop run day --until 1h --trace fifo >/dev/null; echo $?
      """, in: scratch)
    #expect(outcome.output.hasPrefix("600 regular file\n777 symbolic link\n{\"bgtop\":"))
    #expect(outcome.output.hasSuffix("2\n"))
  }

  @Test(
    "a call that is interrupted, put off or cut short is made again, and the file is the same",
    arguments: [["import", "x.log", "-o"], ["run", "s.json5", "--trace"]], [EINTR, EAGAIN, Int32(bgp_short)])
  func hindrances(_ words: [String], _ hindrance: Int32) throws {
    let scratch = try Scratch()
    _ = try scratch.write("x.log", Self.log)
    _ = try scratch.write("s.json5", "{ length: \"2h\" }")
    let all = words.map { $0.contains(".") ? scratch.path($0) : $0 } + [scratch.path("out")]
    /// Runs the command with one call hindered; returns how many calls it made.
    func attempt(_ call: Int64) throws -> Int64 {
      guard case .run(let invocation) = try Request(all) else { return 0 }
      bgp_files_fail(call, hindrance)
      defer { bgp_files_fail(0, 0) }
      _ = try invocation.command.run(invocation)
      return bgp_files_calls()
    }
    var calls = try attempt(0)
    let new = try scratch.read("out")
    var call: Int64 = 1
    while call <= calls {
      _ = try scratch.write("out", "old")
      calls = try attempt(call)
      #expect(try scratch.read("out") == new, "call \(call)")
      call += 1
    }
    #expect(calls > 15)
  }

  @Test func `what killed processes left of a file is removed at its next write, and nothing else`() throws {
    let scratch = try Scratch()
    let gone = Process()
    gone.executableURL = URL(fileURLWithPath: "/bin/true")
    try gone.run()
    gone.waitUntilExit()
    let dead = gone.processIdentifier
    let stale = [".out.\(dead)-1.new", ".out.\(dead)-2.new"]
    let others = [
      ".out.\(getpid())-1.new", ".out.\(getppid())-1.new", ".other.\(dead)-1.new", ".out.\(dead)-x.new", ".out.new",
      ".out.\(dead)-1.new.txt", ".out.-\(dead)-1.new", "out.\(dead)-1.new", ".out.0-1.new",
    ]
    for name in stale + others { _ = try scratch.write(name, "part") }
    // Another host may have a process of the same number: what it writes is claimed.
    let claimed = unsafe bgp_open_write(scratch.path(".out.\(dead)-3.new"), bgp_write_new)
    #expect(bgp_claim(claimed) == 0)
    try FileAccess.write("new", to: scratch.path("out"))
    let names = Set(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path))
    #expect(names == Set(others + ["out", ".out.\(dead)-3.new"]))
    bgp_close(claimed)
    try FileAccess.write("new", to: scratch.path("out"))
    #expect(!FileAccess.exists(scratch.path(".out.\(dead)-3.new")))
  }

  @Test(
    "a file that a command writes has the old or the new content, whichever call fails",
    arguments: [["import", "x.log", "-o"], ["run", "s.json5", "--trace"]])
  func faults(_ words: [String]) throws {
    let scratch = try Scratch()
    _ = try scratch.write("x.log", Self.log)
    _ = try scratch.write("s.json5", "{ length: \"2h\" }")
    let names = Set(["x.log", "s.json5", "out"])
    let path = scratch.path("out")
    let all = words.map { $0.contains(".") ? scratch.path($0) : $0 } + [path]
    func attempt() throws {
      guard case .run(let invocation) = try Request(all) else { return }
      // Standard output and standard error are those of the tests, and no matter here.
      _ = try invocation.command.run(invocation)
    }
    bgp_files_fail(0, 0)
    try attempt()
    let new = try scratch.read("out")
    #expect(new.count > 100)
    let calls = bgp_files_calls()
    var failures = 0
    for error in [ENOSPC, EIO] {
      for call in 1...calls {
        _ = try scratch.write("out", "old")
        bgp_files_fail(call, error)
        do { try attempt() } catch { failures += 1 }
        bgp_files_fail(0, 0)
        let content = try scratch.read("out")
        #expect(content == Data("old".utf8) || content == new, "call \(call)")
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)) == names, "call \(call)")
      }
    }
    #expect(failures >= 10)
  }
}

/// What hostile files must not do.
@Suite("Hostile inputs") struct HostileInputTests {
  @Test(
    "a name with control characters never reaches the output unescaped",
    arguments: ["check", "why", "diagnose", "run", "shot", "shot --as svg", "check --json", "import", "compare"])
  func names(_ command: String) throws {
    let scratch = try Scratch()
    let name = "a\u{1B}]0;x\u{7}\u{9B}31m\u{202E}b.json5"
    _ = try scratch.write(name, "{ apps: [{ bundle: \"a\", tasks: [{ id: \"b\", kind: \"refresh\" }] }] }")
    let words = command.split(separator: " ").map(String.init)
    let outcome = try bgtop(words.prefix(1) + [scratch.path(name)] + words.dropFirst())
    #expect((0...2).contains(outcome.code))
    for text in [outcome.output, outcome.errors] {
      let hidden = text.unicodeScalars.filter {
        $0 != "\n" && ($0.value < 0x20 || $0.value == 0x9B || $0.value == 0x202E)
      }
      #expect(hidden.isEmpty, "\(text.prefix(300).debugDescription)")
    }
  }

  @Test func `a FIFO that a scenario names as an Info.plist is reported immediately`() throws {
    let scratch = try Scratch()
    _ = try scratch.write("s.json5", "{ apps: [{ bundle: \"a\", infoPlist: \"fifo\" }] }")
    let outcome = try shell("mkfifo fifo; timeout 5 bash -c '\"$BGTOP\" check s.json5'", in: scratch)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("is not a regular file"))
  }

  @Test func `many wrong entries and many identifiers of an Info.plist are checked in a moment`() throws {
    let scratch = try Scratch()
    let key = "<?xml version=\"1.0\"?><plist><dict><key>BGTaskSchedulerPermittedIdentifiers</key><array>"
    let wrong = try scratch.write(
      "wrong", key + String(repeating: "<true/>", count: 10_000) + "</array></dict></plist>")
    let names = (0..<8_000).map { "<string>com.example.task\($0)</string>" }.joined()
    let many = try scratch.write("many", key + names + "</array></dict></plist>")
    let outcome = try shell(
      "ulimit -t 10; bgtop check '\(wrong)' >/dev/null; echo $?; bgtop check '\(many)' >/dev/null; echo $?", in: scratch
    )
    #expect(outcome.output == "1\n1\n")
  }
}
