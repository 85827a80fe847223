import DeviceLogs
import Foundation
import SchedulerModel
import TaskTrace
import Testing

@testable import Diagnosis

private let folder = ProcessInfo.processInfo.environment["BGTOP_LOG_CORPUS"]

/// Every fact in an answer about a log has an event behind it.
///
/// `BGTOP_LOG_CORPUS` names a folder with real logs; a log in the sources is always walked.
@Suite("No sentence about a log invents a fact")
struct SentenceWalkTests {
  /// What a log gave, and everything that its events contain.
  struct Walk {
    let trace: Trace
    let text: String
    private let clocks: Set<String>
    private let lines: Set<Int>
    private let spans: Set<String>

    init(_ bytes: [UInt8]) {
      let reading =
        (EventFile.looksLikeEvents(Array(bytes.prefix(1 << 16))) ? EventFile.read(bytes, named: "log") : nil)
        ?? DeviceLog.read(bytes, named: "log")
      trace = Trace(header: reading.header, events: reading.events)
      text = String(decoding: bytes, as: UTF8.self)
      let epoch = trace.header.epoch
      var instants = Set(trace.events.map(\.at)).union([trace.end, .zero])
      for event in trace.events {
        switch event.event {
        case .submitted(_, let submission):
          instants.formUnion([submission.earliest, submission.windowStart, submission.windowEnd].compactMap(\.self))
        case .held(_, let hold): instants.formUnion([hold.until].compactMap(\.self))
        case .gap(let until, _): instants.insert(until)
        default: break
        }
      }
      clocks = Set(instants.flatMap { [epoch.clock($0), epoch.stated.clock($0)] })
      lines = Set(trace.events.compactMap { $0.source?.line })
      let sorted = instants.sorted()
      spans =
        sorted.count > 300
        ? [] : Set(sorted.flatMap { from in sorted.map { "\($0 - from)" } } + ["\(TimeSpan.zero)"])
    }

    /// The sentences of every command that state what happened; not those that advise.
    var sentences: [String] {
      var all: [String] = []
      let explainer = Why.Explainer(trace, at: trace.end)
      for record in explainer.board.tasks {
        let why = explainer.why(record.task)
        all += why.lines.filter { !$0.hasPrefix("  [") && !$0.hasPrefix("    ") && !$0.hasPrefix("  Mistake") }
        all += why.findings.flatMap(\.evidence).map { $0.line(trace.header.epoch) }
      }
      let facts = Facts(History(trace), of: trace, nil)
      for finding in facts.findings { all += finding.evidence.map { $0.line(trace.header.epoch) } }
      for examination in Symptom.examine(facts) {
        all += ([examination.seen].compactMap(\.self) + examination.answers.flatMap(\.evidence)).map {
          $0.line(trace.header.epoch)
        }
        all.append("\(examination.subject): \(examination.title)")
      }
      return all
    }

    /// The facts of a sentence that nothing in the log gives.
    func inventions(in sentence: String) -> [String] {
      // Rules and sources are called by numbers of their own.
      let sentence = sentence.replacing(/\(rules? [A-Z]\d+(, [A-Z]\d+)*\)/, with: "")
      var wrong: [String] = []
      for match in sentence.matches(of: /\d\d:\d\d:\d\d/) where !clocks.contains(String(match.output)) {
        wrong.append("time \(match.output)")
      }
      for match in sentence.matches(of: /line (\d+)/) where !lines.contains(Int(match.output.1) ?? 0) {
        wrong.append("line \(match.output.1)")
      }
      let hasDate = trace.header.epoch.dating == .full || trace.header.epoch.dating == .yearless
      for match in sentence.matches(of: /\b(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/)
      where !hasDate {
        // A window is printed with its date.
        let (day, month) = (match.output.1, match.output.2)
        if !text.contains("\(month) \(day)"), !text.contains("\(month)  \(day)") {
          wrong.append("date \(match.output.0)")
        }
      }
      // Identifiers: words with two dots or more that are no numbers.
      for match in sentence.matches(of: /[A-Za-z][\w-]*(\.[\w-]+){2,}/) where !text.contains(match.output.0) {
        wrong.append("identifier \(match.output.0)")
      }
      for policy in PolicyTable.all {
        let plain = PolicyName(policy.name).plain
        let isNamed = sentence.contains("\"\(plain)\"") || sentence.contains("\(plain.lowercased()): ")
        if isNamed, !text.contains(PolicyName(policy.name).rawValue), !text.contains(plain) {
          wrong.append("policy \(plain)")
        }
      }
      // Spans of time lie between two instants of the log.
      guard !spans.isEmpty else { return wrong }
      for match in sentence.matches(of: /(?:after|waited|running:|the|,) ((?:\d+(?:\.\d+)? (?:h|m|s|ms|d)\b ?)+)/) {
        let span = String(match.output.1).trimmingCharacters(in: .whitespaces)
        if !spans.contains(span), !text.contains(span.prefix { $0 != " " }) { wrong.append("span \(span)") }
      }
      return wrong
    }
  }

  static let log = """
    2026-06-02 10:00:00.000000+0200 0x402c7    Default     0x0                  120    8    dasd: [com.apple.duetactivityscheduler:default] Submitted Activity: bgRefresh-com.acme.news.refresh:AAAAAA at priority 5 with interval 900 (Tue Jun  2 10:00:00 2026 - Tue Jun  2 12:00:00 2026)!
    2026-06-02 10:00:01.000000+0200 0x402c7    Default     0x0                  120    8    dasd: [com.apple.duetactivityscheduler:scoring] bgRefresh-com.acme.news.refresh:AAAAAA:[
    \t{name: ChargerPluggedInPolicy, policyWeight: 10.000, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: }}
     ], FinalDecision: Must Not Proceed}
    """

  @Test("A denial without a rationale has no reason, and each fact has its line")
  func handmade() throws {
    let walk = Walk(Array(Self.log.utf8))
    let sentences = walk.sentences
    #expect(sentences.contains { $0.contains("for a reason that the log does not tell") })
    #expect(!sentences.contains { $0.contains("no charger") || $0.contains("external power") })
    for sentence in sentences { #expect(walk.inventions(in: sentence).isEmpty, "\(sentence)") }
    // The walk itself notices what is not in the log.
    #expect(
      walk.inventions(in: "at 10:00:07, line 9: com.acme.other.task, after 3 h: the policy \"Thermal\" forbids it")
        .count == 5)
  }

  @Test("Every sentence about a real log", .enabled(if: folder != nil))
  func corpus() throws {
    let folder = try #require(folder)
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).filter({ $0.first?.isNumber == true }) {
      let walk = Walk([UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))))
      for sentence in walk.sentences {
        count += 1
        let wrong = walk.inventions(in: sentence)
        #expect(wrong.isEmpty, "\(name): \(sentence): \(wrong)")
      }
    }
    #expect(count > 500)
  }
}
