extension RGB {
  /// The relative luminance, from 0 for black to 1 for white (WCAG 2.2).
  public var luminance: Double {
    0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)] + 0.0722 * Self.linear[Int(blue)]
  }

  /// How readable one color is on the other, from 1 to 21: the contrast ratio of WCAG 2.2.
  public func contrast(with other: RGB) -> Double {
    let one = luminance + 0.05
    let two = other.luminance + 0.05
    return max(one, two) / min(one, two)
  }

  /// The square of the distance as the eye sees it: Euclidean in the OKLab space (Björn Ottosson, 2020).
  public func distance(to other: RGB) -> Double {
    lab.distance(to: other.lab)
  }

  /// A place in the OKLab space.
  struct Lab: Hashable, Sendable {
    var lightness, greenRed, blueYellow: Double

    /// The distance from gray, from 0 to about 0.32.
    var chroma: Double { (greenRed * greenRed + blueYellow * blueYellow).squareRoot() }

    /// The cost of using this color for another one when there are few: up to 0.5 for hues at most 60° apart, then 2
    /// for a gray and 4 for a wrong hue. No two colors are as far from each other as 2, so these come last.
    func hueCost(for wanted: Lab) -> Double {
      let isGray = chroma < 0.04
      if wanted.chroma < 0.04 { return isGray ? 0 : 2 }
      if isGray { return 2 }
      let cosine =
        (greenRed * wanted.greenRed + blueYellow * wanted.blueYellow) / (chroma * wanted.chroma)
      return cosine < 0.5 ? 4 : 1 - cosine
    }

    func distance(to other: Lab) -> Double {
      let first = lightness - other.lightness
      let second = greenRed - other.greenRed
      let third = blueYellow - other.blueYellow
      return first * first + second * second + third * third
    }
  }

  /// The color in the OKLab space.
  var lab: Lab {
    let red = Self.linear[Int(red)]
    let green = Self.linear[Int(green)]
    let blue = Self.linear[Int(blue)]
    let long = root(3, of: 0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
    let medium = root(3, of: 0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
    let short = root(3, of: 0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
    return Lab(
      lightness: 0.210_454_255_3 * long + 0.793_617_785_0 * medium - 0.004_072_046_8 * short,
      greenRed: 1.977_998_495_1 * long - 2.428_592_205_0 * medium + 0.450_593_709_9 * short,
      blueYellow: 0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766_0 * short)
  }

  /// The amount of light of each of the 256 values of a part (IEC 61966-2-1).
  private static let linear: [Double] = (0...255).map { value in
    let part = Double(value) / 255
    guard part > 0.04045 else { return part / 12.92 }
    let base = (part + 0.055) / 1.055
    // The power of 2.4, as the square times the fifth root of the square.
    return base * base * root(5, of: base * base)
  }
}

/// A root of a number from 0 to 1, by Newton's method: the mathematics library is not the same on every machine.
private func root(_ degree: Int, of number: Double) -> Double {
  guard number > 0 else { return 0 }
  var guess = 1.0
  // Starting above the root, the steps decrease toward it; they stop when doubles cannot represent the difference.
  while true {
    var power = 1.0
    for _ in 1..<degree { power *= guess }
    let next = guess - (guess * power - number) / (Double(degree) * power)
    guard next < guess else { return guess }
    guess = next
  }
}
