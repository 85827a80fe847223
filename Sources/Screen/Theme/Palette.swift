/// The colours that a terminal's palette is taken to have.
///
/// The 256 are those of xterm's `256colres.h`. The first 16 are up to the user; taken are xterm's defaults
/// (`XTerm-col.ad`), which most others resemble.
public enum Palette {
  /// The colour of a number.
  public static func color(_ index: UInt8) -> RGB {
    switch index {
    case 0..<16: return first[Int(index)]
    case 16..<232:
      let place = Int(index) - 16
      return RGB(levels[place / 36], levels[place / 6 % 6], levels[place % 6])
    default:
      let grey = 8 + 10 * (index - 232)
      return RGB(grey, grey, grey)
    }
  }

  /// The number of the colour that looks most alike, by the distance in the OKLab space.
  ///
  /// With `readableOn` only colours count that can be read there about as well as the wanted one, as far as a contrast
  /// of 3 : 1 (WCAG 2.2, 1.4.11), or of 4.5 : 1 (1.4.3) where the wanted one has it; in a small palette the nearest colour
  /// may be the background itself.
  ///
  /// - Parameters:
  ///   - wanted: The colour to come near.
  ///   - numbers: Which numbers may be used.
  ///   - background: The colour behind it, or nil if it is itself behind something.
  /// - Returns: One of the numbers; if none can be read well enough, the one that can be read best.
  public static func nearest(to wanted: RGB, among numbers: ClosedRange<UInt8>, readableOn background: RGB? = nil)
    -> UInt8
  {
    let place = wanted.lab
    let floor: Double
    if let background {
      let contrast = wanted.contrast(with: background)
      floor = contrast >= 4.5 ? 4.5 : min(3, contrast * 0.9)
    } else {
      floor = 0
    }
    var best = numbers.lowerBound
    var bestDistance = Double.infinity
    for number in numbers {
      let distance = labs[Int(number)].distance(to: place)
      guard distance < bestDistance else { continue }
      if let background, color(number).contrast(with: background) < floor { continue }
      best = number
      bestDistance = distance
    }
    guard bestDistance == .infinity, let background else { return best }
    // Nothing reaches the floor: what can be read best.
    return numbers.max { color($0).contrast(with: background) < color($1).contrast(with: background) } ?? best
  }

  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

  private static let first: [RGB] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
    0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ].map { RGB($0) }

  private static let labs: [RGB.Lab] = (0...255).map { color(UInt8($0)).lab }
}
