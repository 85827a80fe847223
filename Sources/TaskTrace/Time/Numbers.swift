/// Writes a number with a fixed count of decimals, without asking the locale.
///
/// Ties round away from zero; numbers beyond ±9·10¹² and those that are not finite are written as Swift describes them.
public func fixed(_ value: Double, decimals: Int) -> String {
  var scale = 1.0
  for _ in 0..<decimals { scale *= 10 }
  let scaled = (value.magnitude * scale).rounded()
  guard value.isFinite, scaled < 9e18 else { return "\(value)" }
  let whole = UInt64(scaled)
  let sign = value < 0 && whole > 0 ? "-" : ""
  guard decimals > 0 else { return "\(sign)\(whole)" }
  let digits = String(whole)
  let filled = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
  return "\(sign)\(filled.dropLast(decimals)).\(filled.suffix(decimals))"
}

/// Writes an integer with leading zeros to a width of at least two digits.
public func padded(_ value: Int64, to width: Int = 2) -> String {
  let digits = String(value.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - digits.count))
  return (value < 0 ? "-" : "") + zeros + digits
}

/// Writes an integer with a comma between groups of three digits.
public func grouped(_ value: Int) -> String {
  var digits = Array(String(value.magnitude))
  var index = digits.count - 3
  while index > 0 {
    digits.insert(",", at: index)
    index -= 3
  }
  return (value < 0 ? "-" : "") + String(digits)
}

extension FixedWidthInteger {
  /// The integer nearest to a number; beyond the range, the nearer end, and 0 if it is not a number.
  public init(saturating value: Double) {
    let whole = value.rounded()
    if let exact = Self(exactly: whole) { self = exact } else { self = whole > 0 ? .max : whole < 0 ? .min : 0 }
  }

  /// The sum, saturated at the ends of the range.
  public func saturatingAdding(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, saturated at the ends of the range.
  public func saturatingSubtracting(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// The product, saturated at the ends of the range.
  public func saturatingMultiplied(by other: Self) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
