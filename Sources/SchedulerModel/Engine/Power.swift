/// Raises a number to a power, with the same bits on every machine.
///
/// The C library's `pow` differs between machines in its last bits, and a run must not. This one uses only additions,
/// multiplications, divisions and square roots, which IEEE 754 defines to the bit. For bases from 0 to 1 and exponents
/// from 0 to 10 the result is within 10⁻¹² of the true one, relatively; smaller powers than 10⁻³⁰⁰ give 0.
/// - Precondition: the base is not negative, and both are finite.
public func power(_ base: Double, _ exponent: Double) -> Double {
  precondition(base >= 0 && base.isFinite && exponent.isFinite, "the base must not be negative")
  if exponent == 0 || base == 1 { return 1 }
  if base == 0 { return exponent > 0 ? 0 : .infinity }
  if exponent == 1 { return base }
  if exponent == 0.5 { return base.squareRoot() }
  if exponent == 1.5 { return base * base.squareRoot() }
  return exponential(exponent * naturalLogarithm(base))
}

/// ln x = e·ln 2 + 2·artanh((m−1)/(m+1)), with x = m·2^e and m within [√½, √2], where the series has converged after 20
/// terms.
func naturalLogarithm(_ value: Double) -> Double {
  var (mantissa, exponent) = (value.significand, Double(value.exponent))
  if mantissa > 1.414_213_562_373_095_1 {
    mantissa /= 2
    exponent += 1
  }
  let ratio = (mantissa - 1) / (mantissa + 1)
  let square = ratio * ratio
  var series = 0.0
  for odd in stride(from: 39, through: 1, by: -2) { series = series * square + 1 / Double(odd) }
  return exponent * 0.693_147_180_559_945_3 + 2 * ratio * series
}

/// e^x = 2^k·e^r with r within ±½·ln 2, where the Taylor series has converged after 18 terms.
func exponential(_ value: Double) -> Double {
  guard value > -690 else { return 0 }
  guard value < 700 else { return .infinity }
  let whole = (value / 0.693_147_180_559_945_3).rounded()
  let rest = value - whole * 0.693_147_180_369_123_8 - whole * 1.908_214_929_270_588e-10
  var series = 1.0
  for term in stride(from: 18, through: 1, by: -1) { series = 1 + series * rest / Double(term) }
  return Double(sign: .plus, exponent: Int(whole), significand: series)
}
