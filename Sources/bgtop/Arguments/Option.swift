/// One option with a value: its syntax, its meaning, and how its value is read.
struct Option<Value: Sendable>: Sendable {
  var name: String
  var short: Character?
  /// The placeholder for the value in help.
  var placeholder: String
  var help: String
  /// What a shell offers for the value.
  var offer = Offer()
  /// The value of a text.
  var read: @Sendable (String) throws(Refusal) -> Value
}

/// One option without a value.
struct Switch: Sendable {
  var name: String
  var short: Character?
  var help: String

  init(_ name: String, short: Character? = nil, _ help: String) {
    (self.name, self.short, self.help) = (name, short, help)
  }
}

/// Why a text is not a valid value of an option, in one sentence.
struct Refusal: Error {
  var message: String
}

/// Words that a shell completes, and whether it also completes files.
struct Offer: Sendable {
  /// Computed only if completions are requested.
  var words: @Sendable () -> [String] = { [] }
  var files = true
}

/// The options of a command in the order of its help, each with the key for its value.
struct OptionTable {
  private(set) var rows: [OptionRow] = []

  /// Adds an option; what is returned gives its value in ``Invocation/subscript(_:)-(Given<Value>)``.
  mutating func add<Value>(_ option: Option<Value>) -> Given<Value> {
    let read = option.read
    rows.append(
      OptionRow(
        name: option.name, short: option.short, placeholder: option.placeholder, help: option.help, offer: option.offer,
        read: { (text) throws(Refusal) -> any Sendable in try read(text) }))
    return Given(index: rows.count - 1)
  }

  /// Adds a switch.
  @discardableResult
  mutating func add(_ option: Switch) -> GivenSwitch {
    rows.append(
      OptionRow(
        name: option.name, short: option.short, placeholder: nil, help: option.help, offer: Offer(),
        read: { (_) throws(Refusal) -> any Sendable in true }))
    return GivenSwitch(index: rows.count - 1)
  }
}

/// One option as parsing, help, manual and completions see it.
struct OptionRow: Sendable {
  let name: String
  let short: Character?
  /// The placeholder for the value in help; nil for a switch.
  let placeholder: String?
  let help: String
  let offer: Offer
  let read: @Sendable (String) throws(Refusal) -> any Sendable

  /// Whether a word is this option, without a value behind an equals sign.
  func isWritten(_ word: some StringProtocol) -> Bool { word == "--\(name)" || short.map { word == "-\($0)" } == true }
}

/// An option of a command, to ask an invocation for its value.
struct Given<Value: Sendable>: Sendable {
  fileprivate(set) var index: Int
}

/// A switch of a command, to ask an invocation whether it is there.
struct GivenSwitch: Sendable {
  fileprivate(set) var index: Int
}
