/// A word that texts are searched for, regardless of case.
///
/// A filter of the log examines up to ``DashboardState/maxFiltered`` lines for each screen, nearly all of them ASCII. Those
/// are compared byte by byte: comparing characters took most of the time of such a screen.
struct SearchWord: Hashable, Sendable {
  /// In lowercase.
  let text: String
  /// Its bytes if it is ASCII; nil if characters have to be compared.
  private let letters: [UInt8]?

  init(_ word: String) {
    text = word.lowercased()
    letters = text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
  }

  /// Whether a text contains the word. Complexity: O(bytes of the text · bytes of the word).
  func isContained(in other: String) -> Bool {
    isContained(inASCII: other) ?? other.lowercased().contains(text)
  }

  /// Whether a text contains the word, found by comparing bytes; nil if one of them is not ASCII.
  ///
  /// In ASCII every byte is a character, except in the line end of Windows, which is left to the comparison of characters.
  func isContained(inASCII other: String) -> Bool? {
    guard let letters else { return nil }
    let bytes = Array(other.utf8)
    var isFound = false
    for index in bytes.indices {
      guard bytes[index] < 0x80, bytes[index] != 0x0D else { return nil }
      guard !isFound, index + letters.count <= bytes.count else { continue }
      var matching = 0
      while matching < letters.count, Self.lowercase(bytes[index + matching]) == letters[matching] { matching += 1 }
      isFound = matching == letters.count
    }
    return isFound || letters.isEmpty
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
