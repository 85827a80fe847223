/// The colors that a terminal's palette is assumed to have.
///
/// The 256 are those of xterm's `256colres.h`. The user can change the first 16; xterm's defaults (`XTerm-col.ad`),
/// which most others resemble, are assumed.
public enum Palette {
  /// The color of a number.
  public static func color(_ index: UInt8) -> RGB {
    switch index {
    case 0..<16: return first[Int(index)]
    case 16..<232:
      let place = Int(index) - 16
      return RGB(levels[place / 36], levels[place / 6 % 6], levels[place % 6])
    default:
      let gray = 8 + 10 * (index - 232)
      return RGB(gray, gray, gray)
    }
  }

  /// The number of the most similar color, by distance in the OKLab space.
  ///
  /// Among 16 colors or fewer, hue matters more than lightness: a color becomes a gray only if nothing of its hue is
  /// available, and another hue only if there is no gray either.
  ///
  /// - Parameters:
  ///   - wanted: The color to come near.
  ///   - numbers: Which numbers may be used.
  /// - Returns: One of the numbers.
  public static func nearest(to wanted: RGB, among numbers: ClosedRange<UInt8>) -> UInt8 {
    nearest(to: wanted, among: numbers) { _ in true } ?? numbers.lowerBound
  }

  /// The number of the most similar color that can be distinguished from another one.
  ///
  /// In a small palette the nearest color may be the background itself.
  ///
  /// - Parameters:
  ///   - wanted: The color to come near.
  ///   - numbers: Which numbers may be used.
  ///   - background: The color that will be behind it.
  ///   - contrast: The least contrast between both, from 1 to 21.
  /// - Returns: One of the numbers; if none has that contrast, the one with the highest.
  public static func nearest(
    to wanted: RGB, among numbers: ClosedRange<UInt8>, on background: RGB, contrast: Double
  ) -> UInt8 {
    nearest(to: wanted, among: numbers) { color($0).contrast(with: background) >= contrast }
      ?? numbers.max { color($0).contrast(with: background) < color($1).contrast(with: background) }
      ?? numbers.lowerBound
  }

  private static func nearest(to wanted: RGB, among numbers: ClosedRange<UInt8>, where allows: (UInt8) -> Bool)
    -> UInt8?
  {
    let place = wanted.lab
    let isHueSensitive = numbers.count <= 16
    var best: UInt8?
    var bestDistance = Double.infinity
    for number in numbers {
      let candidate = labs[Int(number)]
      var distance = candidate.distance(to: place)
      if isHueSensitive { distance += candidate.hueCost(for: place) }
      guard distance < bestDistance, allows(number) else { continue }
      best = number
      bestDistance = distance
    }
    return best
  }

  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

  private static let first: [RGB] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
    0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ].map { RGB($0) }

  private static let labs: [RGB.Lab] = (0...255).map { color(UInt8($0)).lab }
}
