internal import TaskTrace

/// Messages of nsurlsessiond about background transfers.
enum TransferMessages {
  static let table: [MessagePattern] = [
    MessagePattern("Set request delay for ") { story, message in
      var transfer = Transfer(bundle: FrameworkMessages.identifier(message.rest), name: "", state: .delayed)
      transfer.delay = message.rest.after(" to ")?.number.map { TimeSpan(seconds: $0) }
      story.add(.transfer(transfer), at: message.at)
      return true
    },
    MessagePattern("Resetting request delay and clearing pending wake requests for ") { reset(&$0, $1) },
    MessagePattern("Resetting request delay for ") { reset(&$0, $1) },
    MessagePattern("Creating session with identifier: ") { story, message in
      let bundle = message.rest.after("for bundle id: ").map(FrameworkMessages.identifier) ?? ""
      let name = FrameworkMessages.identifier(message.rest)
      story.add(.transfer(Transfer(bundle: bundle, name: name, state: .created)), at: message.at)
      return true
    },
    .quiet("background session setup will wait for reply"),
  ]

  private static func reset(_ story: inout Story, _ message: Message) -> Bool {
    var transfer = Transfer(bundle: FrameworkMessages.identifier(message.rest), name: "", state: .reset)
    transfer.cause = message.rest.after(" since ").map { Cause(rawValue: $0.string) }
    story.add(.transfer(transfer), at: message.at)
    return true
  }
}
