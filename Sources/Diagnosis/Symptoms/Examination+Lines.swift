internal import TaskTrace

extension Examination {
  /// The examination in plain sentences, one per line: every answer with its evidence, then the verdict.
  ///
  /// - Parameters:
  ///   - file: The prefix of a position in a file.
  ///   - isBrief: Whether the answers are omitted.
  /// - Returns: The lines.
  public func lines(file: String = "", isBrief: Bool = false) -> [String] {
    let parts = [task == nil ? nil : kind?.word, task == nil ? nil : app].compactMap(\.self)
    var lines = ["\(subject)\(parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"): \(title)"]
    switch shows {
    case .yes: if let seen { lines.append("  Seen: \(seen.line(epoch, file: file)).") }
    case .no: lines.append("  Not seen here\(seen.map { ": \($0.line(epoch, file: file))" } ?? "").")
    case .unknown: lines.append("  The input does not say whether it occurs.")
    }
    for answer in isBrief ? [] : answers { lines += answer.lines(epoch, file: file, findsOut: !isFault) }
    if isBrief, !isFault, !unknown.isEmpty {
      lines.append("  Not answered: \(unknown.map(\.ask).joined(separator: " "))")
    }
    guard isFault || shows != .no else { return lines }
    lines.append("  Verdict: \(verdict.text).")
    lines.append("  \(isFault ? "To fix it" : "What to do"): \(verdict.remedy)")
    lines.append("  [\(verdict.source)]")
    for other in others { lines.append("  Also wrong: \(other.text). \(other.remedy) [\(other.source)]") }
    return lines
  }
}

extension Answer {
  /// The answer, the question, and below it the evidence, or how to find out; a wrong answer is marked.
  fileprivate func lines(_ epoch: Epoch?, file: String, findsOut: Bool) -> [String] {
    let word = reply.rawValue
    var below = evidence.prefix(fault == nil ? 1 : 2).map { $0.line(epoch, file: file) }
    if reply == .unknown, findsOut { below.append("To find out: \(find)") }
    let first = "  \(fault == nil ? "  " : "! ")\(word)\(String(repeating: " ", count: 9 - word.count))\(ask)"
    return [first] + below.map { "             \($0)" }
  }
}
