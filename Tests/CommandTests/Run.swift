import Foundation

/// What a run of the program gave.
struct Outcome: Equatable {
  var code: Int32
  var output: String
  var errors: String
}

/// What the program sees of the environment: nothing of a developer's own, but the options of a sanitizer (Tests/sanitize).
private let baseEnvironment = ["PATH": "/usr/bin:/bin", "TERM": "xterm-256color"].merging(
  ProcessInfo.processInfo.environment.filter { ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key) }
) { $1 }

/// Runs the program that was built with the tests.
func bgtop(_ arguments: String..., input: String = "", environment: [String: String] = [:]) throws -> Outcome {
  try bgtop(arguments, input: input, environment: environment)
}

func bgtop(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws -> Outcome {
  let process = Process()
  process.executableURL = programURL
  process.arguments = arguments
  process.environment = baseEnvironment.merging(environment) { $1 }
  let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
  (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
  try process.run()
  // Large outputs fill a pipe, so both are read while the program runs.
  let errors = Reader(stderr.fileHandleForReading)
  stdin.fileHandleForWriting.write(Data(input.utf8))
  try stdin.fileHandleForWriting.close()
  let output = stdout.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return Outcome(
    code: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
    errors: String(decoding: errors.wait(), as: UTF8.self))
}

/// Runs a script in which `bgtop` is the program.
func shell(_ script: String, in scratch: Scratch) throws -> Outcome {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/bash")
  process.arguments = ["--norc", "-c", "bgtop() { \"$BGTOP\" \"$@\"; }\n\(script)"]
  process.environment = baseEnvironment.merging(["BGTOP": programURL.path]) { $1 }
  process.currentDirectoryURL = scratch.url
  let (stdout, stderr) = (Pipe(), Pipe())
  (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, stdout, stderr)
  try process.run()
  let errors = Reader(stderr.fileHandleForReading)
  let output = stdout.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return Outcome(
    code: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
    errors: String(decoding: errors.wait(), as: UTF8.self))
}

/// Reads a pipe to its end on a separate thread.
private final class Reader: @unchecked Sendable {
  private var data = Data()
  private let done = DispatchSemaphore(value: 0)

  init(_ handle: FileHandle) {
    Thread.detachNewThread { [self] in
      data = handle.readDataToEndOfFile()
      done.signal()
    }
  }

  func wait() -> Data {
    done.wait()
    return data
  }
}

private var programURL: URL {
  // The test bundle lies in the same folder as the program.
  let folder = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }?.deletingLastPathComponent()
  let fallback = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  return (folder ?? fallback).appendingPathComponent("bgtop")
}

/// A folder that is removed together with the value.
final class Scratch {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("bgtop-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func write(_ name: String, _ text: String) throws -> String { try write(name, Data(text.utf8)) }

  func write(_ name: String, _ data: Data) throws -> String {
    try data.write(to: url.appendingPathComponent(name))
    return path(name)
  }

  func read(_ name: String) throws -> Data { try Data(contentsOf: url.appendingPathComponent(name)) }
}
