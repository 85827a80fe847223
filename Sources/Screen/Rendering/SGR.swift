/// The control sequence that makes a terminal draw in a certain way.
enum SGR {
  /// The sequence, starting from a reset.
  static func sequence(for appearance: Appearance) -> String {
    var codes = ["0"]
    let attributes = appearance.attributes
    if attributes.contains(.bold) { codes.append("1") }
    if attributes.contains(.dim) { codes.append("2") }
    if attributes.contains(.italic) { codes.append("3") }
    if attributes.contains(.underline) { codes.append("4") }
    if attributes.contains(.reverse) { codes.append("7") }
    append(appearance.foreground, base: 30, to: &codes)
    append(appearance.background, base: 40, to: &codes)
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }

  private static func append(_ color: TerminalColor, base: Int, to codes: inout [String]) {
    switch color {
    case .standard: break
    case .palette(let number) where number < 8: codes.append(String(base + Int(number)))
    case .palette(let number) where number < 16: codes.append(String(base + 60 + Int(number) - 8))
    case .palette(let number): codes.append("\(base + 8);5;\(number)")
    case .rgb(let rgb): codes.append("\(base + 8);2;\(rgb.red);\(rgb.green);\(rgb.blue)")
    }
  }
}
