extension EventOrder {
  /// Something that an app holds, keyed by its name.
  struct Holding: Hashable, Sendable {
    var bundle: String
    var name: String
  }

  enum TransferPhase: Sendable { case waiting, running, finished, over }

  mutating func check(_ assertion: Assertion, at instant: Instant) {
    let holding = Holding(bundle: assertion.bundle, name: assertion.name)
    let held = assertions[holding, default: 0]
    switch assertion.state {
    case .acquired:
      if isAlive(assertion.bundle) == false, reportsAll {
        found.append("\(assertion.bundle) acquires \(assertion.name) although it has no process")
      }
      assertions[holding] = held + 1
    case .expiring, .overdue, .ended:
      if held == 0, reportsAll {
        found.append("\(assertion.name) of \(assertion.bundle) is \(assertion.state.rawValue) although it is not held")
      }
      if assertion.state == .expiring {
        if expiring[holding] == instant, held == 1 {
          found.append("\(assertion.name) of \(assertion.bundle) expires twice at once")
        }
        expiring[holding] = instant
      }
      if assertion.state == .ended { assertions[holding] = held > 1 ? held - 1 : nil }
    default: break
    }
  }

  mutating func check(_ transfer: Transfer) {
    let holding = Holding(bundle: transfer.bundle, name: transfer.name)
    let phase = transfers[holding] ?? .over
    let (fits, next): (Bool, TransferPhase) =
      switch transfer.state {
      case .created: (phase == .over || phase == .finished, .waiting)
      case .waiting, .delayed: (phase == .waiting || phase == .running, .waiting)
      case .running: (phase == .waiting, .running)
      case .finished: (phase == .running, .finished)
      case .handled: (phase == .finished, .over)
      case .failed, .cancelled: (phase != .over, .over)
      default: (true, phase)
      }
    if !fits, reportsAll {
      found.append("\(transfer.name) of \(transfer.bundle) is \(transfer.state.rawValue), and nothing before says so")
    }
    transfers[holding] = next
    if let bytes = transfer.bytes, let total = transfer.total, !(0...max(0, total)).contains(bytes) {
      found.append("\(transfer.name) of \(transfer.bundle) has \(bytes) of \(total) bytes")
    }
  }
}
