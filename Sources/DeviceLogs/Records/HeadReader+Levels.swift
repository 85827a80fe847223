internal import TaskTrace

extension HeadReader {
  /// The levels by their names in any style, known by their first and last letters and their length.
  static func level(_ word: Text) -> Note.Level? {
    guard let first = word.first, let last = word.last else { return nil }
    switch (first | 0x20, word.count, last | 0x20) {
    case (0x64, 7, 0x74): return .default  // default
    case (0x64, 5, 0x67): return .debug  // debug
    case (0x69, 4, 0x6F): return .info  // info
    case (0x6E, 6, 0x65): return .default  // notice
    case (0x65, 5, 0x72): return .error  // error
    case (0x66, 5, 0x74): return .fault  // fault
    case (0x77, 7, 0x67): return .error  // warning
    case (0x63, 8, 0x6C): return .fault  // critical
    case (0x61, 5, 0x74), (0x65, 9, 0x79): return .fault  // alert, emergency
    case (0x6C, 4, 0x73), (0x74, 8, 0x63), (0x73, 5, 0x65): return .default  // loss, timesync, state
    case (0x6C, 8, 0x74): return .default  // logEvent
    case (0x77, 4, 0x6E): return .error  // warn
    case (0x76, 7, 0x65), (0x74, 5, 0x65): return .debug  // verbose, trace
    // activity, user_action, useraction, signpost
    case (0x61, 8, 0x79), (0x75, 11, 0x6E), (0x75, 10, 0x6E), (0x73, 8, 0x74): return .default
    default: return nil
    }
  }
}
