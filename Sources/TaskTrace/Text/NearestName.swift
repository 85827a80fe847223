/// The known name that is nearest to a mistyped one; nil if none is near.
///
/// Counts insertions, deletions, substitutions, and swaps of adjacent characters, over scalars, ignoring ASCII case. A
/// name is near if at most a third of it, and at least one letter less than all of it, is wrong; of two that are
/// equally near, the one with the same beginning is chosen. Complexity: O(names · n · m).
package func nearestName(to text: String, among names: [String]) -> String? {
  let wanted = Array(text.lowercased().unicodeScalars.prefix(64))
  var best: (name: String, distance: Int, alike: Int)?
  for name in names {
    let distance = editDistance(wanted, Array(name.lowercased().unicodeScalars))
    guard distance <= max(1, max(wanted.count, name.unicodeScalars.count) / 3), distance < name.unicodeScalars.count
    else { continue }
    let alike = zip(wanted, name.lowercased().unicodeScalars).prefix { $0 == $1 }.count
    if let found = best, (found.distance, -found.alike) <= (distance, -alike) { continue }
    best = (name, distance, alike)
  }
  return best?.name
}

/// The end of a sentence about an unknown name: `; did you mean 'day'?`, or nothing if none is near.
package func didYouMean(_ text: String, among names: [String]) -> String {
  nearestName(to: text, among: names).map { "; did you mean '\($0)'?" } ?? ""
}

private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var before: [Int] = []
  var last = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1]
    for j in 0..<b.count {
      var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
      row.append(cost)
    }
    (before, last) = (last, row)
  }
  return last[b.count]
}
