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

  /// The reason behind a policy's objection: what its rationale states, and nothing more.
  static func of(_ response: PolicyResponse) -> Reason {
    let (rationale, guide) = (response.rationale ?? "", PolicyGuide.of(response.policy))
    if let special = guide?.special.first(where: { rationale.contains($0.text) }) { return special.reason }
    if let guide, guide.evidence.contains(where: { rationale.contains($0) }) { return guide.reason }
    let stated = rationale == "(null)" ? "" : RationaleDescription.text(rationale)
    let subject = "the policy \"\(response.plainName)\" forbids it"
    return Reason(
      text: stated.contains { $0.isLetter }
        ? "\(subject): \(stated)" : "\(subject), for a reason that the log does not tell",
      remedy: patience, source: "dasd's own answer; rule C28")
  }

  /// The reason behind a hold.
  static func of(_ hold: Hold) -> Reason {
    HoldGuide.of(hold.what)?.reason
      ?? Reason(text: hold.detail ?? hold.what.spaced.lowercased(), remedy: patience, source: "dasd; rule C28")
  }
}
