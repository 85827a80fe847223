internal import TaskTrace

/// Scorings that were read already: a log repeats the same few, under the same names and under others.
///
/// Equal scorings share one place in memory. The cache grows only with the messages that a log stores.
struct ScoringCache {
  private var policies = PolicyCache()
  private var lines = ScoringLines()
  /// The blocks, keyed by the numbers of the text after the names.
  private var blocks: [ScoringBlock?] = []
  /// The last scoring of each name, by the name's number.
  private var latest: [(rest: Int, event: Event)?] = []

  /// Reads what follows a name, `:[` and so on, where the rest of the message, by its number, was not read before.
  ///
  /// The numbers of its lines are passed if known: a line that was read before is not read again.
  mutating func block(_ text: Text, rest: Int?, lines numbers: ArraySlice<UInt32>?, names: inout NameTable)
    -> ScoringBlock
  {
    if let rest, rest < blocks.count, let known = blocks[rest] { return known }
    let block =
      numbers.flatMap { lines.block(text, $0, policies: &policies, names: &names) }
      ?? ScoringBlock.block(text.from(text.start + 2), policies: &policies, names: &names)
    if let rest {
      while blocks.count <= rest { blocks.append(nil) }
      blocks[rest] = block
    }
    return block
  }

  /// The event of a scoring: that of the last one of the same name, if both say the same.
  mutating func event(_ block: ScoringBlock, rest: Int?, entry: Int, _ reference: TaskReference) -> Event {
    guard let rest else { return .scored(reference, block.score) }
    while latest.count <= entry { latest.append(nil) }
    if let known = latest[entry], known.rest == rest { return known.event }
    let event = Event.scored(reference, block.score)
    latest[entry] = (rest, event)
    return event
  }
}
