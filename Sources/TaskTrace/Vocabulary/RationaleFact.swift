/// One statement of a rationale about one value: `batteryLevel == 26`, or what was observed and what is required.
public struct RationaleFact: Hashable, Sendable {
  public enum Relation: String, CaseIterable, Hashable, Sendable {
    case atLeast = ">="
    case atMost = "<="
    case equal = "=="
    case unequal = "!="
    case greater = ">"
    case less = "<"

    /// Whether a value has this relation to another.
    public func holds(_ value: Double, _ other: Double) -> Bool {
      switch self {
      case .atLeast: value >= other
      case .atMost: value <= other
      case .equal: value == other
      case .unequal: value != other
      case .greater: value > other
      case .less: value < other
      }
    }
  }

  /// The value's name, without the path that some logs put before it.
  public var key: String
  public var relation: Relation
  /// The right-hand side: a number, or text between quotation marks.
  public var text: String
  /// What the policy requires, if the statement gives it in addition to what was observed.
  public var required: Double?

  public var number: Double? { Double(text) }

  /// Every statement of a rationale, in order; other text is omitted.
  public static func all(in rationale: String) -> [RationaleFact] {
    RationaleTerm.terms(of: rationale).flatMap { term -> [RationaleFact] in
      switch term {
      case .comparison(let key, let required, let observed):
        [RationaleFact(key: key, relation: .equal, text: "\(observed)", required: required)]
      case .expression(let text): text.split(separator: " AND ").compactMap { RationaleFact($0) }
      }
    }
  }

  init(key: String, relation: Relation, text: String, required: Double?) {
    (self.key, self.relation, self.text, self.required) = (key, relation, text, required)
  }

  /// Reads `key == value`, with brackets around it or not.
  init?(_ statement: Substring) {
    for relation in Relation.allCases {
      guard let place = statement.firstRange(of: " \(relation.rawValue) ") else { continue }
      let left = statement[..<place.lowerBound].drop { $0 == "(" || $0 == " " }
      var right = statement[place.upperBound...]
      if right.hasPrefix("\"") {
        right = right.dropFirst().prefix { $0 != "\"" }
      } else {
        while right.last == ")" || right.last == " " { right = right.dropLast() }
      }
      self.init(
        key: String(left.split(separator: "/").last ?? left), relation: relation, text: String(right), required: nil)
      return
    }
    return nil
  }
}
