import Testing

@testable import Dashboard

@Suite("Words that are searched for") struct SearchTests {
  private static let texts = [
    "", "n", "news", "com.example.NEWS.sync", "bgRefresh-org.example.mail:00AA11", "new", "nenews", "newnew", "[news]",
    "cafe\u{301} news", "caf\u{E9}", "cafe\u{301}", "cafe", "news\u{301}", "\u{212A}elvin", "line\r\nend", "STRASSE",
    "straße",
    "@[`{", "été",
  ]
  private static let words = [
    "n", "news", "NEWS", "café", "cafe", "s", "ss", "k", "kelvin", "\n", "e\u{301}", "@", "`", "[",
  ]

  @Test(arguments: words) func `bytes are compared only if that gives what comparing characters gives`(_ word: String) {
    let search = SearchWord(word)
    for text in Self.texts {
      let expected = text.lowercased().contains(word.lowercased())
      #expect(search.isContained(in: text) == expected, "\(text)")
      if let found = search.isContained(inASCII: text) { #expect(found == expected, "\(text)") }
    }
  }

  @Test func `a line in ASCII is never compared character by character`() {
    let ascii = String(decoding: (0x20..<0x7F) as Range<UInt8>, as: UTF8.self)
    for word in ["dasd", "~", "[x", "0AA11"] { #expect(SearchWord(word).isContained(inASCII: ascii) != nil) }
    #expect(SearchWord("xyz").isContained(inASCII: ascii) == true)
    #expect(SearchWord("XYZ[").isContained(inASCII: ascii) == true)
    #expect(SearchWord("zyx").isContained(inASCII: ascii) == false)
  }
}
