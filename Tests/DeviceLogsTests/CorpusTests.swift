import DeviceLogs
import Diagnosis
import Foundation
import TaskTrace
import Testing

/// What a person counted in a real log.
struct Counted: Sendable, CustomTestStringConvertible {
  var file: String
  var records: Int
  /// CP, MNP, AMNP, and blocks whose decision was cut off.
  var decisions = [0, 0, 0, 0]
  var submissions = 0
  var starts = 0
  var completions = 0
  var cancels = 0
  var refusals = 0
  var warnings = 0
  var notUnderstood = 0
  /// Other kinds of events that must be there, with their numbers.
  var others: [String: Int] = [:]

  var testDescription: String { file }
}

private let counted: [Counted] = [
  Counted(
    file: "01", records: 38, decisions: [3, 3, 0, 0], submissions: 1, starts: 1, completions: 1,
    others: ["compared": 1, "held": 1, "launching": 1, "group": 1, "battery": 1]),
  Counted(file: "03", records: 1, decisions: [0, 0, 1, 0], others: ["thermal": 1]),
  Counted(file: "05", records: 3, submissions: 1, cancels: 1),
  Counted(file: "06", records: 1, refusals: 1, others: ["registrationRefused": 1]),
  Counted(file: "08", records: 5, refusals: 1, warnings: 1, others: ["registered": 1, "assertion": 2]),
  Counted(file: "09", records: 12, submissions: 1, starts: 1),
  Counted(file: "11", records: 3, decisions: [0, 3, 0, 0], others: ["deviceUse": 1, "cpu": 1]),
  Counted(file: "13", records: 2, decisions: [0, 0, 1, 0], others: ["push": 1]),
  Counted(file: "14", records: 9, decisions: [0, 0, 0, 1], submissions: 1, cancels: 1, others: ["push": 2]),
  Counted(file: "16", records: 9, decisions: [0, 0, 0, 7], submissions: 1, cancels: 1),
  Counted(file: "18", records: 3, completions: 1, others: ["compared": 1]),
  Counted(file: "20", records: 4, others: ["push": 2]),
  Counted(file: "21", records: 7, others: ["assertion": 1]),
  Counted(file: "23", records: 1, others: ["killed": 1]),
  Counted(file: "25", records: 9, notUnderstood: 3, others: ["transfer": 2]),
  Counted(file: "27", records: 4, others: ["launching": 2, "note": 2]),
  Counted(file: "30", records: 3, refusals: 2, warnings: 1),
  Counted(file: "33", records: 4, warnings: 1),
  Counted(file: "34", records: 1, warnings: 1),
  Counted(file: "36", records: 5, others: ["killed": 1]),
  Counted(file: "38", records: 3, others: ["assertion": 2]),
  Counted(file: "39", records: 5, submissions: 2, others: ["budget": 1, "optimal": 2]),
  Counted(file: "41", records: 2, others: ["note": 2]),
  Counted(file: "42", records: 3, others: ["note": 3]),
]

/// Real logs are not part of the sources: `BGTOP_LOG_CORPUS` names a folder with them, each beginning with a number.
@Suite(.enabled(if: Corpus.folder != nil)) struct CorpusTests {
  @Test(arguments: counted) func findsWhatAPersonCounts(_ counted: Counted) throws {
    let bytes = try #require(Corpus.bytes(of: counted.file))
    let summary = DeviceLog.read(bytes, named: counted.file).summary
    #expect(summary.records == counted.records)
    let decisions = Dictionary(uniqueKeysWithValues: summary.decisions.map { ($0.decision, $0.count) })
    let kinds: [Decision] = [.canProceed, .mustNotProceed, .absolutelyMustNotProceed, .unknownProceed]
    #expect(kinds.map { decisions[$0] ?? 0 } == counted.decisions)
    #expect(summary.submissions == counted.submissions)
    #expect(summary.starts == counted.starts)
    #expect(summary.completions == counted.completions)
    #expect(summary.cancels == counted.cancels)
    #expect(summary.refusals == counted.refusals)
    #expect(summary.warnings == counted.warnings)
    #expect(summary.notUnderstood == counted.notUnderstood)
    let found = Dictionary(uniqueKeysWithValues: summary.eventsByKind.map { ($0.name, $0.count) })
    for (name, count) in counted.others { #expect(found[name] == count, "\(name)") }
  }

  /// Every response whose inputs are known agrees, and complete blocks are recomputed to six digits.
  @Test(arguments: counted) func theModelContradictsNoRealLog(_ counted: Counted) throws {
    let bytes = try #require(Corpus.bytes(of: counted.file))
    let comparison = ModelComparison(DeviceLog.read(bytes, named: counted.file).events)
    #expect(comparison.differences.isEmpty)
    let sums = comparison.rows.filter { $0.subject == .sum || $0.subject == .finalScore }
    #expect(sums.allSatisfy { $0.verdict == .agrees })
    if counted.file == "01" { #expect(sums.count == 6) }
  }

  @Test(arguments: counted) func readsALogCutAnywhere(_ counted: Counted) throws {
    let bytes = try #require(Corpus.bytes(of: counted.file))
    #if DEBUG
      let step = bytes.count > 4_000 ? 37 : 1
    #else
      let step = 1
    #endif
    for end in stride(from: 0, through: bytes.count, by: step) {
      #expect(DeviceLog.read(Array(bytes[..<end]), named: "cut").summary.records <= counted.records + 1)
    }
  }
}

enum Corpus {
  static let folder = ProcessInfo.processInfo.environment["BGTOP_LOG_CORPUS"]

  /// The bytes of the file that begins with a number.
  static func bytes(of number: String) -> [UInt8]? {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder),
      let name = names.first(where: { $0.hasPrefix("\(number)-") })
    else { return nil }
    return (try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))).map { [UInt8]($0) }
  }
}
