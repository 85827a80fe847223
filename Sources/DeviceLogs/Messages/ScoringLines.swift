internal import TaskTrace

/// The lines of scoring blocks that were read already, by the numbers under which their texts are kept.
///
/// dasd prints each policy on a line of its own. A block in this form is assembled from its lines; any other is read as
/// a whole.
struct ScoringLines {
  private enum Kind {
    /// `:[`
    case opening
    /// One whole policy, and nothing else.
    case policy
    /// Not a policy: the text after all of them.
    case tail
    case other
  }

  private struct Line {
    var kind: Kind
    var length: Int
    /// Its place among the lines of its kind.
    var place: Int
  }

  private var lines: [Line] = []
  private var policies: [PolicyCache.Policy] = []
  private var tails: [ScoringBlock.Tail] = []
  /// The places of the lines plus one, by their numbers.
  private var places: [UInt32] = []

  /// The block of some lines, which fill a text; nil if it is not one policy to a line.
  mutating func block(
    _ text: Text, _ numbers: ArraySlice<UInt32>, policies cache: inout PolicyCache, names: inout NameTable
  ) -> ScoringBlock? {
    var block = ScoringBlock.Policies()
    block.responses.reserveCapacity(max(0, numbers.count - 2))
    var rest = text
    for index in numbers.indices {
      let line = line(rest, Int(numbers[index]), policies: &cache, names: &names)
      rest.start += line.length
      switch line.kind {
      case .opening where index == numbers.startIndex: break
      case .policy where index > numbers.startIndex: block.append(policies[line.place])
      case .tail where index > numbers.startIndex && index == numbers.endIndex - 1:
        return ScoringBlock(block, tails[line.place])
      default: return nil
      }
    }
    return nil
  }

  /// The line with which a text begins.
  private mutating func line(
    _ text: Text, _ number: Int, policies cache: inout PolicyCache, names: inout NameTable
  ) -> Line {
    while places.count <= number { places.append(0) }
    if places[number] > 0 { return lines[Int(places[number]) - 1] }
    let text = text.upTo(text.find(0x0A).map { $0 + 1 } ?? text.end)
    lines.append(read(text, policies: &cache, names: &names))
    places[number] = UInt32(lines.count)
    return lines[lines.count - 1]
  }

  private mutating func read(_ text: Text, policies cache: inout PolicyCache, names: inout NameTable) -> Line {
    if text.trimmedEnd.equals(":[" as StaticString) { return Line(kind: .opening, length: text.count, place: 0) }
    guard let (part, isWhole) = ScoringBlock.nextPolicy(text, from: text.start) else {
      tails.append(ScoringBlock.Tail(text))
      return Line(kind: .tail, length: text.count, place: tails.count - 1)
    }
    // Text around a policy may belong to one that was split.
    let (before, behind) = (text.upTo(part.start).trimmed, text.from(part.end).trimmed)
    guard isWhole, before.isEmpty, behind.isEmpty || behind.equals("," as StaticString),
      let policy = cache.policy(part, names: &names)
    else { return Line(kind: .other, length: text.count, place: 0) }
    policies.append(policy)
    return Line(kind: .policy, length: text.count, place: policies.count - 1)
  }
}
