extension Theme {
  /// Reads a theme in btop's format.
  ///
  /// A line is `theme[key]="value"`, with single, double, or no quotation marks; a value is `#rrggbb`, `#gg` for a
  /// gray, three decimal numbers from 0 to 255, or nothing for the terminal's default color. Text after `#` at the
  /// start of a line, and empty lines, are ignored. Missing keys come from ``fallback``.
  ///
  /// - Parameters:
  ///   - name: What the theme is called.
  ///   - text: The content of the file.
  /// - Returns: The theme, and what was skipped because it was not understood.
  public static func parse(name: String, text: String) -> (theme: Theme, problems: [ThemeProblem]) {
    var values: [String: RGB?] = [:]
    var problems: [ThemeProblem] = []
    // A file from Windows may start with a byte order mark and end its lines with CR LF.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, scalars) in lines.enumerated() {
      let line = trimmed(String(Substring(scalars)).unicodeScalars.drop { $0 == "\u{FEFF}" })
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      switch entry(line) {
      case .success(let (key, value)):
        if ThemeKey.all.contains(key) {
          values[key] = .some(value)
        } else {
          problems.append(ThemeProblem(line: index + 1, message: "unknown key '\(truncated(key, to: 40))'"))
        }
      case .failure(let fault):
        problems.append(ThemeProblem(line: index + 1, message: fault.message))
      }
    }
    return (Theme(name: name, values: values, fallback: fallbackValues), problems)
  }

  private struct Fault: Error {
    var message: String
  }

  /// Reads one line that is neither empty nor a comment.
  private static func entry(_ line: String) -> Result<(key: String, value: RGB?), Fault> {
    guard line.hasPrefix("theme["), let close = line.firstIndex(of: "]") else {
      return .failure(Fault(message: "expected theme[key]=\"value\""))
    }
    let key = String(line[line.index(line.startIndex, offsetBy: 6)..<close])
    let rest = trimmed(line[line.index(after: close)...].unicodeScalars)
    guard rest.hasPrefix("=") else {
      return .failure(Fault(message: "expected '=' after theme[\(truncated(key, to: 40))]"))
    }
    let quoted = trimmed(rest.dropFirst().unicodeScalars)
    guard let value = unquoted(quoted) else { return .failure(Fault(message: "the quote is not closed")) }
    guard !value.isEmpty else { return .success((key, nil)) }
    guard let color = color(value) else {
      return .failure(Fault(message: "'\(truncated(value, to: 40))' is not a color: #rrggbb, #gg or 'R G B'"))
    }
    return .success((key, color))
  }

  /// A value without its quotes and without a comment behind it; nil if only one quote is there.
  private static func unquoted(_ text: String) -> String? {
    guard let first = text.first else { return "" }
    guard first == "\"" || first == "'" else { return text }
    let inside = text.dropFirst()
    guard let close = inside.firstIndex(of: first) else { return nil }
    return trimmed(inside[..<close].unicodeScalars)
  }

  /// Parses a color in one of the three notations.
  static func color(_ text: String) -> RGB? {
    if text.hasPrefix("#") {
      let digits = text.dropFirst()
      guard digits.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }), let number = UInt32(digits, radix: 16) else {
        return nil
      }
      if digits.utf8.count == 6 { return RGB(number) }
      guard digits.utf8.count == 2, let gray = UInt8(exactly: number) else { return nil }
      return RGB(gray, gray, gray)
    }
    let parts = text.split { $0 == " " || $0 == "\t" }.map { UInt8($0) }
    guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
    return RGB(red, green, blue)
  }

  private static func trimmed(_ scalars: some BidirectionalCollection<Unicode.Scalar>) -> String {
    func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\r" }
    let start = scalars.drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }.map(start.index(after:)) ?? start.startIndex
    var text = String.UnicodeScalarView()
    text.append(contentsOf: start[..<end])
    return String(text)
  }
}
