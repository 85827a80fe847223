extension ErrorCode {
  /// What the code means, and what to check, in plain sentences, one per line.
  public var lines: [String] {
    var lines = ["\(name) (\([family.rawValue, codeText].compactMap(\.self).joined(separator: " ")))"]
    lines.append("  \(meaning)")
    for (index, question) in symptom.questions.enumerated() {
      lines.append("  \(index == 0 ? "Ask:   " : "       ") \(question.ask)")
      lines.append("            \(question.find)")
    }
    lines.append("  To fix it: \(remedy)")
    lines.append("  [\(source)]")
    return lines
  }
}
