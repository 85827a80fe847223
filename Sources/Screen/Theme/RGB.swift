/// A color of the sRGB space.
public struct RGB: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  /// Creates a color from its components.
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a color from a number such as `0x5fb0d8`; higher bits are ignored.
  public init(_ value: UInt32) {
    self.init(
      UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value))
  }

  /// The same as one number, red highest.
  public var value: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// The same as `#rrggbb`.
  public var hex: String {
    let digits = String(value, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// The color on the straight line to another one, at a fraction from 0 to 1.
  public func mixed(with other: RGB, at fraction: Double) -> RGB {
    let fraction = fraction.clamped(to: 0...1)
    func part(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8((Double(from) + (Double(to) - Double(from)) * fraction).rounded().clamped(to: 0...255))
    }
    return RGB(part(red, other.red), part(green, other.green), part(blue, other.blue))
  }
}
