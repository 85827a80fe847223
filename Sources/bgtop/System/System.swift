internal import CPlatform

/// The process and what it was given: its environment, a clock, and its end.
enum System {
  /// A variable of the environment; an empty one counts as not set.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe bgp_environment(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Microseconds on a clock that never goes back.
  static func monotonicMicroseconds() -> Int64 { bgp_monotonic_microseconds() }

  /// How many processors may work at once, at least 1.
  static var processorCount: Int { Int(bgp_processor_count()) }

  /// Whether a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { bgp_is_terminal(descriptor) }

  /// Lets failures be errors that the process can tell of, instead of its end.
  static func prepare() { bgp_ignore_size_signal() }

  /// Ends the process.
  static func leave(_ code: Int32) -> Never { bgp_exit(code) }
}
