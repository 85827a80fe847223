import Foundation
import PropertyLists
import Testing

@Suite("Property lists, XML and binary")
struct PropertyListTests {
  static func xml(_ body: String) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      \(body)
      </plist>
      """.utf8)
  }

  static func problem(_ bytes: [UInt8]) -> String? {
    do throws(PropertyListProblem) {
      _ = try PropertyListFile(bytes)
      return nil
    } catch {
      return error.description
    }
  }

  /// Another reader's view of a value, to compare with.
  static func same(_ value: PropertyList, _ other: Any) -> Bool {
    switch value.content {
    case .boolean(let flag): other as? Bool == flag
    case .integer(let number): (other as? NSNumber)?.int64Value == number
    case .real(let number): (other as? NSNumber)?.doubleValue == number
    case .string(let text): other as? String == text
    case .data(let bytes): (other as? Data).map { Array($0) } == bytes
    case .date(let seconds): (other as? Date)?.timeIntervalSinceReferenceDate == seconds
    case .array(let values):
      (other as? [Any]).map { $0.count == values.count && zip(values, $0).allSatisfy { same($0, $1) } } ?? false
    case .dictionary(let members):
      (other as? [String: Any]).map { others in
        others.count == members.count
          && members.allSatisfy { member in others[member.key].map { same(member.value, $0) } ?? false }
      } ?? false
    }
  }

  /// A dictionary with every kind of value, short and long.
  static var sample: [String: Any] {
    [
      "UIBackgroundModes": ["fetch", "processing"], "flag": true, "off": false, "small": 7, "negative": -70_000,
      "large": Int64.max, "least": Int64.min, "real": 0.125, "text": "a & b < c > \"d\" 'é' 漢字 🙂",
      "long": String(repeating: "x", count: 5_000), "wide": String(repeating: "漢", count: 300),
      "data": Data((0..<300).map { UInt8(truncatingIfNeeded: $0) }), "short": Data([1]), "two": Data([1, 2]),
      "date": Date(timeIntervalSinceReferenceDate: 802_000_000), "empty": [Any](), "nothing": [String: Any](),
      "many": (0..<400).map { $0 }, "deep": ["a": ["b": ["c": [1, "two", 3.5]]]], "": "an empty key",
    ]
  }

  static func data(_ format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
    Array(try PropertyListSerialization.data(fromPropertyList: sample, format: format, options: 0))
  }

  @Test("Both formats give the same values as the platform's own reader")
  func formats() throws {
    let xml = try PropertyListFile(Self.data(.xml))
    #expect(xml.format == .xml)
    #expect(Self.same(xml.root, Self.sample))
    let binary = try PropertyListFile(Self.data(.binary))
    #expect(binary.format == .binary)
    #expect(Self.same(binary.root, Self.sample))
  }

  @Test("XML is read with comments, CDATA, entities, attributes and without a wrapper")
  func tolerant() throws {
    let text = """
      \u{FEFF}<?xml version='1.0'?><!-- <dict> --><dict a="1>2"><key>k<!-- x --></key ><string><![CDATA[<&>]]>&#x41;&#66;</string>
      <key>n</key><integer> 0x1F </integer><key>b</key><true></true></dict><!-- end -->
      """
    let root = try PropertyListFile(Array(text.utf8)).root
    #expect(root["k"]?.string == "<&>AB")
    #expect(root["n"]?.content == .integer(31))
    #expect(root["b"]?.bool == true)
  }

  static let bad: [(body: String, problem: String)] = [
    ("", "5:1: expected a value here"),
    ("<dict>", "5:1: <dict> is closed by </plist>"),
    ("<dict>\n  <string>x</string>\n</dict>", "5:3: expected a <key> here, not <string>"),
    ("<dict>\n  <key>a</key>\n</dict>", "5:3: the key \"a\" has no value"),
    ("<dict>\n  <key>a</key><key>b</key><true/></dict>", "5:3: the key \"a\" has no value"),
    ("<array><strin>x</strin></array>", "4:8: <strin> is not a property list element"),
    ("<array><key>x</key></array>", "4:8: a <key> is outside a dictionary"),
    ("<array>\n\t<string>a<b/></string></array>", "5:11: <string> should contain only text"),
    ("<string>é &lol; b</string>", "4:11: an unknown entity &lol;"),
    ("<string>a & b and more text</string>", "4:11: a lone '&' must be written as &amp;"),
    ("<integer>12x</integer>", "4:1: <integer> should contain a whole number"),
    ("<integer>99999999999999999999</integer>", "4:1: <integer> should contain a whole number"),
    ("<real>much</real>", "4:1: <real> should contain a number"),
    ("<date>yesterday</date>", "4:1: <date> should contain a date"),
    ("<data>!!</data>", "4:1: <data> should contain Base64"),
    ("<true>1</true>", "4:7: expected </true> here"),
    ("<string>a</strong>", "4:10: <string> is closed by </strong>"),
    ("<string>a</string><string>b</string>", "4:19: expected </plist> here"),
    ("<string a=\"", "4:1: the tag <string is never closed"),
    ("<!-- never", "4:1: the comment is never closed"),
    (String(repeating: "<array>", count: 5_000), "more than 128 levels of nesting"),
  ]

  @Test("Errors in XML are reported with line and column", arguments: 0..<bad.count)
  func malformed(_ row: Int) {
    let result = Self.problem(Self.xml(Self.bad[row].body)) ?? "nothing"
    #expect(result.contains(Self.bad[row].problem), "\(result)")
  }

  @Test("Entities of a document's own, other encodings and old-style lists are refused")
  func refused() {
    let laughs = "<!DOCTYPE plist [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]><plist><string>&b;</string></plist>"
    #expect(Self.problem(Array(laughs.utf8)) == "1:17: a document type with its own declarations is not supported")
    #expect(Self.problem([0xFE, 0xFF, 0, 60])?.contains("UTF-16") == true)
    #expect(Self.problem(Array("<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist/>".utf8))?.contains("utf-16") == true)
    #expect(Self.problem(Array("{ a = b; }".utf8)) == "1:1: expected a property list here")
    #expect(Self.problem([]) == "1:1: the file ends where a property list should be")
    #expect(Self.problem(Array("<plist/>".utf8)) == "1:1: the property list is empty")
  }

  /// A binary list of the given objects; the first is the top.
  static func binary(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
      bytes += object
    }
    let table = UInt8(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [UInt8(objects.count), 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    return bytes
  }

  @Test("A binary list that refers to itself, or to one object without end, is rejected")
  func hostile() throws {
    #expect(Self.problem(Self.binary([[0xA1, 0]])) == "byte 8: more than 128 levels of nesting, or a cycle")
    // Thirty arrays of eight references to the next: 8³⁰ values in some 500 bytes.
    var arrays = (0..<20).map { level in [0xA8] + [UInt8](repeating: UInt8(level + 1), count: 8) }
    arrays.append([0x09])
    #expect(Self.problem(Self.binary(arrays))?.contains("more than 1000000 values") == true)
    #expect(Self.problem(Self.binary([[0xA1, 9]])) == "byte 8: reference to object 9 of 1")
    #expect(
      Self.problem(Self.binary([[0x5F, 0x13] + [UInt8](repeating: 0xFF, count: 8)]))?.contains(
        "byte 8: the object extends past") == true)
    #expect(Self.problem(Self.binary([[0xD1, 1, 1], [0x09]])) == "byte 11: a key is true or false")
    #expect(Self.problem(Self.binary([[0x80, 1]])) == "byte 8: an object of the unknown kind 0x80")
    #expect(Self.problem(Array("bplist00".utf8)) == "byte 8: the binary property list is cut short")
    #expect(try PropertyListFile(Self.binary([[0x09]])).root.bool == true)
  }

  @Test("No file that was cut short or damaged anywhere ends the program", arguments: [true, false])
  func damaged(_ isBinary: Bool) throws {
    var small = Self.sample
    for key in ["long", "wide", "many", "data"] { small[key] = nil }
    let whole = Array(
      try PropertyListSerialization.data(fromPropertyList: small, format: isBinary ? .binary : .xml, options: 0))
    for length in 0..<whole.count - (isBinary ? 0 : 9) {
      #expect(Self.problem(Array(whole.prefix(length))) != nil, "cut at \(length)")
    }
    for index in whole.indices {
      for byte in [0, 0xFF, whole[index] ^ 1, whole[index] ^ 0x80, UInt8(ascii: "<")] as [UInt8] {
        var bytes = whole
        bytes[index] = byte
        _ = Self.problem(bytes)
      }
    }
  }
}

@Suite("What an Info.plist declares")
struct InfoPlistTests {
  @Test("The keys of background work are read with their positions, and a wrong type is reported")
  func keys() throws {
    let file = try PropertyListFile(
      PropertyListTests.xml(
        """
        <dict>
          <key>CFBundleIdentifier</key><string>com.example.app</string>
          <key>UIBackgroundModes</key><string>fetch</string>
          <key>BGTaskSchedulerPermittedIdentifiers</key>
          <array>
            <string>com.example.app.refresh</string>
            <integer>4</integer>
            <string>com.example.app.export.*</string>
          </array>
          <key>CFBundleIdentifier</key><string>com.example.other</string>
        </dict>
        """))
    let plist = InfoPlist(file)
    #expect(plist.bundle?.text == "com.example.app")
    #expect(plist.permitted?.map(\.text) == ["com.example.app.refresh", "com.example.app.export.*"])
    #expect(plist.modes == [])
    #expect(
      plist.problems.map(\.description) == [
        "6:31: \"UIBackgroundModes\" should be an array of strings, not a string",
        "10:5: an entry of \"BGTaskSchedulerPermittedIdentifiers\" should be a string, not a number",
        "13:3: \"CFBundleIdentifier\" appears twice",
      ])
    let place = try #require(plist.permitted?.last)
    #expect(file.problem("here", at: place.offset).description == "11:5: here")
  }

  @Test("A list without the keys declares nothing, and one that is not a dictionary is a problem")
  func none() throws {
    let empty = InfoPlist(try PropertyListFile(PropertyListTests.xml("<dict/>")))
    #expect(empty.permitted == nil && empty.modes == nil && empty.problems.isEmpty)
    let wrong = InfoPlist(try PropertyListFile(PropertyListTests.binary([[0x09]])))
    #expect(wrong.problems.map(\.description) == ["byte 8: an Info.plist is a dictionary, not true or false"])
  }

  @Test("Property lists are recognized by their first bytes")
  func looks() {
    #expect(PropertyListFile.looksLikePropertyList(PropertyListTests.xml("<dict/>")))
    #expect(PropertyListFile.looksLikePropertyList(PropertyListTests.binary([[0x09]])))
    #expect(!PropertyListFile.looksLikePropertyList(Array("{ name: 1 }".utf8)))
    #expect(!PropertyListFile.looksLikePropertyList([]))
  }

  @Test func `a text that is referenced repeatedly is counted each time`() {
    // An array of 600 references to object 1, a text of 60,000 bytes: 36 MB.
    var list = Array("bplist00".utf8) + [0xAF, 0x11, 0x02, 0x58] + [UInt8](repeating: 1, count: 600)
    let text = list.count
    list += [0x5F, 0x11, 0xEA, 0x60] + [UInt8](repeating: 0x41, count: 60_000)
    let table = list.count
    func number(_ value: Int) -> [UInt8] { (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    list += number(8).suffix(3) + number(text).suffix(3)
    list += [0, 0, 0, 0, 0, 0, 3, 1] + number(2) + number(0) + number(table)
    #expect(PropertyListTests.problem(list) == "byte \(text): more than 32 MiB of text and data")
  }
}
