internal import TaskTrace

/// Rationales in plain words, where they are known; else as dasd prints them.
enum RationaleDescription {
  static func text(_ rationale: String) -> String {
    let terms = RationaleTerm.terms(of: rationale)
    // The subject of the point names what a single comparison is about.
    if terms.count == 1, case .comparison(let key, let required, let observed)? = terms.first {
      let what = flags.first { $0.0 == key }.map { $0.1 + ": " } ?? ""
      return what + "required \(short(required)), observed \(short(observed))"
    }
    return terms.map(text).joined(separator: "; ")
  }

  private static func text(_ term: RationaleTerm) -> String {
    guard case .expression(let text) = term else { return term.text }
    if let known = whole.first(where: { $0.0 == text }) { return known.1 }
    if let known = beginnings.first(where: { text.hasPrefix($0.0) }) {
      return known.1 + text.dropFirst(known.0.count)
    }
    let clauses = text.split(separator: " ").split(separator: "AND").map { parts -> String in
      guard parts.count >= 3, let name = names.first(where: { $0.0 == parts[parts.startIndex] })?.1 else {
        return parts.joined(separator: " ")
      }
      let sign = parts[parts.startIndex + 1]
      let value = parts.dropFirst(2).joined(separator: " ")
      return sign == "==" ? "\(name) \(value)" : "\(name) \(sign) \(value)"
    }
    return clauses.joined(separator: ", ")
  }

  private static func short(_ value: Double) -> String {
    fixed(value, decimals: value == value.rounded() ? 0 : 2)
  }

  // The rows of all policies are searched, because a rationale can mention the subject of another policy.
  private static let terms = PolicyGuide.all.flatMap(\.terms)

  private static let whole = terms.compactMap {
    if case .whole(let text, let words) = $0 { (text, words) } else { nil }
  }
  private static let beginnings = terms.compactMap {
    if case .beginning(let text, let words) = $0 { (text, words) } else { nil }
  }
  private static let flags = terms.compactMap { if case .flag(let key, let words) = $0 { (key, words) } else { nil } }
  private static let names = terms.compactMap { if case .name(let key, let words) = $0 { (key, words) } else { nil } }
}
