import SchedulerModel
import TaskTrace
import Testing

@testable import Diagnosis

@Suite("A few questions choose the API for a piece of work")
struct TaskChooserTests {
  /// Every way through the questions.
  static let ways: [TaskChooser] = follow(TaskChooser())

  private static func follow(_ chooser: TaskChooser) -> [TaskChooser] {
    guard let question = chooser.question else { return [chooser] }
    return question.options.flatMap { option in
      var next = chooser
      return next.answer(option.id) ? follow(next) : []
    }
  }

  @Test("Every way ends in a recommendation, and every recommendation has a way")
  func complete() {
    #expect(Self.ways.allSatisfy { $0.outcome != nil && $0.answers.count <= 5 })
    #expect(Set(Self.ways.compactMap(\.outcome?.id)) == Set(TaskChooser.outcomes.map(\.id)))
    #expect(Set(TaskChooser.questions.map(\.id)).count == TaskChooser.questions.count)
    let asked = Set(
      Self.ways.flatMap { way in
        way.answers.indices.compactMap { index in
          var chooser = TaskChooser()
          for answer in way.answers[..<index] { _ = chooser.answer(answer) }
          return chooser.question?.id
        }
      })
    #expect(asked == Set(TaskChooser.questions.map(\.id)))
  }

  @Test(
    "A recommendation states what to expect and the source, with code whose braces match",
    arguments: TaskChooser.outcomes.map(\.id))
  func outcome(_ id: String) throws {
    let ways = Self.ways.filter { $0.outcome?.id == id }
    let outcome = try #require(ways.first?.outcome)
    #expect(!outcome.expect.isEmpty && outcome.expect.allSatisfy { $0.text.hasSuffix(".") && !$0.source.isEmpty })
    #expect(outcome.needs.allSatisfy { $0.hasSuffix(".") })
    for way in ways {
      #expect(way.code.count { $0 == "{" } == way.code.count { $0 == "}" })
      #expect(way.code.count { $0 == "(" } == way.code.count { $0 == ")" })
      #expect(way.lines.allSatisfy { !$0.contains("\n") })
    }
    if let scenario = outcome.scenario { #expect(Scenario.builtIn.contains { $0.name == scenario }) }
  }

  @Test("The Info.plist of a recommendation has no mistakes", arguments: TaskChooser.outcomes.map(\.id))
  func infoPlist(_ id: String) throws {
    let outcome = try #require(TaskChooser.outcomes.first { $0.id == id })
    let declaration = Declaration(
      bundle: nil, permitted: outcome.identifiers.isEmpty ? nil : outcome.identifiers.map { .init($0) },
      modes: outcome.modes.isEmpty ? nil : outcome.modes.map { .init($0) })
    #expect(Findings.of(declaration).isEmpty)
    let kinds: [String: TaskKind] = [
      "refresh": .refresh, "processing": .processing, "health": .healthResearch, "push": .push,
    ]
    if let kind = kinds[id] { #expect(outcome.modes == [Declaration.mode(for: kind)].compactMap(\.self)) }
  }

  @Test("Answers determine the code, and can be undone")
  func answers() {
    var chooser = TaskChooser()
    #expect(take(["time", "2", "heavy", "offline"], &chooser))
    #expect(chooser.code.contains("requiresExternalPower = true"))
    #expect(!chooser.code.contains("requiresNetworkConnectivity"))
    #expect(!take(["1"], &chooser))
    chooser.back()
    #expect(chooser.question?.id == "network")
    for wrong in ["0", "3", "", "-1", "onlin"] { #expect(!take([wrong], &chooser)) }
    #expect(take(["online"], &chooser))
    #expect(chooser.code.contains("requiresNetworkConnectivity = true"))
    for _ in 0..<9 { chooser.back() }
    #expect(chooser == TaskChooser())
  }

  private func take(_ answers: [String], _ chooser: inout TaskChooser) -> Bool {
    answers.allSatisfy { chooser.answer($0) }
  }
}
