internal import TaskTrace

/// What prevents a run, in plain language, with its source.
struct Reason: Hashable, Sendable {
  /// The rest of a sentence: "It is not running: …".
  var text: String
  /// What an app or its user can do about it, in a sentence.
  var remedy: String
  /// The public name of the source, and the rule's number.
  var source: String

  /// What a request needs and an app cannot bring about.
  static let patience =
    "Nothing to fix in the app: leave the request pending, and do overdue work when the app is opened."

  /// The reason behind a policy's objection.
  static func of(_ response: PolicyResponse) -> Reason {
    guard let guide = PolicyGuide.of(response.policy) else {
      return Reason(
        text: "\(response.plainName) says \(response.decision.text)", remedy: patience,
        source: "dasd's own answer; rule C28")
    }
    return guide.special.first { response.rationale?.holds($0.text) ?? false }?.reason ?? guide.reason
  }

  /// The reason behind a hold.
  static func of(_ hold: Hold) -> Reason {
    HoldGuide.of(hold.what)?.reason
      ?? Reason(text: hold.detail ?? hold.what.spaced.lowercased(), remedy: patience, source: "dasd; rule C28")
  }
}
