internal import CFuzzing
internal import Foundation
internal import Oracles

@main
enum Fuzzing {
  static func main() {
    var (count, arguments) = unsafe (CommandLine.argc, CommandLine.unsafeArgv)
    exit(unsafe runFuzzer(&count, &arguments, fuzz))
  }
}

/// libFuzzer's own entry.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ one: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What the fuzzer calls with every input. BGTOP_FUZZ_TARGET names the oracle; with BGTOP_FUZZ_WORDS inputs are printed in
/// words instead of being tried.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  if Target.printsWords {
    print(Target.oracle.words?(bytes) ?? String(decoding: bytes, as: UTF8.self))
    return 0
  }
  _ = bgf_steps()
  let broken = Target.oracle.broken(bytes)
  let steps = Int(bgf_steps())
  Target.note(steps, count)
  guard broken.isEmpty else { Target.stop(broken) }
  if let most = Target.oracle.steps, steps > most.base + most.perByte * count {
    Target.stop(["\(steps) steps for \(count) bytes"])
  }
  return 0
}

private enum Target {
  static let environment = ProcessInfo.processInfo.environment
  static let printsWords = environment["BGTOP_FUZZ_WORDS"] != nil
  static let printsSteps = environment["BGTOP_FUZZ_STEPS"] != nil

  static let oracle: Oracle = {
    let name = environment["BGTOP_FUZZ_TARGET"] ?? ""
    guard let oracle = (Oracle.all + [.arguments]).first(where: { $0.name == name }) else {
      fatalError("BGTOP_FUZZ_TARGET should be one of \((Oracle.all + [.arguments]).map(\.name))")
    }
    return oracle
  }()

  static func note(_ steps: Int, _ count: Int) {
    if printsSteps { print("\(oracle.name): \(count) bytes, \(steps) steps") }
  }

  /// Ends the process in the way that the fuzzer takes for a find.
  static func stop(_ sentences: [String]) -> Never {
    FileHandle.standardError.write(Data((sentences.prefix(5).joined(separator: "\n") + "\n").utf8))
    abort()
  }
}
