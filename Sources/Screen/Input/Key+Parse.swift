extension Key {
  /// Reads the name of a key, such as `x`, `T`, `space`, `down`, `F2`, `ctrl-z` or `alt-x`.
  ///
  /// Single characters stand for themselves; names can be in uppercase or lowercase.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - position: Which key of a list it is, counted from 1, for the text of an error.
  /// - Throws: The problem with the name.
  public init(name: String, position: Int = 1) throws(KeyNameError) {
    guard let first = name.first else { throw .empty(position: position) }
    if name.count == 1 {
      self = .character(first)
      return
    }
    let lower = name.lowercased()
    if let found = Self.named.first(where: { $0.names.contains(lower) }) {
      self = found.key
    } else if lower.hasPrefix("f"), let number = Int(lower.dropFirst()) {
      guard (1...12).contains(number) else { throw .functionKey(name: name, position: position) }
      self = .f(number)
    } else if let rest = Self.rest(of: lower, after: ["ctrl-", "c-", "^"]) {
      self = try Self.control(rest, name: name, position: position)
    } else if let rest = Self.rest(of: name, after: ["alt-", "Alt-", "ALT-", "meta-", "Meta-", "m-", "M-"]) {
      guard case .character(let character) = try Key(name: String(rest), position: position) else {
        throw .unknown(name: name, position: position, suggestion: nil)
      }
      self = .alt(character)
    } else {
      throw .unknown(name: name, position: position, suggestion: Self.suggestion(for: lower))
    }
  }

  /// Reads names of keys with commas between them; a comma itself is written `comma`.
  ///
  /// An empty list has no keys; spaces around names do not matter.
  public static func list(_ names: String) throws(KeyNameError) -> [Key] {
    guard names.contains(where: { $0 != " " }) else { return [] }
    var keys: [Key] = []
    for (index, part) in names.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
      let trimmed = part.drop { $0 == " " }
      let end = trimmed.lastIndex { $0 != " " }.map(trimmed.index(after:)) ?? trimmed.startIndex
      keys.append(try Key(name: String(trimmed[..<end]), position: index + 1))
    }
    return keys
  }

  private static func rest(of name: String, after prefixes: [String]) -> Substring? {
    for prefix in prefixes where name.hasPrefix(prefix) && name.count > prefix.count {
      return name.dropFirst(prefix.count)
    }
    return nil
  }

  private static func control(_ rest: Substring, name: String, position: Int) throws(KeyNameError) -> Key {
    if rest == "space" || rest == "@" { return .ctrl(" ") }
    guard rest.count == 1, let letter = rest.unicodeScalars.first else {
      throw .unknown(name: name, position: position, suggestion: nil)
    }
    switch letter {
    case "i": return .tab
    case "m", "j": return .enter
    case "a"..."z", "\\", "]", "^", "_": return .ctrl(Character(letter))
    case "[": return .escape
    default: throw .control(name: name, position: position)
    }
  }

  /// The known name that is nearest, if it is at most two typing mistakes away.
  private static func suggestion(for name: String) -> String? {
    let known = named.flatMap(\.names) + (1...12).map { "f\($0)" }
    let nearest = known.map { (name: $0, mistakes: mistakes(between: name, and: $0)) }.min { $0.mistakes < $1.mistakes }
    guard let nearest, nearest.mistakes <= 2, nearest.mistakes < name.count else { return nil }
    return nearest.name
  }

  /// The number of letters to insert, delete, or replace to get from one name to the other.
  private static func mistakes(between one: String, and other: String) -> Int {
    let letters = Array(other.prefix(32))
    var line = Array(0...letters.count)
    for (index, letter) in one.prefix(32).enumerated() {
      var diagonal = line[0]
      line[0] = index + 1
      for (column, candidate) in letters.enumerated() {
        let change = diagonal + (letter == candidate ? 0 : 1)
        diagonal = line[column + 1]
        line[column + 1] = min(change, line[column] + 1, diagonal + 1)
      }
    }
    return line[letters.count]
  }
}
