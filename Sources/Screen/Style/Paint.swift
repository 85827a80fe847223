/// A color by meaning: a role, or a position on a gradient.
public enum Paint: Hashable, Sendable {
  /// The color that the theme gives to a role.
  case role(Role)

  /// One of the colors of a gradient; steps outside 0…15 count as the nearer end.
  case gradient(Gradient, step: Int)

  /// The color of a gradient at a fraction from 0 to 1.
  public static func gradient(_ gradient: Gradient, at fraction: Double) -> Paint {
    .gradient(gradient, step: Gradient.step(for: fraction))
  }

  /// How many different values ``code`` has room for.
  package static let codes = 512

  /// The same in nine bits: roles as they are, gradients above 255.
  package var code: UInt32 {
    switch self {
    case .role(let role): UInt32(role.rawValue)
    case .gradient(let gradient, let step):
      256 + UInt32(gradient.rawValue) * UInt32(Gradient.steps) + UInt32(step.clamped(to: 0...Gradient.steps - 1))
    }
  }

  /// Reads nine bits; those that no value has are plain text.
  package init(code: UInt32) {
    if code < 256 {
      self = .role(Role(rawValue: UInt8(truncatingIfNeeded: code)) ?? .text)
    } else {
      let place = Int(code - 256)
      let gradient = Gradient(rawValue: UInt8(truncatingIfNeeded: place / Gradient.steps)) ?? .cpu
      self = .gradient(gradient, step: place % Gradient.steps)
    }
  }
}
