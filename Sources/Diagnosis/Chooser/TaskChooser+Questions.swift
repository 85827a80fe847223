extension TaskChooser {
  /// The questions, the first one first (rule M12).
  public static let questions: [Question] = [
    Question(
      id: "starter", ask: "Who starts the work?",
      options: [
        Option(id: "user", words: "the user, with a tap, while the app is in the foreground", next: "length"),
        Option(id: "leaving", words: "the app itself, when the user leaves it", next: "rest"),
        Option(id: "time", words: "no one: it is due from time to time", next: "kind"),
        Option(id: "server", words: "a server, when something has changed there", next: "visible"),
        Option(id: "place", words: "the device's location", next: "location"),
      ]),
    Question(
      id: "length", ask: "How long does it continue after the user leaves the app?",
      options: [
        Option(id: "short", words: "no more than half a minute", next: "assertion"),
        Option(id: "files", words: "longer, and it transfers files over the network", next: "session"),
        Option(id: "device", words: "longer, and it works on the device itself", next: "system"),
      ]),
    Question(
      id: "system", ask: "What is the oldest iOS version it must support?",
      options: [
        Option(id: "ios26", words: "iOS 26 or later", next: "gpu"),
        Option(id: "older", words: "an older iOS", next: "power"),
      ]),
    Question(
      id: "gpu", ask: "Does it need the GPU?",
      options: [
        Option(id: "graphics", words: "yes", next: "continued"),
        Option(id: "plain", words: "no", next: "continued"),
      ]),
    Question(
      id: "rest", ask: "What is left to do at that point?",
      options: [
        Option(id: "save", words: "something that takes no more than half a minute, such as saving", next: "assertion"),
        Option(id: "upload", words: "uploads or downloads", next: "session"),
        Option(id: "later", words: "minutes of work that can wait until night", next: "power"),
      ]),
    Question(
      id: "kind", ask: "What does it do?",
      options: [
        Option(id: "content", words: "it fetches fresh content, within half a minute", next: "refresh"),
        Option(id: "maintenance", words: "minutes of work: a database, an index, a backup, a model", next: "power"),
        Option(id: "transfers", words: "it transfers large user files", next: "session"),
        Option(id: "assets", words: "it downloads large files that belong to the app, such as levels", next: "assets"),
        Option(
          id: "study", words: "it works on the data of a health study in which the user participates", next: "health"),
        Option(id: "exact", words: "it must happen at an exact time", next: "exact"),
      ]),
    Question(
      id: "power", ask: "Is it CPU-intensive?",
      options: [
        Option(id: "heavy", words: "yes: it can wait for the charger", next: "network"),
        Option(id: "light", words: "no", next: "network"),
      ]),
    Question(
      id: "network", ask: "Does it need a network?",
      options: [
        Option(id: "online", words: "yes", next: "processing"),
        Option(id: "offline", words: "no", next: "processing"),
      ]),
    Question(
      id: "visible", ask: "Must the user be notified immediately?",
      options: [
        Option(id: "alert", words: "yes", next: "notification"),
        Option(id: "silent", words: "no: the app only needs it when it is opened", next: "push"),
      ]),
  ]
}
