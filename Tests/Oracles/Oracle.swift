/// What must hold for any input of one kind, however damaged: the input is bytes, and the answer is what does not hold.
///
/// The same functions serve the fuzzer (`make fuzz`) and the tests, which replay the corpus that it found.
public struct Oracle: Sendable {
  /// The name of the fuzz target, and of its folder of seeds.
  public let name: String
  /// One sentence for each thing that does not hold.
  public let broken: @Sendable ([UInt8]) -> [String]
  /// The input in words, where its bytes are not readable by themselves.
  public let words: (@Sendable ([UInt8]) -> String)?
  /// The most steps (edges of the control flow) that an input may take: so many, and so many more for each byte. Nil where
  /// an input asks for work that has nothing to do with its length.
  public let steps: (base: Int, perByte: Int)?

  public init(
    _ name: String, steps: (base: Int, perByte: Int)? = nil, words: (@Sendable ([UInt8]) -> String)? = nil,
    _ broken: @escaping @Sendable ([UInt8]) -> [String]
  ) {
    (self.name, self.steps, self.words, self.broken) = (name, steps, words, broken)
  }

  /// Those of the pure modules; the command line's is with the program.
  public static let all = [log, line, ndjson, events, trace, scenario, plist, theme, configuration, keys, simulation]
}

/// Collects what does not hold.
struct Broken {
  private(set) var sentences: [String] = []

  mutating func expect(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if !holds { sentences.append(sentence()) }
  }
}

/// Splits bytes into pieces whose sizes are drawn from the bytes themselves, so that an input always gives the same ones.
func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
  var pieces: [[UInt8]] = []
  var (start, turn) = (0, bytes.count)
  while start < bytes.count {
    turn = turn &* 31 &+ Int(bytes[start])
    // Mostly small ones, so that every kind of token is cut somewhere.
    let size = turn & 3 == 0 ? 1 : turn & 3 == 1 ? 7 : turn & 0xFF + 1
    let end = min(start + size, bytes.count)
    pieces.append(Array(bytes[start..<end]))
    start = end
  }
  return pieces
}
