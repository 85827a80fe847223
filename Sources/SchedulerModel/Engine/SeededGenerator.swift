/// A random number generator with our own algorithm, so that no version of Swift can change a run.
///
/// xoshiro256** 1.0 (Blackman and Vigna, public domain), its four words filled by SplitMix64 from one seed. Draws give
/// integers and ratios of integers; only ``fraction()`` gives a floating-point number, exact to 53 bits.
public struct SeededGenerator: Hashable, Sendable {
  private var s0: UInt64
  private var s1: UInt64
  private var s2: UInt64
  private var s3: UInt64

  public init(seed: UInt64) {
    var mixer = SplitMix64(state: seed)
    (s0, s1, s2, s3) = (mixer.next(), mixer.next(), mixer.next(), mixer.next())
  }

  /// A separate stream for one purpose, and within it for one subject (an app, a task) and one occasion (a day, a run).
  ///
  /// Streams do not share state, so a new draw in one place never changes the numbers of another.
  public init(seed: UInt64, stream: Stream, _ thing: Int = 0, _ occasion: Int64 = 0) {
    var mixer = SplitMix64(state: seed)
    var mixed = mixer.next() ^ stream.rawValue
    for part in [UInt64(bitPattern: Int64(thing)), UInt64(bitPattern: occasion)] {
      mixer = SplitMix64(state: mixed &+ part)
      mixed = mixer.next()
    }
    self.init(seed: mixed)
  }

  /// What random numbers are drawn for. The values are part of what a run is and never change their meaning.
  public enum Stream: UInt64, Sendable {
    case activityID = 1
    case timeline = 2
    case habit = 3
    case run = 4
    case step = 5
    case progress = 6
    case herd = 7
    case prune = 8
    case contention = 9
    case transfer = 10
    case processingTime = 11
  }

  /// 64 random bits.
  public mutating func next() -> UInt64 {
    let result = rotate(s1 &* 5, by: 7) &* 9
    let shifted = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = rotate(s3, by: 45)
    return result
  }

  /// A whole number from 0 up to, not including, a bound; every one equally likely (Lemire's method with rejection).
  public mutating func draw(below bound: UInt64) -> UInt64 {
    precondition(bound > 0, "the bound must be positive")
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let threshold = (0 &- bound) % bound
      while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
    }
    return product.high
  }

  /// A whole number in a closed range.
  public mutating func draw(in range: ClosedRange<Int64>) -> Int64 {
    let width = UInt64(bitPattern: range.upperBound &- range.lowerBound)
    guard width < .max else { return Int64(bitPattern: next()) }
    return range.lowerBound &+ Int64(bitPattern: draw(below: width + 1))
  }

  /// True in `parts` of `whole` cases.
  public mutating func chance(_ parts: UInt64, in whole: UInt64) -> Bool { draw(below: whole) < parts }

  /// A number from 0 up to, not including, 1, in steps of 2⁻⁵³.
  public mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  private func rotate(_ value: UInt64, by bits: UInt64) -> UInt64 { value << bits | value >> (64 - bits) }
}

/// SplitMix64 (Steele, Lea and Flood; constants by Vigna, public domain): fills the state of other generators.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
