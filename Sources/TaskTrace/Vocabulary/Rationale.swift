/// One condition of a rationale, parsed.
public enum RationaleTerm: Hashable, Sendable {
  /// `[key]: Required:50.00, Observed:90.00`.
  case comparison(key: String, required: Double, observed: Double)
  /// Anything else, unchanged: `batteryLevel == 26 AND pluggedIn == 1`.
  case expression(String)

  /// The terms of a rationale as dasd prints it, `[{…},{…},]`; text in any other form gives one expression.
  public static func terms(of rationale: String) -> [RationaleTerm] {
    var terms: [RationaleTerm] = []
    var depth = 0
    var term = ""
    for character in rationale {
      if character == "{" {
        depth += 1
        if depth == 1 { continue }
      } else if character == "}" {
        depth -= 1
        if depth == 0 {
          terms.append(RationaleTerm(term))
          term = ""
          continue
        }
      }
      if depth > 0 { term.append(character) }
    }
    if terms.isEmpty, !rationale.isEmpty { return [.expression(rationale)] }
    return terms
  }

  init(_ text: String) {
    guard text.hasPrefix("["), let close = text.firstIndex(of: "]") else {
      self = .expression(text)
      return
    }
    let fields = text[text.index(after: close)...].split(separator: ",")
    func number(_ label: String) -> Double? {
      fields.lazy.compactMap { field -> Double? in
        let parts = field.split(separator: ":").map { $0.drop { $0 == " " } }
        guard parts.count >= 2, parts[parts.count - 2] == label else { return nil }
        return Double(parts[parts.count - 1])
      }.first
    }
    guard let required = number("Required"), let observed = number("Observed") else {
      self = .expression(text)
      return
    }
    self = .comparison(key: String(text.dropFirst().prefix { $0 != "]" }), required: required, observed: observed)
  }

  /// The term in plain words: `required 50, observed 90`.
  public var text: String {
    switch self {
    case .comparison(let key, let required, let observed):
      return "\(key): required \(Self.short(required)), observed \(Self.short(observed))"
    case .expression(let text): return text
    }
  }

  private static func short(_ value: Double) -> String {
    value == value.rounded() ? fixed(value, decimals: 0) : fixed(value, decimals: 2)
  }
}
