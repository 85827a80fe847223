internal import TaskTrace

/// Scorings that were read already: a log repeats the same few, under the same names and under others.
///
/// Scorings that say the same share one place in memory. What is remembered grows with the messages that a log keeps, and
/// no further.
struct ScoringCache {
  /// What a scoring block of one name tells.
  struct Scoring {
    var event: Event
    var decision: Decision
    /// The name's entry.
    var entry: Int
    /// The places of what its rationales tell.
    var observations: Range<Int>
    /// Whether it denies a push.
    var deniesPush: Bool
  }

  /// What a block tells, whatever its name.
  struct Block {
    var score: Score
    var observations: Range<Int>
  }

  /// What rationales tell of the device, of one block after the other.
  private(set) var observations: [Observation] = []

  private var policies = PolicyCache()
  private var observed: [String: [Observation]] = [:]
  private var scorings = Numbered<Scoring>()
  private var blocks = Numbered<Block>()

  /// Values by numbers that grow from 0 on, of which some have none.
  private struct Numbered<Value: Sendable> {
    /// The places of the values plus one, by their numbers.
    private var places: [UInt32] = []
    private var values: [Value] = []

    subscript(_ number: Int) -> Value? {
      number < places.count && places[number] > 0 ? values[Int(places[number]) - 1] : nil
    }

    mutating func set(_ value: Value, at number: Int) {
      while places.count <= number { places.append(0) }
      values.append(value)
      places[number] = UInt32(values.count)
    }
  }

  /// The scoring of a message, by its number.
  subscript(_ message: Int) -> Scoring? { scorings[message] }

  mutating func keep(_ scoring: Scoring, of message: Int) { scorings.set(scoring, at: message) }

  /// Reads what follows `NAME:[`, where the rest of the message, by its number, was not read before.
  mutating func block(_ text: Text, rest: Int?, names: inout NameTable) -> Block {
    if let rest, let known = blocks[rest] { return known }
    let score = ScoringBlock.score(text, policies: &policies, names: &names)
    let first = observations.count
    for policy in score.policies {
      if let rationale = policy.rationale, !rationale.isEmpty { observations += told(in: rationale) }
    }
    let block = Block(score: score, observations: first..<observations.count)
    if let rest { blocks.set(block, at: rest) }
    return block
  }

  /// What a rationale tells, read once for each text.
  private mutating func told(in rationale: String) -> [Observation] {
    if let known = observed[rationale] { return known }
    let found = Observation.all(in: rationale)
    if observed.count < 1 << 12 { observed[rationale] = found }
    return found
  }
}
