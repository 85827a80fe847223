internal import Foundation

/// What the fuzzer starts from, and what it found worth keeping.
public enum Corpus {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "OracleTests/Seeds")

  /// The seeds, each in a file, and what was found, one a line in base64.
  public static func inputs(_ name: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = folder.appending(path: name)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().flatMap { file in
      let data = try Data(contentsOf: folder.appending(path: file))
      guard file == "found.txt" else { return [(file, Array(data))] }
      return String(decoding: data, as: UTF8.self).split(separator: "\n").enumerated().compactMap { number, line in
        Data(base64Encoded: String(line)).map { ("\(file):\(number + 1)", Array($0)) }
      }
    }
  }
}
