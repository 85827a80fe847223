extension TaskChooser {
  /// The questions, the first one first (rule M12).
  public static let questions: [Question] = [
    Question(
      id: "starter", ask: "Who starts the work?",
      options: [
        Option(id: "user", words: "somebody, with a tap, while the app is in front", next: "length"),
        Option(id: "leaving", words: "the app itself, as it is left", next: "rest"),
        Option(id: "time", words: "nobody: it is due from time to time", next: "kind"),
        Option(id: "server", words: "a server, when something has changed there", next: "visible"),
        Option(id: "place", words: "the place of the device", next: "location"),
      ]),
    Question(
      id: "length", ask: "How long does it go on after the app is left?",
      options: [
        Option(id: "short", words: "no more than half a minute", next: "assertion"),
        Option(id: "files", words: "longer, and it moves files over the network", next: "session"),
        Option(id: "device", words: "longer, and it works on the device itself", next: "system"),
      ]),
    Question(
      id: "system", ask: "What is the oldest system that it must run on?",
      options: [
        Option(id: "ios26", words: "iOS 26 or later", next: "gpu"),
        Option(id: "older", words: "an older iOS", next: "power"),
      ]),
    Question(
      id: "gpu", ask: "Does it need the graphics processor?",
      options: [
        Option(id: "graphics", words: "yes", next: "continued"),
        Option(id: "plain", words: "no", next: "continued"),
      ]),
    Question(
      id: "rest", ask: "What is left to do then?",
      options: [
        Option(id: "save", words: "something that takes no more than half a minute, such as saving", next: "assertion"),
        Option(id: "upload", words: "uploads or downloads", next: "session"),
        Option(id: "later", words: "minutes of work that may wait for the night", next: "power"),
      ]),
    Question(
      id: "kind", ask: "What does it do?",
      options: [
        Option(id: "content", words: "it fetches fresh content, within half a minute", next: "refresh"),
        Option(id: "maintenance", words: "minutes of work: a database, an index, a backup, a model", next: "power"),
        Option(id: "transfers", words: "it moves large files of the user", next: "session"),
        Option(id: "assets", words: "it downloads large files that belong to the app, such as levels", next: "assets"),
        Option(
          id: "study", words: "it works on the data of a health study that the user takes part in", next: "health"),
        Option(id: "exact", words: "it must happen at an exact time", next: "exact"),
      ]),
    Question(
      id: "power", ask: "Is it heavy on the processor?",
      options: [
        Option(id: "heavy", words: "yes: it may wait for the charger", next: "network"),
        Option(id: "light", words: "no", next: "network"),
      ]),
    Question(
      id: "network", ask: "Does it need a network?",
      options: [
        Option(id: "online", words: "yes", next: "processing"),
        Option(id: "offline", words: "no", next: "processing"),
      ]),
    Question(
      id: "visible", ask: "Must the user hear of it at once?",
      options: [
        Option(id: "alert", words: "yes", next: "notification"),
        Option(id: "silent", words: "no: the app only has to have it when it is opened", next: "push"),
      ]),
  ]
}
