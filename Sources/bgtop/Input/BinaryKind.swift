/// Files that hold no text, or hold it in a form that is not read here: what each is, and what to do about it.
enum BinaryKind {
  /// What a file is and what helps, by its first bytes; nil if they may be text.
  static func sentence(_ bytes: [UInt8]) -> String? {
    if let known = kinds.first(where: { bytes.dropFirst($0.at).starts(with: $0.first) }) { return known.sentence }
    return looksBinary(bytes)
      ? "a binary file; export it as text, or print the log with 'log show --style ndjson'" : nil
  }

  /// The signature of a kind of file, its offset, and the message for it.
  private static let kinds: [(at: Int, first: [UInt8], sentence: String)] =
    [
      ([0x42, 0x5A, 0x68], "bunzip2"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "unxz"), ([0x28, 0xB5, 0x2F, 0xFD], "unzstd"),
      ([0x50, 0x4B, 0x03, 0x04], "unzip"), ([0x37, 0x7A, 0xBC, 0xAF], "7z x"),
      ([0x61, 0x61, 0x30, 0x31], "aa extract"),
      ([0x62, 0x76, 0x78, 0x32], "compression_tool -decode"),
    ].map { (0, $0.0, "is compressed; '\($0.1)' decompresses it") }
    + [
      // The first chunk of a tracev3 file is its header (macos-unifiedlogs, chunk tag 0x1000).
      (
        0, [0x00, 0x10, 0x00, 0x00],
        "is a part of a log archive (.tracev3); 'log show --archive FOLDER --style ndjson' prints the log"
      ),
      (
        0, [0x99, 0x88, 0x77, 0x66],
        "is a part of a log archive (uuidtext); 'log show --archive FOLDER --style ndjson' prints the log"
      ),
      (
        0, Array("hcsd".utf8),
        "is a part of a log archive (dsc); 'log show --archive FOLDER --style ndjson' prints the log"
      ),
      (
        0, [0xB0, 0xBB],
        "is a part of a log archive (timesync); 'log show --archive FOLDER --style ndjson' prints the log"
      ),
      (257, Array("ustar".utf8), "is an archive; 'tar -xf' decompresses it"),
      (0, Array("SQLite format 3".utf8), "is a database; export its records as CSV or JSON"),
      (0, Array("%PDF".utf8), "is a PDF document; save the log in it as text"),
      (0, [0x89, 0x50, 0x4E, 0x47], "is an image; copy the log as text instead"),
      (0, [0xFF, 0xD8, 0xFF], "is an image; copy the log as text instead"),
      (0, Array("GIF8".utf8), "is an image; copy the log as text instead"),
      (4, Array("ftyp".utf8), "is an image or a video; copy the log as text instead"),
      (
        0, Array("{\\rtf".utf8), "is rich text; save it as plain text, or export the log with 'log show --style ndjson'"
      ),
      (0, Array("<!DOCTYPE html".utf8), "is a web page; save the log in it as plain text"),
      (0, Array("<!doctype html".utf8), "is a web page; save the log in it as plain text"),
      (0, Array("<html".utf8), "is a web page; save the log in it as plain text"),
    ]

  /// Whether more than one byte in ten is a control character that no text has; relays end their records with NULs.
  private static func looksBinary(_ bytes: [UInt8]) -> Bool {
    let some = bytes.prefix(1 << 14)
    let strange = some.count { $0 < 0x07 || (0x0E..<0x1B).contains($0) || (0x1C..<0x20).contains($0) || $0 == 0x7F }
    return some.count >= 16 && strange * 10 > some.count
  }
}
