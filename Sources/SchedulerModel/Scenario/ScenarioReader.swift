internal import TaskTrace

/// Collects all problems of a scenario while it is read, so that the user sees them together.
struct ScenarioReader {
  let bytes: [UInt8]
  /// The Info.plists that it names, by their paths.
  let infoPlists: [String: Scenario.InfoPlistFile]
  /// Parts of the text that replace content read from other files, in text order.
  var replacements: [(range: Range<Int>, text: [UInt8])] = []
  private(set) var problems: [TextProblem] = []
  private var places: [Int] = []

  /// After this many problems the rest is omitted.
  static let maxProblems = 50

  init(_ bytes: [UInt8], _ infoPlists: [String: Scenario.InfoPlistFile]) {
    (self.bytes, self.infoPlists) = (bytes, infoPlists)
  }

  mutating func report(_ message: String, at offset: Int) {
    guard problems.count < Self.maxProblems else { return }
    problems.append(TextProblem(message, at: offset, in: bytes))
    places.append(offset)
  }

  /// All problems in the order of the text.
  var sortedProblems: [TextProblem] {
    zip(problems, places).enumerated()
      .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      .map(\.element.0)
  }

  /// The members of an object, after its unknown and doubled keys were reported; nil if the value is none.
  mutating func object(_ value: JSONValue, _ what: String, keys: [String]) -> Fields? {
    guard let members = value.object else {
      report("\(what) should be an object, not \(value.typeName)", at: value.offset)
      return nil
    }
    var seen: Set<String> = []
    for member in members {
      // Searching for the nearest name takes time, and no one would read that many.
      guard problems.count < Self.maxProblems else { return nil }
      if !keys.contains(member.key) {
        let hint = nearestName(to: member.key, among: keys).map { "; did you mean \"\($0)\"?" }
        let known = hint ?? "; \(what) has \(keys.joined(separator: ", "))"
        report("unknown key \"\(Self.visible(member.key))\"\(known)", at: member.offset)
      } else if seen.contains(member.key) {
        report("\"\(member.key)\" appears twice", at: member.offset)
      }
      seen.insert(member.key)
    }
    return Fields(value: value)
  }

  /// A text for use in messages, without control characters.
  static func visible(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(80) {
      if isControl(scalar) {
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// Control and format characters, which never belong in a name.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    default: false
    }
  }
}

/// One object of a scenario, whose keys were checked.
struct Fields {
  let value: JSONValue
  subscript(key: String) -> JSONValue? { value[key] }
}

extension ScenarioReader {
  private mutating func wrong(_ key: String, _ value: JSONValue, _ wanted: String) {
    report("\"\(key)\" should be \(wanted), not \(value.typeName)", at: value.offset)
  }

  mutating func bool(_ fields: Fields, _ key: String) -> Bool? {
    guard let value = fields[key] else { return nil }
    guard let flag = value.bool else {
      wrong(key, value, "true or false")
      return nil
    }
    return flag
  }

  mutating func number(_ fields: Fields, _ key: String, in range: ClosedRange<Double>) -> Double? {
    guard let value = fields[key] else { return nil }
    guard let number = value.number else {
      wrong(key, value, "a number")
      return nil
    }
    guard range.contains(number) else {
      report(
        "\"\(key)\" should be from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))", at: value.offset
      )
      return nil
    }
    return number
  }

  mutating func integer(_ fields: Fields, _ key: String, in range: ClosedRange<Int64>) -> Int64? {
    guard let value = fields[key] else { return nil }
    guard let number = value.integer else {
      wrong(key, value, "a whole number")
      return nil
    }
    guard range.contains(number) else {
      report("\"\(key)\" should be from \(range.lowerBound) to \(range.upperBound)", at: value.offset)
      return nil
    }
    return number
  }

  static func short(_ number: Double) -> String {
    number == number.rounded() && number.magnitude < 1e15 ? "\(Int64(number))" : "\(number)"
  }

  /// A length of time that is not negative: `90s`, `2h30m`.
  mutating func span(_ fields: Fields, _ key: String, limit: TimeSpan = .days(3_660)) -> TimeSpan? {
    guard let value = fields[key] else { return nil }
    return span(value, key, limit: limit)
  }

  mutating func span(_ value: JSONValue, _ key: String, limit: TimeSpan = .days(3_660)) -> TimeSpan? {
    guard let text = value.string else {
      wrong(key, value, "a duration such as \"2h30m\"")
      return nil
    }
    guard let span = TimeSpan(units: text) else {
      let why = text.hasPrefix("-") ? "cannot be negative" : "should be a duration such as \"2h30m\""
      report("\"\(key)\" \(why)", at: value.offset)
      return nil
    }
    guard span <= limit else {
      report("\"\(key)\" should be at most \(limit)", at: value.offset)
      return nil
    }
    return span
  }

  /// Text for people: no control characters, not too long.
  mutating func text(_ fields: Fields, _ key: String, limit: Int = 500) -> String? {
    guard let value = fields[key] else { return nil }
    return text(value, key, limit: limit)
  }

  mutating func text(_ value: JSONValue, _ key: String, limit: Int = 500) -> String? {
    guard let text = value.string else {
      wrong(key, value, "a string")
      return nil
    }
    if let control = text.unicodeScalars.first(where: Self.isControl) {
      report("\"\(key)\" contains the control character U+\(Self.hex(control))", at: value.offset)
      return nil
    }
    guard text.unicodeScalars.count <= limit else {
      report("\"\(key)\" is longer than \(limit) characters", at: value.offset)
      return nil
    }
    return text
  }

  private static func hex(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// An identifier: 1 to 127 characters, no spaces (scheduler facts 1.4).
  mutating func identifier(_ value: JSONValue, _ key: String) -> String? {
    guard let text = text(value, key, limit: 127) else { return nil }
    guard !text.isEmpty, !text.unicodeScalars.contains(where: { $0.properties.isWhitespace }) else {
      report("\"\(key)\" should be an identifier without spaces", at: value.offset)
      return nil
    }
    return text
  }

  /// One of several words.
  mutating func word<Word: CaseIterable>(
    _ value: JSONValue, _ key: String, _ all: [Word], _ spelling: (Word) -> String
  ) -> Word? {
    let words = all.map(spelling)
    guard let text = value.string else {
      wrong(key, value, "one of \(words.joined(separator: ", "))")
      return nil
    }
    if let index = words.firstIndex(of: text) { return all[index] }
    let hint = nearestName(to: text, among: words).map { "; did you mean \"\($0)\"?" } ?? ""
    report(
      "\"\(key)\" is \"\(Self.visible(text))\" but should be one of \(words.joined(separator: ", "))\(hint)",
      at: value.offset)
    return nil
  }

  /// The elements of a list, with a maximum count.
  mutating func list(_ fields: Fields, _ key: String, limit: Int = 1_000) -> [JSONValue]? {
    guard let value = fields[key] else { return nil }
    guard let elements = value.array else {
      wrong(key, value, "a list")
      return nil
    }
    guard elements.count <= limit else {
      report("\"\(key)\" has \(elements.count) elements; at most \(limit) can be simulated", at: value.offset)
      return nil
    }
    return elements
  }

  mutating func need(_ fields: Fields, _ key: String, _ what: String) -> JSONValue? {
    if let value = fields[key] { return value }
    report("\(what) needs \"\(key)\"", at: fields.value.offset)
    return nil
  }
}
