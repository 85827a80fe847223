extension TaskChooser {
  /// The questions, the first one first (rule M12).
  public static let questions: [Question] = [
    Question(
      id: "starter", ask: "Who starts the work?",
      options: [
        Option(id: "user", text: "the user, with a tap, while the app is in the foreground", next: "length"),
        Option(id: "leaving", text: "the app itself, when the user leaves it", next: "rest"),
        Option(id: "time", text: "no one: it is due from time to time", next: "kind"),
        Option(id: "server", text: "a server, when something has changed there", next: "visible"),
        Option(id: "place", text: "the device's location", next: "location"),
      ]),
    Question(
      id: "length", ask: "How long does it continue after the user leaves the app?",
      options: [
        Option(id: "short", text: "no more than half a minute", next: "assertion"),
        Option(id: "files", text: "longer, and it transfers files over the network", next: "session"),
        Option(id: "device", text: "longer, and it works on the device itself", next: "system"),
      ]),
    Question(
      id: "system", ask: "What is the oldest iOS version it must support?",
      options: [
        Option(id: "ios26", text: "iOS 26 or later", next: "gpu"),
        Option(id: "older", text: "an older iOS", next: "power"),
      ]),
    Question(
      id: "gpu", ask: "Does it need the GPU?",
      options: [
        Option(id: "graphics", text: "yes", next: "continued"),
        Option(id: "plain", text: "no", next: "continued"),
      ]),
    Question(
      id: "rest", ask: "What is left to do at that point?",
      options: [
        Option(id: "save", text: "something that takes no more than half a minute, such as saving", next: "assertion"),
        Option(id: "upload", text: "uploads or downloads", next: "session"),
        Option(id: "later", text: "minutes of work that can wait until night", next: "power"),
      ]),
    Question(
      id: "kind", ask: "What does it do?",
      options: [
        Option(id: "content", text: "it fetches fresh content, within half a minute", next: "refresh"),
        Option(id: "maintenance", text: "minutes of work: a database, an index, a backup, a model", next: "power"),
        Option(id: "transfers", text: "it transfers large user files", next: "session"),
        Option(id: "assets", text: "it downloads large files that belong to the app, such as levels", next: "assets"),
        Option(
          id: "study", text: "it works on the data of a health study in which the user participates", next: "health"),
        Option(id: "exact", text: "it must happen at an exact time", next: "exact"),
      ]),
    Question(
      id: "power", ask: "Is it CPU-intensive?",
      options: [
        Option(id: "heavy", text: "yes: it can wait for the charger", next: "network"),
        Option(id: "light", text: "no", next: "network"),
      ]),
    Question(
      id: "network", ask: "Does it need a network?",
      options: [
        Option(id: "online", text: "yes", next: "processing"),
        Option(id: "offline", text: "no", next: "processing"),
      ]),
    Question(
      id: "visible", ask: "Must the user be notified immediately?",
      options: [
        Option(id: "alert", text: "yes", next: "notification"),
        Option(id: "silent", text: "no: the app only needs it when it is opened", next: "push"),
      ]),
  ]
}
