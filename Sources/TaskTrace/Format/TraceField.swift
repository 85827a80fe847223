/// Every key that a line of a trace may have (`Docs/TraceFormat.md`); keys of other versions are kept as they are.
enum TraceField: String, CaseIterable {
  case t, event, task, activity, kind, line, log, by, said, bundle, state, cause, code, score, threshold, run,
    at, validUntil, what, detail, until, limit, coldStart, forced, index, count, name, completed, total, title,
    subtitle, stallsAt, deadline, success, outcome, seen, value, capacity, running, priority, bytes, delay,
    remaining, text, waits, process, level, command, refusal, plugged, charging, on, path, quality, expensive,
    constrained, inUse, locked, unlockedSinceBoot, active, earliest, windowStart, windowEnd, interval,
    requiresNetwork, requiresPower, strategy, requiresGPU, user, decision, sum, denominator, applied, policies,
    weight, rationale, from, exits, background, foreground, measures, unit, diagnostics, bgtop, version, epoch,
    source, inferred, end, scenario, seed, profile, files

  /// Finds keys by their bytes.
  struct Table {
    private var numbers = FingerprintTable()
    /// The names one behind the other, and where each ends.
    private var names: [UInt8] = []
    private var ends = [0]
    private let fields = TraceField.allCases

    init() {
      for (number, field) in fields.enumerated() {
        let name = Array(field.rawValue.utf8)
        numbers.set(name.withBorrowedBytes { fingerprint(of: $0) }, to: UInt32(number))
        names += name
        ends.append(names.count)
      }
    }

    /// The key that some bytes are, with its place among all; nil for one that this version does not know.
    ///
    /// Complexity: O(bytes).
    func find(_ bytes: Bytes) -> (field: TraceField, number: Int)? {
      guard let number = numbers[fingerprint(of: bytes)].map(Int.init),
        names.withBorrowedBytes({ $0[ends[number]..<ends[number + 1]].equals(bytes) })
      else { return nil }
      return (fields[number], number)
    }
  }

  static let table = Table()
}
