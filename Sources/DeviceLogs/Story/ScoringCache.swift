internal import TaskTrace

/// Scorings that were read already: a log repeats the same few, under the same names and under others.
///
/// Scorings that say the same share one place in memory. What is remembered grows with the messages that a log keeps, and
/// no further.
struct ScoringCache {
  /// What a block tells, whatever its name.
  struct Block {
    var score: Score
    /// What its rationales tell of the device.
    var observations: [Observation]
  }

  private var policies = PolicyCache()
  private var blocks: [Block] = []
  /// The places of the blocks plus one, by the numbers of what stands behind names.
  private var places: [UInt32] = []
  /// The last scoring of each name, by the name's number.
  private var latest: [(rest: Int, event: Event)?] = []

  /// Reads what follows `NAME:[`, where the rest of the message, by its number, was not read before.
  mutating func block(_ text: Text, rest: Int?, names: inout NameTable) -> Block {
    if let rest, rest < places.count, places[rest] > 0 { return blocks[Int(places[rest]) - 1] }
    let (score, observations) = ScoringBlock.score(text, policies: &policies, names: &names)
    let block = Block(score: score, observations: observations)
    if let rest {
      while places.count <= rest { places.append(0) }
      blocks.append(block)
      places[rest] = UInt32(blocks.count)
    }
    return block
  }

  /// The event of a scoring: that of the last one of the same name, if both say the same.
  mutating func event(_ block: Block, rest: Int?, entry: Int, _ reference: TaskReference) -> Event {
    guard let rest else { return .scored(reference, block.score) }
    while latest.count <= entry { latest.append(nil) }
    if let known = latest[entry], known.rest == rest { return known.event }
    let event = Event.scored(reference, block.score)
    latest[entry] = (rest, event)
    return event
  }
}
