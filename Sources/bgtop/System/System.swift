internal import CPlatform

/// The process: its environment, a clock, and its end.
enum System {
  /// A variable of the environment; an empty one counts as not set.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe bgp_environment(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Microseconds on a monotonic clock.
  static func monotonicMicroseconds() -> Int64 { bgp_monotonic_microseconds() }

  /// The number of processors that can work in parallel, at least 1.
  static var processorCount: Int { Int(bgp_processor_count()) }

  /// Whether a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { bgp_is_terminal(descriptor) }

  /// Makes write failures return errors that the process can report, instead of terminating it.
  static func prepare() { bgp_ignore_size_signal() }

  /// Ends the process.
  static func leave(_ code: Int32) -> Never { bgp_exit(code) }
}
