import TaskTrace
import Testing

@testable import bgtop

@Suite("Which task a command means")
struct AskedInputTests {
  private let known: [TaskIdentifier] = ["com.a.sync", "com.b.sync", "com.b.refresh", "sync"]

  @Test("A whole identifier selects its task, and so does a unique suffix")
  func meant() throws {
    #expect(try AskedInput.task("com.a.sync", among: known) == "com.a.sync")
    #expect(try AskedInput.task("sync", among: known) == "sync")
    #expect(try AskedInput.task("refresh", among: known) == "com.b.refresh")
    #expect(try AskedInput.task("b.sync", among: known) == "com.b.sync")
  }

  @Test("An end that several tasks share means none of them", arguments: ["sync", "nothing", "efresh"])
  func ambiguous(_ text: String) {
    #expect(throws: (any Error).self) { try AskedInput.task(text, among: Array(known.prefix(3))) }
  }
}
