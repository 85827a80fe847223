import TaskTrace
import Testing

@Suite("JSON and JSON5") struct JSONTests {
  private func read(_ text: String, _ dialect: JSONReader.Dialect = .json) throws(TextProblem) -> JSONValue {
    try JSONReader.read(Array(text.utf8), dialect: dialect)
  }

  @Test(
    "values are written as they were read",
    arguments: [
      "null", "true", "[1,-2,0.5,1e+30]", #"{"b":1,"a":[],"c":{}}"#, #""a\"b\\c\n\u0001\u0085é😀""#, "9007199254740991",
    ])
  func roundTrip(_ text: String) throws { #expect(try read(text).text == text) }

  @Test(
    "broken JSON is refused with its place",
    arguments: [
      ("", 1, 1), ("{", 1, 1), ("[1,]", 1, 4), ("{\"a\":1,}", 1, 8), ("{\"a\" 1}", 1, 6), ("[1 2]", 1, 4),
      ("\n\n  tru", 3, 3), ("\"é\" x", 1, 5), ("01", 1, 1), ("1.", 1, 1), ("\"a", 1, 1), ("\"\\q\"", 1, 2), ("-", 1, 1),
      ("// no", 1, 1), ("{a:1}", 1, 2), ("0x10", 1, 1), ("nul", 1, 1), ("+1", 1, 1), ("[Infinity]", 1, 2),
    ])
  func broken(_ text: String, _ line: Int, _ column: Int) {
    #expect(throws: TextProblem.self) { try read(text) }
    do throws(TextProblem) { _ = try read(text) } catch { #expect((error.line, error.column) == (line, column)) }
  }

  @Test func `JSON5 has comments, bare keys, single quotes, trailing commas and hexadecimal`() throws {
    let text = """
      // a scenario
      { name: 'day', /* two
      lines */ list: [1, .5, +2, 0x1F,], "long": "a\\
      b", }
      """
    let value = try read(text, .json5)
    #expect(value.text == #"{"name":"day","list":[1,0.5,2,31],"long":"ab"}"#)
    #expect(value["list"]?.offset == Array(text.utf8).firstIndex(of: UInt8(ascii: "[")))
  }

  @Test func `deep nesting is refused, not fatal`() {
    #expect(throws: TextProblem.self) { try read(String(repeating: "[", count: 100_000)) }
  }

  @Test func `every cut of a text is an error or a value, never a crash`() {
    let text = Array(#"{"a":[1,2.5e3,"x\u00e9\ud83d\ude00",{"b":null}],"c":'d'}"#.utf8)
    for end in 0...text.count {
      for dialect in [JSONReader.Dialect.json, .json5] {
        _ = try? JSONReader.read(Array(text[..<end]), dialect: dialect)
      }
    }
  }

  @Test func `lone surrogates and wrong bytes are repaired`() throws {
    #expect(try read(#""\ud83dx""#).string == "\u{FFFD}x")
    #expect(try JSONReader.read([0x22, 0xFF, 0x22]).string == "\u{FFFD}")
  }
}
