internal import BuiltInThemes
internal import Screen
internal import TaskTrace

// Options that several commands have, and kinds of values that several options take.

extension Option where Value == String {
  /// A text that is used unchanged, such as the name of a file.
  static func text(_ name: String, short: Character? = nil, _ placeholder: String, _ help: String) -> Option {
    Option(name: name, short: short, placeholder: placeholder, help: help) { (text) throws(Refusal) in text }
  }

  static let theme = Option(
    name: "theme", placeholder: "NAME", help: "a theme's name, or the path of a .theme file",
    offer: Offer(words: { BuiltInThemes.all.map(\.name) })
  ) { (text) throws(Refusal) in text }
}

extension Option where Value: FixedWidthInteger & Sendable {
  /// A whole number in a range.
  static func number(_ name: String, in range: ClosedRange<Value>, _ help: String) -> Option {
    Option(name: name, placeholder: "N", help: help) { (text) throws(Refusal) in
      guard let number = Value(text), range.contains(number) else {
        throw Refusal(
          message: "'--\(name)' takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
      }
      return number
    }
  }
}

extension Option where Value == UInt64 {
  static let seed = number("seed", in: 0...UInt64.max, "the seed of the run; the same seed gives the same run")
}

extension Option where Value == TimeReference {
  /// A time, counted from the start or by the clock.
  static func time(_ name: String, _ help: String) -> Option {
    Option(name: name, placeholder: "TIME", help: help) { (text) throws(Refusal) in
      guard let time = TimeReference(text) else {
        throw Refusal(
          message: "'--\(name)' takes a time such as 90s, 2h30m, 3d, 21:45 or 2026-06-02T21:45, not '\(text)'")
      }
      return time
    }
  }

  static let at = time("at", "the time to show: 90s, 2h30m, 3d from the start, 21:45, or 2026-06-02T21:45")
  static let askedAt = time("at", "the time to ask about; default: the end")
}

extension Option where Value == CivilTime {
  static let date = Option(
    name: "date", placeholder: "DAY", help: "the day that a log without dates begins on, such as 2026-06-02"
  ) { (text) throws(Refusal) in
    guard text.utf8.count == 10, let epoch = Epoch(text + "T00:00") else {
      throw Refusal(message: "'--date' takes a day such as 2026-06-02, not '\(text)'")
    }
    return epoch.civil(.zero)
  }
}

extension Option {
  /// One of a few words.
  static func choice(
    _ name: String, _ placeholder: String, _ help: String, among choices: [(word: String, value: Value)]
  ) -> Option {
    let words = choices.map(\.word)
    return Option(name: name, placeholder: placeholder, help: help, offer: Offer(words: { words }, files: false)) {
      (text) throws(Refusal) in
      guard let choice = choices.first(where: { $0.word == text }) else {
        let list = words.dropLast().joined(separator: ", ") + (words.count > 1 ? " or " : "") + (words.last ?? "")
        throw Refusal(message: "'--\(name)' takes \(list), not '\(text)'")
      }
      return choice.value
    }
  }
}

/// The value of `--color`.
enum ColorChoice: Sendable {
  case auto, never
  case depth(ColorDepth)
}

extension Option where Value == ColorChoice {
  static let color = choice(
    "color", "WHEN", "auto, never, 16, 256 or truecolor",
    among: [
      ("auto", .auto), ("never", .never), ("16", .depth(.colors16)), ("256", .depth(.colors256)),
      ("truecolor", .depth(.truecolor)),
    ])
}

extension Switch {
  static let json = Switch("json", "print JSON")
  static let ascii = Switch("ascii", "use only ASCII characters")
  static let help = Switch("help", short: "h", "print this help")
  static let version = Switch("version", short: "V", "print the version")
}
