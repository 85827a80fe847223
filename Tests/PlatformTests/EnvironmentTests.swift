import CPlatform
import Foundation
import Testing

@Suite("The process and its clock") struct EnvironmentTests {
  @Test func `a variable has its value, and a missing one differs from an empty one`() {
    func value(_ name: String) -> String? { unsafe bgp_environment(name).map { unsafe String(cString: $0) } }
    #expect(value("PATH") == ProcessInfo.processInfo.environment["PATH"])
    #expect(value("BGTOP_NOBODY_SETS_THIS") == nil)
  }

  @Test func `the clock advances with elapsed time`() {
    let before = bgp_monotonic_microseconds()
    usleep(20_000)
    let passed = bgp_monotonic_microseconds() - before
    #expect((20_000..<10_000_000).contains(passed))
  }

  @Test func `processors and memory are counted`() {
    #expect(Int(bgp_processor_count()) == ProcessInfo.processInfo.activeProcessorCount)
    // Between a mebibyte and a tebibyte: the unit is bytes, whichever unit the system uses.
    let before = bgp_peak_memory()
    #expect((1 << 20..<1 << 40).contains(before))
    let large = [UInt8](repeating: 1, count: 256 << 20)
    #expect(bgp_peak_memory() > 200 << 20 && large.last == 1)
  }
}
