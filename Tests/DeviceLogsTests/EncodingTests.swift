import DeviceLogs
import TaskTrace
import Testing

@Suite("Logs in UTF-16") struct EncodingTests {
  private func utf16(_ text: String, bigEndian: Bool, mark: Bool) -> [UInt8] {
    ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit -> [UInt8] in
      let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
      return bigEndian ? [high, low] : [low, high]
    }
  }

  private static let text = "Mar 15 14:14:15 Zoë's 📱 dasd[120] <Notice>: STARTING activity a.b:0A1B2C\n"

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `they become UTF-8, however they are cut`(
    _ bigEndian: Bool, _ mark: Bool
  ) throws {
    let bytes = utf16(Self.text, bigEndian: bigEndian, mark: mark)
    for size in 1...7 {
      var decoder = try #require(UTF16Decoder(bytes))
      var decoded: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        decoded += decoder.decode(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(String(decoding: decoded, as: UTF8.self) == Self.text)
    }
  }

  @Test func `halves of characters are repaired`() throws {
    var decoder = try #require(UTF16Decoder([0xFF, 0xFE, 0x41, 0x00]))
    let decoded = decoder.decode([0xFF, 0xFE, 0x3D, 0xD8, 0x41, 0x00, 0x00, 0xDC, 0x42])
    #expect(String(decoding: decoded, as: UTF8.self) == "\u{FFFD}A\u{FFFD}")
  }

  @Test(arguments: [
    Array("Mar 15 14:14:15 phone dasd[120]: x\n".utf8), [0, 0, 0, 0, 0x41, 0x42, 0x43, 0x44], [0xFF, 0xFE],
    Array("bplist00\u{0}\u{1}\u{2}".utf8), [],
  ]) func `other texts are left alone`(_ bytes: [UInt8]) { #expect(UTF16Decoder(bytes) == nil) }
}

@Suite("Logs whose lines end with carriage returns") struct ReturnTests {
  @Test func `they are read line by line, however they are cut`() throws {
    let text = FixtureStyle.default.text(story)
    let bytes = Array(text.replacing("\n", with: "\r").utf8)
    let whole = DeviceLog.read(Array(text.utf8), named: "x")
    for size in [1, 7, bytes.count] {
      var decoder = try #require(TextDecoder(bytes))
      var decoded: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        decoded += decoder.decode(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(DeviceLog.read(decoded, named: "x").summary == whole.summary)
    }
  }

  @Test(arguments: ["a\nb\n", "a\r\nb\r\n", "a\r\r\nb\r\r\n", "10 %\r20 %\nb\nc\n", "a\u{0}\rb\rc", ""])
  func `other texts are left alone`(_ text: String) { #expect(TextDecoder(Array(text.utf8)) == nil) }
}
