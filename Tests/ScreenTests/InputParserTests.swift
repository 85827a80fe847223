import Screen
import Testing

@Suite("Bytes from a terminal")
struct InputParserTests {
  private static let vectors: [(String, [Input])] = [
    ("aé日 ", [.key(.character("a")), .key(.character("é")), .key(.character("日")), .key(.character(" "))]),
    (
      "\r\n\t\u{7F}\u{8}\0\u{1}\u{1A}",
      [
        .key(.enter), .key(.enter), .key(.tab), .key(.backspace), .key(.backspace), .key(.ctrl(" ")), .key(.ctrl("a")),
        .key(.ctrl("z")),
      ]
    ),
    ("\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}[1;2D", [.key(.up), .key(.down), .key(.ctrlRight), .key(.shiftLeft)]),
    (
      "\u{1B}[H\u{1B}OF\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~",
      [.key(.home), .key(.end), .key(.home), .key(.end), .key(.home), .key(.end)]
    ),
    (
      "\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}[Z",
      [.key(.insert), .key(.delete), .key(.pageUp), .key(.pageDown), .key(.backTab)]
    ),
    (
      "\u{1B}OP\u{1B}[[B\u{1B}[13~\u{1B}[15~\u{1B}[24~\u{1B}[1;2P",
      [.key(.f(1)), .key(.f(2)), .key(.f(3)), .key(.f(5)), .key(.f(12)), .key(.f(1))]
    ),
    ("\u{1B}x\u{1B}\u{7F}q", [.key(.alt("x")), .key(.character("q"))]),
    ("\u{1B}[I\u{1B}[O", [.focus(true), .focus(false)]),
    (
      "\u{1B}[<0;10;5M\u{1B}[<0;10;5m",
      [
        .mouse(Mouse(.press(.left), at: Point(column: 9, row: 4))),
        .mouse(Mouse(.release(.left), at: Point(column: 9, row: 4))),
      ]
    ),
    (
      "\u{1B}[<32;300;400M\u{1B}[<35;1;1M",
      [.mouse(Mouse(.drag(.left), at: Point(column: 299, row: 399))), .mouse(Mouse(.move, at: .zero))]
    ),
    (
      "\u{1B}[<64;1;1M\u{1B}[<65;1;1M\u{1B}[<66;1;1M\u{1B}[<67;1;1M",
      [
        .mouse(Mouse(.wheelUp, at: .zero)), .mouse(Mouse(.wheelDown, at: .zero)), .mouse(Mouse(.wheelLeft, at: .zero)),
        .mouse(Mouse(.wheelRight, at: .zero)),
      ]
    ),
    ("\u{1B}[<20;2;3M", [.mouse(Mouse(.press(.left), at: Point(column: 1, row: 2), modifiers: [.shift, .ctrl]))]),
    ("\u{1B}[M !!\u{1B}[M#!!", [.mouse(Mouse(.press(.left), at: .zero)), .mouse(Mouse(.release(nil), at: .zero))]),
    ("\u{1B}[200~one\r\ntwo\rq\u{1B}[31m\u{1B}[201~q", [.paste("one\ntwo\nq\u{1B}[31m"), .key(.character("q"))]),
    // What must not become keys.
    ("\u{1B}[999;999R\u{1B}[?1;2c\u{1B}[<0;0;5M\u{1B}[<0;5M\u{1B}[<3;-1;2M\u{1B}[99~\u{1B}[1;2;3;4;5H", []),
    ("\u{1B}]11;rgb:0/0/0\u{7}\u{1B}]11;q\u{1B}\\\u{1B}P1$r0m\u{1B}\\\u{1B}_Gq\u{1B}\\", []),
    ("\u{1B}[12345678901234567890~\u{1B}[99999999u\u{1B}[?2026;2$y", []),
    ("\u{1B}[12\u{18}a\u{1B}[1\u{1B}[Aq", [.key(.character("a")), .key(.up), .key(.character("q"))]),
    ("\u{1B}[97;5u\u{1B}[13u\u{1B}[9;2u", [.key(.ctrl("a")), .key(.enter), .key(.backTab)]),
  ]

  @Test func `sequences`() {
    for (text, expected) in Self.vectors {
      var parser = InputParser()
      #expect(parser.feed(text.utf8) == expected, "\(text.debugDescription)")
      #expect(parser.patience == nil, "\(text.debugDescription)")
    }
  }

  @Test func `in pieces of one byte`() {
    for (text, expected) in Self.vectors {
      var parser = InputParser()
      var inputs: [Input] = []
      for byte in text.utf8 { inputs += parser.feed(CollectionOfOne(byte)) }
      #expect(inputs == expected, "\(text.debugDescription)")
    }
  }

  @Test func `only time distinguishes an escape`() {
    var parser = InputParser()
    #expect(parser.feed([0x1B]) == [])
    #expect(parser.patience == 25)
    #expect(parser.giveUp() == [.key(.escape)])
    #expect(parser.patience == nil)
    #expect(parser.giveUp() == [])
    _ = parser.feed("\u{1B}[20".utf8)
    #expect(parser.giveUp() == [])
    _ = parser.feed("\u{1B}[200~half".utf8)
    #expect(parser.giveUp() == [.paste("half")])
    #expect(parser.feed("q".utf8) == [.key(.character("q"))])
  }

  @Test func `bytes that are not text`() {
    var parser = InputParser()
    #expect(
      parser.feed([0xFF, 0xC3, 0x61, 0xE2, 0x82, 0xC3, 0xA9, 0xC0, 0x80, 0xF4, 0x90, 0x80, 0x80]) == [
        .key(.character("a")), .key(.character("é")),
      ])
    _ = parser.feed("\u{1B}[200~".utf8)
    let paste = parser.feed([0xFF, 0x41] + Array("\u{1B}[201~".utf8))
    #expect(paste == [.paste("\u{FFFD}A")])
  }

  @Test func `a paste without end stays small`() {
    var parser = InputParser()
    _ = parser.feed("\u{1B}[200~".utf8)
    #expect(parser.feed(repeatElement(0x61, count: 1 << 21)).isEmpty)
    let inputs = parser.feed("\u{1B}[201~x".utf8)
    guard case .paste(let text) = inputs.first else {
      Issue.record("no paste")
      return
    }
    #expect(text.utf8.count <= 1 << 20)
    #expect(inputs.last == .key(.character("x")))
  }

  @Test func `noise never hangs the parser`() {
    var state: UInt64 = 1
    var parser = InputParser()
    let likely: [UInt8] = [0x1B, 0x1B, 0x5B, 0x4F, 0x3C, 0x3B, 0x4D, 0x7E, 0x30, 0x31, 0x32, 0x6D]
    for _ in 0..<200_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = state >> 33
      _ = parser.feed(
        CollectionOfOne(number & 1 == 0 ? likely[Int(number >> 1) % likely.count] : UInt8(number >> 1 & 255)))
      if number % 97 == 0 { _ = parser.giveUp() }
    }
    _ = parser.giveUp()
    #expect(parser.feed("q".utf8) == [.key(.character("q"))])
  }
}

extension InputParser {
  /// Texts and single bytes, as tests have them.
  fileprivate mutating func feed(_ bytes: some Sequence<UInt8>) -> [Input] { feed(Array(bytes)) }
}
