import SchedulerModel
import TaskTrace
import Testing

@Suite("Commands")
struct ModelCommandTests {
  static let all: [Command] = [
    .launch("a.b"), .expire("a.b"), .userCancel("a.b"), .submit("a.b"), .cancel("a.b"), .thermal(.serious),
    .lowPower(true), .battery(17), .charger(false), .network(NetworkPath(.cellular, quality: 40, expensive: true)),
    .network(NetworkPath(.wifi, quality: 90, constrained: true)), .network(NetworkPath(.cellular, quality: 70)),
    .inUse(true), .backgroundRefresh(false, bundle: nil), .backgroundRefresh(true, bundle: "a"),
    .memoryPressure(.warning), .cpu(80), .camera(true), .open("a"), .leave("a"), .forceQuit("a"), .reboot,
    .push("a"), .download("a"), .update("a"), .install("a"), .prune("a.b"), .answer("a.b", continues: true),
    .answer("a.b", continues: false),
  ]

  @Test("A command's text reads back as the command", arguments: all)
  func roundTrip(_ command: Command) { #expect(Command(command.text) == command) }

  @Test("Every word in the list of forms can be parsed")
  func forms() {
    let words = Self.all.map { $0.text.split(separator: " ")[0] }
    for form in Command.forms { #expect(words.contains { $0 == form.word }, "\(form.word)") }
    for word in words { #expect(Command.forms.contains { $0.word == word }, "\(word)") }
  }

  @Test(
    "Other texts are not commands",
    arguments: [
      "", "jump", "launch", "launch a b", "battery 101", "thermal hot", "network", "charger maybe", "reboot now",
    ])
  func nonsense(_ text: String) { #expect(Command(text) == nil) }

  @Test("Rule N1: launching without a pending request is refused in the system's words")
  func nothingPending() throws {
    var story = try Story(apps: Story.refresh)
    let refused = story.refusal(.launch("app.refresh"))
    let refusal = try #require(refused)
    #expect(refusal.text == "No task request with identifier app.refresh has been scheduled.")
    guard case .command(let text, let why) = try #require(story.all("command").first).event else { return }
    #expect(text == "launch app.refresh")
    #expect(why == refusal.text)
  }

  @Test("Rule N2: a simulated launch consults no policy and is marked")
  func forced() throws {
    var story = try Story(device: "charger: false, battery: 3, thermal: \"critical\"", apps: Story.processing)
    try story.perform(.submit("app.work"))
    try story.perform(.launch("app.work"))
    story.advance(.minutes(2))
    #expect(story.scores().isEmpty)
    #expect(story.ends().map(\.outcome) == [.succeeded])
    guard case .started(_, let start) = try #require(story.all("started").first).event else { return }
    #expect(start.forced)
  }

  @Test("Rule N3: expiring needs a running task")
  func nothingRunning() throws {
    var story = try Story(apps: Story.refresh)
    #expect(story.refusal(.expire("app.refresh")) == .notRunning("app.refresh"))
    #expect(story.refusal(.userCancel("app.refresh")) == .notContinued("app.refresh"))
  }

  @Test("For an unknown name, the nearest known one is suggested")
  func unknown() throws {
    var story = try Story(apps: Story.refresh)
    let refused = story.refusal(.launch("app.refersh"))
    let refusal = try #require(refused)
    #expect(refusal.text == "There is no task app.refersh; did you mean app.refresh?")
    #expect(story.refusal(.open("nobody")) == .unknownApp("nobody", nearest: nil))
  }

  @Test("Rules C4, B20: after a force-quit nothing runs until the app is opened")
  func forceQuit() throws {
    var story = try Story(
      apps: """
        { bundle: "app", state: "suspended", tasks: [
          { id: "app.r", kind: "refresh" }, { id: "app.p", kind: "processing", steps: [{ name: "p", for: "5s" }] } ] }
        """)
    try story.perform(.submit("app.r"))
    try story.perform(.submit("app.p"))
    try story.perform(.forceQuit("app"))
    story.advance(.days(2))
    #expect(story.all("started").isEmpty)
    #expect(story.all("cancelled", "app.r").count == 1)
    #expect(story.holds("app.p").last?.what == .forceQuit)
    #expect(story.refusal(.launch("app.p")) == .forceQuit("app"))
    try story.perform(.open("app"))
    try story.perform(.leave("app"))
    try story.perform(.inUse(false))
    story.advance(.hours(1))
    #expect(story.all("started", "app.p").count >= 1)
  }

  @Test("Rules I3, I5, scheduler facts 1.10: requests outlive a reboot, and wait for the first unlock")
  func reboot() throws {
    var story = try Story(apps: Story.processing)
    try story.perform(.submit("app.work"))
    try story.perform(.reboot)
    story.advance(.hours(2))
    #expect(story.all("started").isEmpty)
    try story.perform(.inUse(true))
    try story.perform(.inUse(false))
    story.advance(.hours(1))
    #expect(story.all("started").count == 1)
  }

  @Test("A manual change holds until the scenario changes the same condition")
  func byHand() throws {
    var story = try Story(timeline: "{ at: \"1h\", charger: false }, { at: \"2h\", charger: true }", apps: "")
    try story.perform(.charger(false))
    story.advance(.minutes(119))
    #expect(story.all("charger").count == 2)
    story.advance(.minutes(2))
    guard case .condition(.charger(let plugged, _)) = try #require(story.all("charger").last).event else { return }
    #expect(plugged)
  }
}
