import Screen
import Testing

@Suite("Names of keys")
struct KeyTests {
  @Test func `a list`() throws {
    #expect(
      try Key.list("l,x, space ,down,F2,ctrl-z,T,comma,shift-tab,C-c,M-x,^r,PgUp,ctrl-left,esc,Enter") == [
        .character("l"), .character("x"), .character(" "), .down, .f(2), .ctrl("z"), .character("T"), .character(","),
        .backTab, .ctrl("c"), .alt("x"), .ctrl("r"), .pageUp, .ctrlLeft, .escape, .enter,
      ])
    #expect(try Key.list("") == [])
    #expect(try Key.list("ctrl-i,ctrl-m,ctrl-[") == [.tab, .enter, .escape])
  }

  @Test(arguments: [
    ("l,,x", "key 2 is empty; a comma is written 'comma'"),
    ("l,spcae", "key 2: there is no key 'spcae'; did you mean 'space'?"),
    ("f13", "key 1: 'f13' is not a function key; those are f1 to f12"),
    ("F0", "key 1: 'F0' is not a function key; those are f1 to f12"),
    ("quux", "key 1: there is no key 'quux'"),
    ("ctrl-1", "key 1: 'ctrl-1' cannot be typed; ctrl goes with a letter, an arrow or one of space @ [ \\ ] ^ _"),
    ("ctrl-xy", "key 1: there is no key 'ctrl-xy'"), ("alt-up", "key 1: there is no key 'alt-up'"),
  ])
  func `mistakes are named`(list: String, message: String) {
    let error = #expect(throws: KeyNameError.self) { try Key.list(list) }
    #expect(error?.description == message)
  }

  @Test func `every key has a name that leads back to it`() throws {
    var keys: [Key] = [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .shiftUp, .shiftDown, .shiftLeft, .shiftRight,
      .ctrlUp,
      .ctrlDown, .ctrlLeft, .ctrlRight, .tab, .backTab, .enter, .escape, .backspace, .insert, .delete,
    ]
    keys += (1...12).map { .f($0) }
    for byte in UInt8(0x20)...0x7E {
      keys.append(.character(Character(Unicode.Scalar(byte))))
      keys.append(.alt(Character(Unicode.Scalar(byte))))
    }
    for letter in "abcdefghklnopqrstuvwxyz\\]^_ " { keys.append(.ctrl(letter)) }
    for key in keys {
      #expect(try Key.list(key.name) == [key], "\(key.name)")
      #expect(!key.description.contains("?") || key == .character("?") || key == .alt("?"))
    }
    #expect(Key.ctrl("z").description == "Ctrl-Z")
    #expect(Key.up.description == "↑")
  }
}
