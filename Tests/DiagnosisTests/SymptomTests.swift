import SchedulerModel
import TaskTrace
import Testing

@testable import Diagnosis

@Suite("Symptoms are examined question by question")
struct SymptomTests {
  @Test("Identifiers are unique, checks exist, and every question says how to find out")
  func table() {
    #expect(Set(Symptom.all.map(\.id)).count == Symptom.all.count)
    for symptom in Symptom.all {
      #expect(Symptom.named(symptom.id)?.id == symptom.id)
      #expect(Set(symptom.questions.map(\.id)).count == symptom.questions.count, "\(symptom.id)")
      for question in symptom.questions {
        #expect(question.ask.hasSuffix("?") && question.find.hasSuffix("."), "\(question.id)")
        for check in question.checks { #expect(Check.named(check) != nil, "\(check)") }
      }
    }
  }

  /// A symptom, and a check that one of its questions asks.
  struct Pair: Sendable, CustomTestStringConvertible {
    var symptom: String
    var question: String
    var check: String
    var testDescription: String { "\(symptom) \(question) \(check)" }
  }

  /// All pairs.
  static let pairs = Symptom.all.flatMap { symptom in
    symptom.questions.flatMap { question in
      question.checks.map { Pair(symptom: symptom.id, question: question.id, check: $0) }
    }
  }

  @Test("What a check finds is a wrong answer to its question; what it accepts is not", arguments: pairs)
  func checks(_ pair: Pair) throws {
    let row = try #require(CheckRow.all.first { $0.check == pair.check })
    let symptom = try #require(Symptom.named(pair.symptom))
    let fired = try row.fires.facts()
    let answers = fired.subjects.flatMap { symptom.examine($0).answers }.filter { $0.question == pair.question }
    // A question is skipped for kinds that it does not concern.
    let wrong = answers.filter { $0.fault != nil }
    if let fault = wrong.first?.fault, !answers.isEmpty {
      #expect(!fault.remedy.isEmpty && !fault.source.isEmpty)
      #expect(wrong.first?.evidence.isEmpty == false)
    } else {
      #expect(
        answers.isEmpty
          || fired.subjects.allSatisfy { subject in
            !subject.findings.contains { $0.check == pair.check }
          })
    }
    let isExempt = try row.spares.facts().subjects.flatMap { symptom.examine($0).answers }
    #expect(!isExempt.contains { $0.question == pair.question && $0.fault?.id == pair.check })
  }

  @Test("Every symptom ends in its verdicts", arguments: SymptomRow.all)
  func verdict(_ row: SymptomRow) throws {
    let facts = try row.subject.facts()
    let found = Symptom.examine(facts).filter { $0.symptom == row.symptom }
    #expect(found.map(\.verdict.id).contains(row.verdict), "\(found.map(\.verdict.id))")
    for examination in found {
      #expect(examination.shows == .yes && examination.seen != nil)
      #expect(examination.isFault == examination.answers.contains { $0.fault != nil })
      #expect(!examination.lines().isEmpty && examination.lines().allSatisfy { !$0.contains("\n") })
    }
  }

  @Test("The rows end in every verdict that a question of a symptom can give")
  func complete() {
    for symptom in Symptom.all {
      let verdicts = SymptomRow.all.filter { $0.symptom == symptom.id }.map(\.verdict)
      #expect(verdicts.count >= 4, "\(symptom.id): \(verdicts)")
    }
  }

  @Test("No symptom has a fault if a scenario follows the rules", arguments: Scenario.builtIn.map(\.name))
  func quiet(_ name: String) throws {
    guard CheckTests.known[name] == nil else { return }
    let scenario = try #require(try Scenario.builtIn(named: name))
    let found = Symptom.examine(CheckRow.Subject.facts(of: scenario)).filter(\.isFault)
    // What the device and people do is no fault of an app.
    let outside: Set<String> = [
      "score", "forceQuit", "BatteryLevel", "LowPowerMode", "DeviceActivity", "work-too-long", "no-earliest",
      "ChargerPluggedIn",
    ]
    #expect(
      found.allSatisfy { outside.contains($0.verdict.id) },
      "\(found.map { "\($0.subject) \($0.symptom) \($0.verdict.id)" })")
  }

  @Test(
    "Questions find what checks find, on random scenarios", arguments: 1...40 as ClosedRange<UInt64>)
  func random(_ seed: UInt64) throws {
    let facts = CheckRow.Subject.facts(of: try RandomScenario.make(seed))
    for subject in facts.subjects {
      for symptom in Symptom.all {
        let found = symptom.examine(subject)
        #expect(found.shows != .yes || found.seen != nil)
        #expect(found.isFault == found.answers.contains { $0.fault != nil })
        for (answer, question) in zip(found.answers, symptom.questions.filter { $0.concerns(subject) }) {
          #expect(
            answer.fault == nil
              || (!answer.evidence.isEmpty && answer.reply != .unknown && answer.reply != question.right))
          #expect(answer.fault != nil || answer.reply == .unknown || answer.reply == question.right)
          let isFound = subject.findings.contains { question.checks.contains($0.check) }
          #expect(!isFound || answer.fault != nil, "\(subject.name) \(symptom.id) \(question.id)")
        }
      }
    }
  }

  @Test("All of a task's waiting is divided, to the microsecond", arguments: 1...40 as ClosedRange<UInt64>)
  func waits(_ seed: UInt64) throws {
    let facts = CheckRow.Subject.facts(of: try RandomScenario.make(seed))
    let end = try #require(facts.history?.end)
    for subject in facts.subjects {
      let lives = (subject.past?.requests ?? []).reduce(TimeSpan.zero) {
        $0 + (min($1.endedAt ?? end, end) - $1.submitted.at)
      }
      #expect(subject.waits.reduce(TimeSpan.zero) { $0 + $1.span } == lives)
    }
  }

  @Test("A log that omits the answer to a question leaves it unknown; a complete run does not")
  func unknown() throws {
    let reference = TaskReference("app.sync", kind: .refresh)
    let events = [TraceEvent(.zero, .submitted(reference, Submission(kind: .refresh)))]
    let facts = try CheckRow.Subject.events(events).facts()
    let found = try #require(Symptom.named("never-runs")).examine(facts.subject("app.sync"))
    #expect(found.shows == .unknown)
    #expect(!found.isFault)
    #expect(found.answers.first { $0.question == "permitted" }?.reply == .yes)
    #expect(found.answers.first { $0.question == "swiped" }?.reply == .unknown)
  }

  @Test("An Info.plist is asked about identifiers that it does not list")
  func infoPlist() throws {
    let declaration = Declaration(
      bundle: .init("com.a"), permitted: [.init("com.a.sync", place: "4:5")], modes: [.init("fetch", place: "8:5")])
    let facts = Facts(declaration)
    #expect(facts.subjects.compactMap(\.task) == ["com.a.sync"])
    let symptom = try #require(Symptom.named("never-runs"))
    let listed = symptom.examine(facts.subject("com.a.sync"))
    #expect(listed.answers.first?.reply == .yes && listed.answers.first?.evidence.first?.place == "4:5")
    let other = symptom.examine(facts.subject("com.a.Sync"))
    #expect(other.verdict.id == "identifier-case")
    #expect(symptom.examine(facts.subject("com.a.gone")).verdict.id == "not-permitted")
  }
}

extension CheckRow.Subject {
  /// The facts about a check's subject, as commands gather them.
  func facts() throws -> Facts {
    switch self {
    case .story(let body): return Self.facts(of: try Scenario.parse(Array(Self.text(body).utf8), named: "row"))
    case .plist(let declaration): return Facts(declaration)
    case .events(let events):
      let trace = Self.trace(events)
      return Facts(History(trace), of: trace, nil)
    }
  }

  static func facts(of scenario: Scenario) -> Facts {
    var simulation = Simulation(scenario)
    var events: [TraceEvent] = []
    simulation.advance(to: .zero + scenario.length, into: &events)
    let trace = Trace(header: simulation.header, events: events)
    var history = History(trace)
    history.extend(to: simulation.now)
    return Facts(history, of: trace, scenario)
  }
}
