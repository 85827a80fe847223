import CPlatform
import DeviceLogs
import Foundation
import Testing

@testable import bgtop

/// One door for input: the way by which bytes come in changes no answer.
@Suite("How inputs come in") struct SourceTests {
  private static let plist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.a</string>
    <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>com.a.sync</string></array></dict></plist>
    """

  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    #expect(try bgtop("run", "day", "--until", "1d", "--trace", scratch.path("trace")).code == 0)
    _ = try scratch.write("log", LoadingTests.log(records: 400))
    _ = try scratch.write("Info.plist", Self.plist)
    _ = try scratch.write("scenario", "{ name: 'one', length: '1h', apps: [] }")
  }

  /// A command in which `%` is replaced by the input, and the file that it reads.
  private static let commands = [
    ("why %", "trace"), ("why %", "log"), ("check %", "Info.plist"), ("check %", "trace"), ("check %", "log"),
    ("check %", "scenario"), ("diagnose %", "log"), ("diagnose %", "Info.plist"), ("compare %", "log"),
    ("error 3 %", "Info.plist"), ("import %", "log"), ("run % --until 1h", "scenario"), ("run % --until 1h", "trace"),
    ("run % --at 2h --until 1h", "trace"), ("shot %", "log"), ("shot %", "trace"), ("shot %", "scenario"),
    ("--at 2h %", "trace"), ("compare % trace", "trace"),
  ]

  @Test("a file, a pipe, a FIFO, an open descriptor, and standard input give the same answer", arguments: commands)
  func ways(_ command: String, _ file: String) throws {
    let usual = try outcome(command, file, "bgtop %", file)
    #expect(usual.code < 2, "\(usual.errors)")
    #expect(!usual.output.isEmpty)
    for (script, input) in [
      ("bgtop %", "<(cat \(file))"), ("mkfifo fifo; cat \(file) > fifo & bgtop %", "./fifo"),
      ("cat \(file) | bgtop %", "-"), ("bgtop % < \(file)", "-"), ("bgtop % 3< \(file)", "/dev/fd/3"),
      ("{ head -c 1 \(file); sleep 0.1; tail -c +2 \(file); } | bgtop %", "-"),
    ] {
      let result = try outcome(command, file, script, input)
      #expect(result == usual, "\(script)")
    }
  }

  @Test(
    "gzip-compressed input gives the same answer", .enabled(if: Unpacker.isAvailable, "built without zlib"),
    arguments: commands)
  func compressed(_ command: String, _ file: String) throws {
    let usual = try outcome(command, file, "bgtop %", file)
    let pack = "gzip -c \(file) > packed; head -c 20 \(file) | gzip > two; tail -c +21 \(file) | gzip >> two"
    _ = try shell(pack, in: scratch)
    for (script, input) in [
      ("bgtop %", "packed"), ("cat packed | bgtop %", "-"), ("cat two | bgtop %", "-"),
      ("{ head -c 1 packed; sleep 0.1; tail -c +2 packed; } | bgtop %", "-"),
    ] {
      let result = try outcome(command, file, script, input)
      #expect(result == usual, "\(script)")
    }
  }

  /// A command's output about an input, without the input's name: its length varies, which affects the spaces and lines
  /// that fill a screen.
  private func outcome(_ command: String, _ file: String, _ script: String, _ input: String) throws -> Outcome {
    let names = [
      #"/dev/fd/[0-9]+"#, "standard input", #"\./fifo"#, #"\b(fifo|packed|\#(file)|63|3)\b"#,
      #"(?<![-\w])-(?=:)"#, #"(?<=")-(?=")"#,
    ]
    func nameless(_ text: String) -> String {
      names.reduce(text) { $0.replacingOccurrences(of: $1, with: "N", options: .regularExpression) }
        .filter { !" ─".contains($0) }
    }
    let result = try shell(script.replacing("%", with: command.replacing("%", with: input)), in: scratch)
    return Outcome(code: result.code, output: nameless(result.output), errors: nameless(result.errors))
  }

  @Test(.enabled(if: Unpacker.isAvailable, "built without zlib"))
  func `themes and an Info.plist of a scenario can be compressed, and themes can come through a pipe`() throws {
    _ = try scratch.write("own.theme", ##"theme[main_fg]="#123456""##)
    let usual = try shell("bgtop shot day --as svg --theme ./own.theme", in: scratch)
    let dark = try bgtop("shot", "day", "--as", "svg").output
    #expect(usual.code == 0 && usual.output != dark)
    for script in [
      "gzip -c own.theme > packed.theme; bgtop shot day --as svg --theme ./packed.theme",
      "bgtop shot day --as svg --theme <(cat own.theme)",
    ] {
      let result = try shell(script, in: scratch)
      #expect(result.output == usual.output && result.code == 0, "\(script): \(result.errors)")
    }
    _ = try scratch.write(
      "with.json5", "{ name: 'one', length: '1h', apps: [{ bundle: 'com.a', infoPlist: 'Info.plist' }] }")
    let plain = try shell("bgtop run with.json5 --trace -", in: scratch)
    let packed = try shell("gzip Info.plist; mv Info.plist.gz Info.plist; bgtop run with.json5 --trace -", in: scratch)
    #expect(plain.code == 0 && !plain.output.isEmpty)
    #expect(packed.output == plain.output, "\(packed.errors)")
  }

  @Test(.enabled(if: Unpacker.isAvailable, "built without zlib"))
  func `compressed input that is damaged or truncated is reported`() throws {
    let script =
      "gzip -c trace > packed; head -c 3000 packed > cut; { head -c 3000 packed; echo no; tail -c +3100 packed; } > bad"
    _ = try shell(script, in: scratch)
    for (file, part) in [("cut", "cut: is compressed, and cut short"), ("bad", "bad: is damaged")] {
      for command in ["why", "shot", "check", "run"] {
        let outcome = try bgtop(command, scratch.path(file))
        #expect(outcome.code == 2 && outcome.errors.contains(part), "\(command): \(outcome.errors)")
      }
    }
  }

  @Test func `a log is read while its stream is still open`() throws {
    let bytes = Data(LoadingTests.log(records: 3_000).utf8)
    #expect(unsafe mkfifo(scratch.path("fifo"), 0o600) == 0)
    let writer = try FileHandle(forUpdating: URL(fileURLWithPath: scratch.path("fifo")))
    let half = bytes.count / 2
    Thread.detachNewThread { writer.write(bytes[..<half]) }
    // An import reads these slices. If the whole stream were read first, the first slice would never arrive.
    let source = try Source(scratch.path("fifo"))
    let reader = SliceReader(source, threads: 0, keeping: nil)
    var count = try reader.next()?.count ?? 0
    #expect(count > 0 && count < half)
    Thread.detachNewThread {
      writer.write(bytes[half...])
      try? writer.close()
    }
    while let slice = try reader.next() { count += slice.count }
    #expect(count == bytes.count)
  }

  @Test func `several logs can come through pipes, and one without dates is read again on the day of another`() throws {
    let dated = LoadingTests.log(records: 50)
    let undated = dated.split(separator: "\n").map {
      $0.hasPrefix("2026-03-15 ") ? String($0.dropFirst(11)) : String($0)
    }
    .joined(separator: "\n")
    _ = try scratch.write("dated", dated.replacing("2026-03-15 0", with: "2026-03-15 1"))
    _ = try scratch.write("undated", undated + "\n")
    let usual = try shell("bgtop import undated dated", in: scratch)
    #expect(usual.code == 0, "\(usual.errors)")
    let piped = try shell("bgtop import <(cat undated) <(cat dated)", in: scratch)
    func body(_ text: String) -> [Substring] { Array(text.split(separator: "\n").dropFirst()) }
    #expect(body(piped.output) == body(usual.output))
    #expect(body(usual.output).count > 50)
  }

  @Test func `no byte of a stream is lost, and a retained stream can be read again`() throws {
    let bytes = Array(LoadingTests.log(records: 3_000).utf8)
    let path = try scratch.write("some", Data(bytes))
    for limit in [1_000, 1 << 18] {
      let source = try Source(path)
      #expect(try source.kind() == .log)
      var taken: [UInt8] = []
      while case .bytes(let more) = try source.next(after: taken, limit: limit) { taken = more }
      #expect(taken == bytes)
      try source.rewind()
      #expect(try source.all() == bytes)
    }
    #expect(unsafe mkfifo(scratch.path("fifo"), 0o600) == 0)
    let name = scratch.path("fifo")
    let writer = try FileHandle(forUpdating: URL(fileURLWithPath: name))
    Thread.detachNewThread {
      writer.write(Data(bytes))
      try? writer.close()
    }
    let stream = try Source(name)
    stream.retain()
    #expect(stream.isStream && stream.size == nil)
    #expect(try stream.all() == bytes)
    try stream.rewind()
    #expect(try stream.all() == bytes)
  }
}

@Suite("Files that are written") struct FileAccessTests {
  @Test func `a file has the old content or the new, whichever call fails`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("config", "old")
    var failures = 0
    for call in Int64(1)...20 {
      bgp_files_fail(call, EIO)
      do {
        try FileAccess.write("new", to: path)
      } catch {
        failures += 1
      }
      bgp_files_fail(0, 0)
      let content = String(decoding: try scratch.read("config"), as: UTF8.self)
      #expect(content == "old" || content == "new", "call \(call)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == ["config"], "call \(call)")
      _ = try scratch.write("config", "old")
    }
    #expect((4...19).contains(failures), "each of the calls has failed once, and there are no more")
  }

  @Test func `an error in the middle of an input is reported, and there is no partial answer`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("log", LoadingTests.log(records: 3_000))
    bgp_files_fail(0, 0)
    let whole = try Source(path).all()
    let calls = bgp_files_calls()
    var failures = 0
    for call in 1...calls {
      bgp_files_fail(call, EIO)
      do {
        // The size is asked for to make room, and need not be known.
        #expect(try Source(path).all() == whole, "call \(call)")
      } catch {
        failures += 1
        #expect(error.message == "\(path): input/output error")
      }
      bgp_files_fail(0, 0)
    }
    #expect(failures >= 4, "opening, looking at it, and every read")
  }
}
