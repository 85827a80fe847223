internal import SchedulerModel
internal import TaskTrace

/// What commands take as INPUT: the name of a built-in scenario, a file, or `-`.
extension Source {
  static let defaultScenario = "day"

  /// Opens what an operand names.
  static func input(_ operand: String) throws(LoadedInput.Failure) -> Source {
    if let scenario = Scenario.builtIn.first(where: { $0.name == operand }) {
      return Source(text: scenario.text, named: operand, kind: .scenario, isBuiltIn: true)
    }
    do throws(FileAccess.Failure) { return try Source(operand) } catch {
      guard error.isMissing else { throw LoadedInput.Failure(error) }
      let hint = didYouMean(operand, among: Scenario.builtIn.map(\.name) + ProgramCommand.named.map(\.name))
      throw LoadedInput.Failure("\(operand): no such file, and no built-in scenario of that name\(hint)")
    }
  }

  /// What the input is; one with nothing in it is refused.
  func contentKind() throws -> InputKind {
    let kind = try kind()
    if isBlank { throw LoadedInput.Failure("\(name): is empty") }
    try refuseBinary(kind)
    return kind
  }

  /// Refuses what is not text: words in the middle of it would pass for records.
  func refuseBinary(_ kind: InputKind) throws(LoadedInput.Failure) {
    guard kind == .log || kind == .scenario, let sentence = BinaryKind.sentence(head) else { return }
    throw LoadedInput.Failure("\(name): \(sentence)")
  }

  /// What is wrong with an input that is nothing which is known.
  var notUnderstood: String {
    "\(name): \(BinaryKind.sentence(head) ?? "not a log, a trace, or a scenario; print a log with 'log show --style ndjson'")"
  }

  /// The problem with a trace or a scenario where a log is expected; nil for everything else.
  func isNoLog(_ kind: InputKind) -> String? {
    switch kind {
    case .trace: "\(name): is a trace already; 'bgtop \(name)' opens it, and only logs are imported"
    case .propertyList: isPropertyList
    case .scenario where holdsScenario: "\(name): is a scenario; 'bgtop \(name)' runs it, and only logs are imported"
    case .scenario, .log, .events: nil
    }
  }

  /// Whether an object's first keys are those of a scenario.
  private var holdsScenario: Bool {
    let start = String(decoding: head.prefix(1 << 14), as: UTF8.self)
    return isBuiltIn || ["apps:", "\"apps\":", "\"apps\" :"].contains { start.contains($0) }
  }

  /// The problem with a log whose times cannot be read.
  var hasUnknownTimes: String {
    "\(name): the times of its records are in a form that is not known; print the log again with 'log show --style ndjson'"
  }

  /// The problem with a property list where a run is expected.
  var isPropertyList: String {
    "\(name): is a property list; 'bgtop check' checks it, and a scenario can name it as an app's 'infoPlist'"
  }
}
